import { as, type ElementNode, el } from "../build/tree.ts";
import type { Picture } from "../content/story.ts";
import type { Look, Theme } from "./look.ts";
import { classNaming, plainPieces, topLinks } from "./plain-pieces.ts";

const NAMING = classNaming({
  headline: "amp-headline",
  standfirst: "amp-standfirst",
  sectionLabel: "amp-kicker",
  largeLabel: "amp-kicker-large",
  byline: "amp-byline",
  dates: "amp-date",
  outline: "amp-outline",
  pullQuote: "amp-pull",
  highlights: "amp-points",
  promotion: "amp-promo",
  paywall: "amp-promo",
  related: "amp-related",
  comments: "amp-comments",
  comment: "amp-comment",
  tags: "amp-tags",
  liveEntry: "amp-live",
  breaking: "amp-breaking",
  footer: "amp-footer",
  group: "amp-group",
  teaser: "amp-teaser",
});

const css = ({ accent, dark, tint, start }: Theme): string => `
body { margin: 0 auto; max-width: 600px; font: 16px/1.6 Roboto, Arial, sans-serif; color: #212121; background: #fff; } a { color: ${accent}; text-decoration: none; }
amp-img, amp-ad, amp-sidebar, amp-consent, amp-embed, amp-carousel { display: block; } amp-img img { width: 100%; height: auto; display: block; }
.amp-top { background: ${dark}; padding: 12px 16px; position: sticky; top: 0; } .amp-logo { color: #fff; font: 700 22px Roboto, Arial; } amp-sidebar { overflow-x: auto; white-space: nowrap; border-bottom: 1px solid #ddd; padding: 10px 16px; } amp-sidebar a { margin-inline-end: 18px; font-weight: 500; color: #444; }
article, .amp-wrap { padding: 0 16px; } .amp-kicker { margin: 16px 0 0; font-size: 13px; font-weight: 700; } .amp-kicker-large { font-size: 46px; margin: 16px 0 0; line-height: 1.1; } .amp-headline { font: 700 28px/1.2 Roboto, Arial; margin: 6px 0 10px; } .amp-standfirst { font-size: 18px; color: #555; margin: 0 0 10px; } .amp-byline, .amp-date { margin: 0; font-size: 13px; color: #757575; }
figure { margin: 14px -16px; } figcaption { font-size: 12px; padding: 6px 16px; color: #757575; } .amp-outline { background: ${tint}; padding: 12px; font-weight: 500; } .amp-pull { font-size: 22px; line-height: 1.3; color: ${accent}; border-inline-start: 4px solid; padding-inline-start: 14px; } .amp-points, .amp-promo { background: ${tint}; padding: 8px 16px; margin: 16px 0; } .amp-promo button { background: ${accent}; color: #fff; border: 0; padding: 8px 16px; }
amp-ad { background: #f2f2f2; text-align: center; padding: 6px; margin: 14px 0; font-size: 11px; } amp-ad iframe { border: 0; max-width: 100%; } table { width: 100%; border-collapse: collapse; } td, th { text-align: ${start}; border-bottom: 1px solid #ddd; padding: 6px; } amp-embed { border: 1px solid #ddd; border-radius: 6px; padding: 10px 14px; margin: 14px 0; } pre { background: #f5f5f5; padding: 12px; overflow: auto; } .amp-tags { display: flex; gap: 10px; padding: 0; list-style: none; font-size: 14px; }
.amp-related ul { list-style: none; padding: 0; } .amp-related li { border-top: 1px solid #ddd; padding: 10px 0; } .amp-comment { border-top: 1px solid #ddd; font-size: 14px; } .amp-live { border-inline-start: 3px solid ${accent}; padding-inline-start: 12px; } .amp-group h2 { font-size: 20px; border-bottom: 3px solid ${accent}; } .amp-teaser { border-bottom: 1px solid #ddd; padding: 10px 0; } .amp-teaser h2, .amp-teaser h3 { font-size: 19px; line-height: 1.25; margin: 6px 0; border: 0; } .amp-teaser p { margin: 0; color: #555; font-size: 14px; }
.amp-breaking { background: #b71c1c; color: #fff; padding: 8px 16px; } .amp-breaking a { color: #fff; } .amp-footer { background: #eee; padding: 16px; font-size: 13px; margin-top: 20px; } .amp-footer ul { padding: 0; list-style: none; display: flex; gap: 16px; } amp-consent { position: fixed; bottom: 0; max-width: 568px; background: #fff; border-top: 1px solid #999; padding: 12px 16px; font-size: 13px; }`;

