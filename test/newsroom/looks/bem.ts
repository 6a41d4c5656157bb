import { raw } from "../build/serialise.ts";
import { as, el } from "../build/tree.ts";
import type { Look, Theme } from "./look.ts";
import { classNaming, image, plainPieces } from "./plain-pieces.ts";

const NAMING = classNaming({
  paragraph: "story__paragraph",
  outline: "story__paragraph story__paragraph--outline",
  heading: "story__subhead",
  list: "story__list",
  table: "story__table",
  quote: "story__blockquote",
  pullQuote: "story__pullquote",
  code: "story__code",
  figure: "story__figure",
  slide: "story__figure story__figure--slide",
  picture: "story__image",
  caption: "story__caption",
  credit: "story__credit",
  embed: "social-post",
  promotion: "signup-promo",
  ad: "ad-slot",
  correction: "story__correction",
  highlights: "story__highlights",
  sectionLabel: "story__section",
  largeLabel: "story__section story__section--large",
  headline: "story__headline",
  standfirst: "story__standfirst",
  byline: "story__byline",
  dates: "story__timestamp",
  tools: "share-bar",
  tags: "story__tags",
  related: "related-links",
  comments: "comments",
  comment: "comments__item",
  commentAuthor: "comments__author",
  paywall: "paywall",
  liveEntry: "live-post",
  masthead: "site-header__logo",
  nav: "site-nav",
  breaking: "breaking-bar",
  notice: "cookie-banner",
  footer: "site-footer",
  teaser: "teaser",
  teaserText: "teaser__text",
  group: "teaser-list",
  groupTitle: "teaser-list__title",
  button: "button button--primary",
});

const css = ({ accent, dark, tint, start }: Theme): string => `
body { margin: 0; font: 17px/1.5 Helvetica, Arial, sans-serif; color: #111; background: #fff; }
a { color: ${dark}; text-decoration: none; }
.site-header { background: ${accent}; border-bottom: 6px solid #111; } .site-header__inner, .page, .site-footer { max-width: 1080px; margin: 0 auto; padding: 0 20px; }
.site-header__logo a { display: inline-block; padding: 14px 0; color: #fff; font: italic 900 44px/1 Impact, "Liberation Sans Narrow", Arial, sans-serif; text-transform: uppercase; }
.site-nav { background: #111; } .site-nav ul { max-width: 1080px; margin: 0 auto; padding: 0 20px; display: flex; flex-wrap: wrap; list-style: none; } .site-nav a { display: block; color: #fff; padding: 11px 16px 11px 0; font-weight: 700; font-size: 15px; }
.page { display: flex; gap: 40px; padding-top: 24px; } .page__main { flex: 1; min-width: 0; } .page__side { flex: 0 0 300px; }
.story__section { margin: 0; font-weight: 700; font-size: 14px; text-transform: uppercase; } .story__section a { background: #111; color: #fff; padding: 3px 8px; } .story__section--large { font-size: 60px; line-height: 1.1; margin-bottom: 12px; }
.story__headline { font: 900 46px/1.05 Helvetica, Arial, sans-serif; letter-spacing: -.03em; margin: 10px 0; } .story__standfirst { font-size: 21px; font-weight: 700; margin: 0 0 12px; } .story__byline, .story__timestamp { font-size: 14px; color: #666; margin: 0; }
.story__figure { margin: 16px 0; } .story__image { width: 100%; height: auto; display: block; } .story__caption { background: #111; color: #fff; padding: 8px 12px; font-size: 13px; } .story__credit { opacity: .7; } .story__paragraph--outline { border: 3px solid ${accent}; padding: 12px; font-weight: 700; } .story__subhead { font-size: 24px; text-transform: uppercase; }
.story__pullquote { font: 900 28px/1.2 Helvetica, Arial; color: ${accent}; margin: 24px 0; } .story__highlights, .signup-promo, .paywall { background: ${tint}; border-top: 5px solid ${accent}; padding: 12px 18px; margin: 18px 0; } .story__blockquote { border-${start}: 6px solid ${accent}; margin: 16px 0; padding-${start}: 16px; }
.social-post { border: 1px solid #ccc; border-radius: 8px; padding: 4px 18px; margin: 18px 0; font-size: 15px; } .ad-slot { background: #eee; text-align: center; padding: 10px; margin: 18px 0; } .ad-slot small { display: block; font-size: 11px; } iframe { border: 0; max-width: 100%; } .story__table { width: 100%; border-collapse: collapse; } .story__table td, .story__table th { border: 1px solid #bbb; padding: 6px; } .story__tags { display: flex; gap: 12px; list-style: none; padding: 0; font-size: 14px; }
.live-post { border-top: 3px solid #111; padding-top: 8px; margin-top: 20px; } .related-links { border-top: 5px solid #111; margin-top: 24px; } .related-links ul { padding: 0; list-style: none; } .related-links li { padding: 8px 0; font-weight: 700; border-bottom: 1px solid #ddd; } .comments__item { background: #f3f3f3; padding: 8px 14px; margin-bottom: 10px; font-size: 15px; } .comments__author { margin: 0; }
.teaser-list { display: flex; flex-wrap: wrap; gap: 20px; margin-bottom: 24px; } .teaser-list__title { flex: 0 0 100%; margin: 0; border-bottom: 5px solid ${accent}; text-transform: uppercase; } .teaser { flex: 0 1 calc(33.3% - 14px); } .teaser h2 { font: 900 26px/1.1 Helvetica, Arial; margin: 8px 0; } .teaser h3 { font: 700 19px/1.2 Helvetica, Arial; margin: 8px 0; } .teaser a { color: #111; } .teaser__text { margin: 0; font-size: 15px; color: #444; } .page__side .teaser-list { display: block; }
.breaking-bar { background: #ffe600; padding: 10px 20px; font-weight: 700; text-align: center; } .button--primary { background: ${accent}; color: #fff; border: 0; padding: 10px 18px; font-weight: 700; } .site-footer { border-top: 6px solid #111; margin-top: 30px; font-size: 14px; } .site-footer ul { display: flex; gap: 20px; list-style: none; padding: 0; } .cookie-banner { position: fixed; bottom: 20px; ${start}: 20px; width: 340px; background: #fff; border: 3px solid #111; padding: 16px; font-size: 14px; } .story--mobile { display: none; }`;

