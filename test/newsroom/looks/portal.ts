import { as, el, separated } from "../build/tree.ts";
import type { Look, Theme } from "./look.ts";
import { classNaming, image, menuItems, plainPieces } from "./plain-pieces.ts";

const NAMING = classNaming({
  paragraph: "bodytext",
  outline: "bodytext intro",
  heading: "crosshead",
  list: "bullets",
  table: "data",
  pullQuote: "quoteBox",
  embed: "postBox",
  promotion: "promoBox",
  ad: "adBox",
  highlights: "factBox",
  paywall: "promoBox",
  related: "linkBox",
  comments: "commentBox",
  comment: "commentItem",
  breaking: "ticker",
  notice: "cookieBar",
  tags: "tagLine",
  tools: "toolLine",
});

const css = ({ accent, dark, tint, start, end }: Theme): string => `
body { margin: 0; background: #d8dde2; font: 12px/1.45 Arial, Helvetica, sans-serif; color: #1a1a1a; }
a { color: ${dark}; text-decoration: none; } a:hover { text-decoration: underline; }
#page { width: 970px; margin: 0 auto; background: #fff; border: 1px solid #aab; border-top: 0; overflow: hidden; }
#brand { background: ${accent}; padding: 10px 14px; } #brand a { color: #fff; font: bold 28px Arial; }
#tabs { background: ${dark}; margin: 0; padding: 0 8px; list-style: none; overflow: hidden; }
#tabs li { float: ${start}; padding: 7px 10px; } #tabs a { color: #fff; font-weight: bold; }
#tabs ul { display: none; }
.colA { float: ${start}; width: 620px; padding: 12px 14px; } .colB { float: ${end}; width: 296px; padding: 12px 10px; background: #f3f5f8; }
h1.title { font: bold 26px/1.15 Georgia, serif; margin: 4px 0 8px; } .cat { font-weight: bold; color: ${accent}; text-transform: uppercase; font-size: 11px; } .catBig { font: bold 46px/1 Arial; margin: 0 0 10px; }
.lead { font-weight: bold; font-size: 14px; } .info { color: #777; font-size: 11px; margin: 0; } .bodytext { font-size: 13px; line-height: 1.55; margin: 0 0 12px; } .intro { background: ${tint}; padding: 8px; font-weight: bold; }
.photo { float: ${end}; width: 280px; margin: 0 0 10px 14px; font-size: 10px; color: #555; } .photo img { width: 280px; height: 158px; display: block; } .photoBig { margin: 12px 0; } .photoBig img { width: 600px; height: 338px; display: block; }
.crosshead { font: bold 15px Arial; margin: 14px 0 4px; }
.factBox, .linkBox, .promoBox, .postBox, .box { border: 1px solid #bcc6d0; margin: 0 0 12px; background: #fff; padding: 0 8px 8px; } .factBox h3, .linkBox h3, .box h4 { background: ${tint}; margin: 0 -8px 6px; padding: 5px 8px; font-size: 12px; border-bottom: 2px solid ${accent}; }
.factBox { float: ${start}; width: 190px; margin-${end}: 14px; } .quoteBox { float: ${end}; width: 180px; font: italic 17px Georgia; color: ${accent}; margin: 0 0 10px 14px; }
.adBox { text-align: center; color: #999; font-size: 9px; margin: 8px 0; } .adBox small { display: block; } iframe { border: 1px solid #ccc; max-width: 100%; }
.data { border-collapse: collapse; margin: 10px 0; } .data td, .data th { border: 1px solid #bcc6d0; padding: 4px 12px; }
.linkBox, .commentBox { clear: both; } ul { padding-${start}: 18px; margin: 4px 0; } .tagLine, .toolLine { clear: both; color: #777; font-size: 11px; padding: 0; } .tagLine li { display: inline; margin-${end}: 8px; }
.commentItem { background: #f3f5f8; padding: 4px 10px; margin-bottom: 6px; } .ticker { background: #b00; color: #fff; padding: 5px 14px; } .ticker a { color: #fff; }
.tz { overflow: hidden; padding: 5px 0; border-bottom: 1px dotted #aab; } .tz img { float: ${start}; width: 92px; height: 52px; margin-${end}: 8px; } .tzBig img { width: 300px; height: 169px; } .tz b { font-size: 13px; } .tzBig b { font: bold 19px Georgia; }
.half { width: 272px; display: inline-block; vertical-align: top; margin-${end}: 8px; } .half .half { width: auto; display: block; margin: 6px 0 0; } #foot { clear: both; background: #eee; padding: 10px; text-align: center; font-size: 10px; } .cookieBar { background: #ffc; padding: 6px; text-align: center; }`;

/** A crowded portal of 2008: fixed width, boxes beside boxes, pictures that float. */
export function portal(theme: Theme): Look {
  return {
    id: "portal-2008",
    doctype:
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">',
    tagCase: "lower",
    spacing: "indented",
    metadata: "title",
    css: css(theme),
    htmlAttributes: {},
    bodyAttributes: { id: "top" },
    linkAttributes: () => ({}),
    nestsGroups: true,
    hiddenClass: undefined,
    pieces: {
      ...plainPieces(NAMING),
      figure: (picture) =>
        el(
          "div",
          { class: "photo" },
          image(picture),
          as("caption", el("span", {}, picture.caption)),
          " ",
          as("credit", el("span", {}, picture.credit)),
        ),
      slide: (picture) =>
        el(
          "div",
          { class: "photoBig" },
          image(picture),
          as("caption", el("span", {}, picture.caption)),
          " ",
          as("credit", el("span", {}, picture.credit)),
        ),
      sectionLabel: (link, size) => el("div", { class: size === "large" ? "catBig" : "cat" }, link),
      headline: (text) => el("h1", { class: "title" }, text),
      standfirst: (text) => el("p", { class: "lead" }, text),
      byline: (by, authors) => el("p", { class: "info" }, `${by} `, separated(authors, ", ")),
      dates: (published, modified) =>
        el(
          "p",
          { class: "info" },
          published.label,
          modified ? [el("br", {}), `${modified.word}: ${modified.label}`] : undefined,
        ),
      masthead: (name) => el("div", { id: "brand" }, el("a", { href: "/" }, name)),
      nav: (entries) => el("ul", { id: "tabs" }, menuItems(entries)),
      footer: (text, links) =>
        el(
          "div",
          { id: "foot" },
          links.map((link) => [link, " · "]),
          text,
        ),
      teaser: ({ title, text, picture, isLead }) =>
        el(
          "div",
          { class: isLead ? "tz tzBig" : "tz" },
          picture ? image(picture) : undefined,
          el("b", {}, title),
          text === null ? undefined : el("div", {}, text),
        ),
      group: ({ label, teasers, place }) =>
        el(
          "div",
          { class: place === "section" ? "box half" : "box" },
          label === undefined ? undefined : el("h4", {}, label),
          teasers,
        ),
    },
    story: ({ label, headline, standfirst, byline, dates, tools, hero, highlights, body, paywall, tags }) =>
      el(
        "div",
        { id: "article" },
        label,
        headline,
        byline,
        dates,
        standfirst,
        hero,
        highlights,
        el("div", { id: "articleText" }, body),
        paywall,
        tools,
        tags,
      ),
    front: (groups) => groups,
    page: ({ masthead, nav, breaking, main, side, footer, notice }) => [
      notice,
      el(
        "div",
        { id: "page" },
        masthead,
        nav,
        breaking,
        el("div", { class: "colA" }, main),
        el("div", { class: "colB" }, side),
        footer,
      ),
    ],
  };
}
