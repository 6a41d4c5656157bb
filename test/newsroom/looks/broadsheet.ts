import { as, type ElementNode, each, el, separated } from "../build/tree.ts";
import type { Picture } from "../content/story.ts";
import type { Look, Theme } from "./look.ts";
import { classNaming, image, plainPieces, topLinks } from "./plain-pieces.ts";

const NAMING = classNaming({
  headline: "hed",
  standfirst: "dek",
  sectionLabel: "slug",
  largeLabel: "slug slug-xl",
  outline: "nutgraf",
  pullQuote: "pq",
  highlights: "keybox",
  promotion: "keybox",
  paywall: "gate",
  embed: "quoted-post",
  ad: "adv",
  tags: "topics",
  liveEntry: "dispatch",
  breaking: "stop-press",
  notice: "gdpr",
  tools: "kit",
});

const css = ({ accent, dark, tint, end }: Theme): string => `
body { margin: 0 auto; max-width: 1240px; padding: 0 24px; background: #fbfaf6; color: #1b1b1b; font: 17px/1.55 "Times New Roman", "Liberation Serif", serif; }
a { color: inherit; text-decoration: none; } .nameplate { text-align: center; border-bottom: 1px solid; padding: 18px 0 10px; } .nameplate a { font: 700 58px/1 "Old English Text MT", "Times New Roman", serif; }
.index { border-bottom: 4px double; text-align: center; padding: 7px 0; font: 700 13px Arial, sans-serif; text-transform: uppercase; } .index a { margin: 0 11px; } .cols { display: flex; gap: 40px; padding-top: 22px; } .cols > [role=main] { flex: 1; min-width: 0; } .cols > [role=complementary] { flex: 0 0 250px; border-inline-start: 1px solid #bbb; padding-inline-start: 22px; }
.slug { margin: 0; font: 700 13px Arial, sans-serif; color: ${accent}; } .slug-xl { font: 400 70px/1 "Times New Roman", serif; } .hed { font: 700 50px/1.05 "Times New Roman", serif; margin: 6px 0 12px; } .dek { font: italic 22px/1.35 "Times New Roman", serif; color: #444; margin: 0 0 14px; } .credits { border-top: 1px solid #bbb; border-bottom: 1px solid #bbb; font: 13px Arial, sans-serif; padding: 8px 0; margin-bottom: 18px; }
.copy { columns: 2; column-gap: 34px; column-rule: 1px solid #ccc; } .copy p { margin: 0; text-indent: 1.3em; text-align: justify; } .copy > p:first-child { text-indent: 0; } .copy > p:first-child::first-letter { font-size: 58px; float: inline-start; line-height: .85; padding-inline-end: 6px; } .copy p.nutgraf { font-style: italic; text-indent: 0; color: ${dark}; }
.copy h2 { font-size: 19px; margin: 14px 0 4px; } .cut { margin: 0 0 16px; break-inside: avoid; } .cut img { width: 100%; height: auto; filter: grayscale(.6); display: block; } .cut figcaption { font: 12px Arial, sans-serif; color: #555; } .pq { border-top: 3px solid; border-bottom: 1px solid; font: italic 24px/1.25 "Times New Roman"; margin: 14px 0; break-inside: avoid; } .copy .pq p { text-indent: 0; text-align: start; } .keybox, .gate { background: ${tint}; padding: 10px 16px; margin: 0 0 16px; font: 14px/1.45 Arial, sans-serif; break-inside: avoid; } .adv { text-align: center; font: 10px Arial; color: #888; margin: 12px 0; } .adv small { display: block; } iframe { border: 1px solid #ccc; max-width: 100%; }
blockquote { margin: 12px 18px; font-style: italic; } table { width: 100%; border-collapse: collapse; font: 14px Arial; } td, th { border-bottom: 1px solid #bbb; padding: 4px; } .dispatch { border-top: 1px solid #999; } .topics { list-style: none; padding: 0; font: 13px Arial; } .topics li { display: inline; margin-${end}: 10px; } .see-also { border-top: 4px double; margin-top: 26px; } .letter { border-bottom: 1px solid #ccc; font-size: 15px; }
.page-front { columns: 2; column-gap: 34px; column-rule: 1px solid #ccc; } .desk { margin-bottom: 18px; } .desk-lead { column-span: all; display: grid; grid-template-columns: repeat(3, 1fr); gap: 26px; border-bottom: 4px double; } .desk > h4 { border-top: 3px solid; margin: 0; font: 700 14px Arial, sans-serif; text-transform: uppercase; } .brief { break-inside: avoid; border-bottom: 1px solid #ccc; padding: 8px 0; } .brief h5 { font: 700 21px/1.15 "Times New Roman"; margin: 4px 0; } .desk-lead .brief h5 { font-size: 30px; } .brief p { margin: 0; } .brief img { width: 100%; height: auto; filter: grayscale(.6); } [role=complementary] .brief h5 { font-size: 16px; }
.stop-press { border: 2px solid ${accent}; color: ${accent}; padding: 6px 12px; margin-top: 12px; } .colophon { border-top: 4px double; margin-top: 28px; padding: 12px 0; font: 13px Arial, sans-serif; } .colophon a { margin-${end}: 14px; } .gdpr { position: fixed; bottom: 0; inset-inline: 0; background: #1b1b1b; color: #fff; padding: 12px 24px; font: 14px Arial; } .print-edition { display: none; }`;