const LAZY_IMAGES =
  "for (const image of document.querySelectorAll('img.lazyload')) image.src = image.dataset.src;";

/** A loud tabloid of 2016, every class named block__element--modifier. */
export function bem(theme: Theme): Look {
  return {
    id: "bem-2016",
    doctype: "<!DOCTYPE html>",
    tagCase: "lower",
    spacing: "indented",
    metadata: "json-ld",
    css: css(theme),
    htmlAttributes: { class: "no-js" },
    bodyAttributes: { class: "layout layout--two-columns" },
    linkAttributes: (part) => ({ class: `link link--${part}` }),
    nestsGroups: false,
    hiddenClass: "story--mobile",
    pieces: {
      ...plainPieces(NAMING),
      figure: (picture) =>
        el(
          "figure",
          { class: "story__figure" },
          el("img", {
            class: "story__image lazyload",
            src: "/media/spacer.png",
            "data-src": picture.src,
            alt: picture.alt,
            width: "640",
            height: "360",
          }),
          el("noscript", {}, image(picture, { class: "story__image" })),
          el(
            "figcaption",
            { class: "story__caption" },
            as("caption", el("span", {}, picture.caption)),
            " ",
            as("credit", el("span", { class: "story__credit" }, picture.credit)),
          ),
        ),
    },
    story: ({ label, headline, standfirst, byline, dates, tools, hero, highlights, body, paywall, tags }) =>
      el(
        "article",
        { class: "story story--news" },
        el(
          "header",
          { class: "story__header" },
          label,
          headline,
          standfirst,
          el("div", { class: "story__meta" }, byline, dates),
        ),
        tools,
        el("div", { class: "story__media" }, hero),
        highlights,
        el("div", { class: "story__body" }, body),
        paywall,
        el("footer", { class: "story__footer" }, tags),
      ),
    front: (groups) => el("div", { class: "front" }, groups),
    page: ({ masthead, nav, breaking, main, side, footer, notice }) => [
      el("header", { class: "site-header" }, el("div", { class: "site-header__inner" }, masthead)),
      nav,
      breaking,
      el(
        "div",
        { class: "page" },
        el("main", { class: "page__main" }, main),
        el("aside", { class: "page__side" }, side),
      ),
      footer,
      notice,
      raw("script", {}, LAZY_IMAGES),
    ],
  };
}
