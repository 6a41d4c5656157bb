import type { TagName } from "../../html/index.ts";

/**
 * Words in class and id of elements around a picture, by the kind of picture they suggest. Collected from pages of many sites and
 * languages; each is used by unrelated sites for the same thing.
 */
export const NAMED = {
  portrait: [
    "author authors byline bylines avatar avatars gravatar headshot profile bio contributor",
    "contributors writer columnist journalist reporter mugshot userpic autor autores autoren",
    "autorin auteur auteurs autore redakteur redaktion verfasser authorimage authorimages",
    "authorsimages authorbox authorinfo authorthumb authorpic",
  ],
  share: [
    "share shares sharing sharebar social socials follow addthis sharethis addtoany whatsapp",
    "print mailto rss socialmedia sharer",
  ],
  icon: [
    "icon icons ico logo logos badge badges button buttons btn emoji emoticon smiley smilies",
    "sprite rating ratings stars spinner loader arrow bullet favicon brand branding masthead",
    "navbar nav navigation menu submenu megamenu dropdown breadcrumb breadcrumbs toolbar topbar",
    "footer siteheader cookie consent login paywall",
  ],
  advertisement: [
    "ad ads adv advert adverts advertisement advertising advertorial adsense adslot sponsor",
    "sponsors sponsored dfp gpt affiliate cta promo promos promotion promobox newsletter",
    "newsletters subscribe subscription signup donate werbung anzeige publicidad publicite",
    "pubblicita reklama reklam annonce annons werbebanner partners",
  ],
  related: [
    "related relateds recommend recommended recommendation recommendations recirc recirculation",
    "trending popular mostread teaser teasers rail sidebar similar suggested readmore seealso",
    "outbrain taboola revcontent mgid zergnet upnext relatedposts comments commentlist disqus",
    "respond zugehoerig relacionadas relacionados relacionada powiazane correlati correlate",
    "morefrom latest ticker",
  ],
} as const satisfies Record<string, readonly string[]>;

/** The formats that advertisements are sold in (IAB), longer side first. */
export const AD_SIZES: ReadonlySet<string> = new Set([
  "728x90",
  "300x250",
  "468x60",
  "970x90",
  "970x250",
  "336x280",
  "320x50",
  "320x100",
  "600x160",
  "600x120",
  "600x300",
  "234x60",
  "240x120",
  "250x250",
  "125x125",
]);

/** Media elements, and those whose `src` or `style` is not of a picture. */
export const NO_BACKGROUNDS = [
  "img",
  "picture",
  "video",
  "audio",
  "iframe",
  "object",
  "svg",
  "canvas",
  "source",
  "script",
  "track",
  "input",
  "embed",
  "html",
  "body",
  "link",
  "meta",
  "a",
] as const satisfies readonly TagName[];