const ampImage = (picture: Picture): ElementNode =>
  el(
    "amp-img",
    {
      src: picture.src,
      alt: picture.alt,
      width: "640",
      height: "360",
      layout: "responsive",
      "i-amphtml-ssr": "",
    },
    el("img", { class: "i-amphtml-fill-content", src: picture.src, alt: picture.alt }),
  );

/** A stripped page for phones in the manner of 2017, with the components already drawn. */
export function amp(theme: Theme): Look {
  const captioned = (picture: Picture): ElementNode =>
    el(
      "figure",
      {},
      ampImage(picture),
      el(
        "figcaption",
        {},
        as("caption", el("span", {}, picture.caption)),
        " ",
        as("credit", el("span", {}, picture.credit)),
      ),
    );
  return {
    id: "amp-2017",
    doctype: "<!doctype html>",
    tagCase: "lower",
    spacing: "minified",
    metadata: "json-ld",
    css: css(theme),
    htmlAttributes: { "⚡": "" },
    bodyAttributes: {},
    linkAttributes: () => ({}),
    nestsGroups: false,
    hiddenClass: undefined,
    pieces: {
      ...plainPieces(NAMING),
      figure: captioned,
      slide: (picture) =>
        el("amp-carousel", { width: "640", height: "400", type: "slides" }, captioned(picture)),
      embed: (author, text, date) =>
        el("amp-embed", { type: "post" }, el("b", {}, author), el("div", {}, text), el("small", {}, date)),
      ad: (label) =>
        el(
          "amp-ad",
          { width: "300", height: "100", type: "house" },
          el("div", {}, label),
          el("iframe", { src: "/ads/box.html", width: "300", height: "100", title: label }),
        ),
      masthead: (name) => el("a", { class: "amp-logo", href: "/" }, name),
      nav: (entries) => el("amp-sidebar", { id: "menu", layout: "nodisplay" }, topLinks(entries)),
      notice: (text, accept, decline) =>
        el(
          "amp-consent",
          { layout: "nodisplay", id: "consent" },
          el("p", {}, text),
          el("button", { on: "tap:consent.accept" }, accept),
          el("button", { on: "tap:consent.reject" }, decline),
        ),
      teaser: ({ title, text, picture, isLead }) =>
        el(
          "div",
          { class: "amp-teaser" },
          picture ? ampImage(picture) : undefined,
          el(isLead ? "h2" : "h3", {}, title),
          text === null ? undefined : el("p", {}, text),
        ),
      group: ({ label, teasers }) =>
        el("section", { class: "amp-group" }, label === undefined ? undefined : el("h2", {}, label), teasers),
    },
    story: ({ label, headline, standfirst, byline, dates, hero, highlights, body, paywall, tags }) =>
      el("article", {}, label, headline, standfirst, byline, dates, hero, highlights, body, paywall, tags),
    front: (groups) => el("main", { class: "amp-wrap" }, groups),
    page: ({ masthead, nav, breaking, main, side, footer, notice }) => [
      el("header", { class: "amp-top" }, masthead),
      nav,
      breaking,
      main,
      el("div", { class: "amp-wrap" }, side),
      footer,
      notice,
    ],
  };
}