/** A newspaper's columns on screen, with its facts in microdata. */
export function broadsheet(theme: Theme): Look {
  const cut = (picture: Picture): ElementNode =>
    el(
      "figure",
      { class: "cut", itemprop: "image", itemscope: "", itemtype: "https://schema.org/ImageObject" },
      image(picture, { itemprop: "url" }),
      el(
        "figcaption",
        {},
        as("caption", el("span", { itemprop: "caption" }, picture.caption)),
        " ",
        as("credit", el("i", {}, picture.credit)),
      ),
    );
  return {
    id: "broadsheet-2023",
    doctype: "<!doctype html>",
    tagCase: "lower",
    spacing: "indented",
    metadata: "open-graph",
    css: css(theme),
    htmlAttributes: {},
    bodyAttributes: {},
    linkAttributes: (part) => (part === "author" ? { itemprop: "name" } : {}),
    nestsGroups: true,
    hiddenClass: "print-edition",
    pieces: {
      ...plainPieces(NAMING),
      figure: cut,
      slide: cut,
      headline: (text) => el("h1", { class: "hed", itemprop: "headline" }, text),
      byline: (by, authors) =>
        el(
          "span",
          { itemprop: "author", itemscope: "", itemtype: "https://schema.org/Person" },
          `${by} `,
          separated(authors, ", "),
        ),
      dates: (published, modified) =>
        el(
          "span",
          { class: "when" },
          " ",
          el("time", { itemprop: "datePublished", datetime: published.iso }, published.label),
          modified
            ? [
                " · ",
                el(
                  "time",
                  { itemprop: "dateModified", datetime: modified.iso },
                  `${modified.word} ${modified.label}`,
                ),
              ]
            : undefined,
        ),
      related: (label, links) =>
        el("div", { class: "see-also", role: "region" }, el("h4", {}, label), each("div", links)),
      comments: (label, comments) => el("div", { class: "letters" }, el("h4", {}, label), comments),
      comment: ({ author, date, text }) =>
        el("div", { class: "letter" }, el("p", {}, text), el("p", {}, el("i", {}, author), `, ${date}`)),
      masthead: (name) => el("div", { class: "nameplate" }, el("a", { href: "/" }, name)),
      nav: (entries) => el("div", { class: "index", role: "navigation" }, topLinks(entries)),
      footer: (text, links) =>
        el("div", { class: "colophon", role: "contentinfo" }, links, el("span", {}, text)),
      teaser: ({ title, text, picture }) =>
        el(
          "div",
          { class: "brief" },
          picture ? image(picture) : undefined,
          el("h5", {}, title),
          text === null ? undefined : el("p", {}, text),
        ),
      group: ({ label, teasers, place }) =>
        el(
          "div",
          { class: place === "top" ? "desk desk-lead" : "desk" },
          label === undefined ? undefined : el("h4", {}, label),
          teasers,
        ),
    },
    story: ({ label, headline, standfirst, byline, dates, hero, highlights, body, paywall, tags }) =>
      el(
        "div",
        { itemscope: "", itemtype: "https://schema.org/NewsArticle" },
        label,
        headline,
        standfirst,
        el("div", { class: "credits" }, byline, dates),
        hero,
        highlights,
        el("div", { class: "copy", itemprop: "articleBody" }, body),
        paywall,
        tags,
      ),
    front: (groups) => el("div", { class: "page-front" }, groups),
    page: ({ masthead, nav, breaking, main, side, footer, notice }) => [
      masthead,
      nav,
      breaking,
      el(
        "div",
        { class: "cols" },
        el("div", { role: "main" }, main),
        el("div", { role: "complementary" }, side),
      ),
      footer,
      notice,
    ],
  };
}
