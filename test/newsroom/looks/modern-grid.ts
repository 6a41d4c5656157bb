import { el } from "../build/tree.ts";
import type { Look, Theme } from "./look.ts";
import { classNaming, image, menuItems, plainPieces } from "./plain-pieces.ts";

const NAMING = classNaming({
  headline: "headline",
  standfirst: "standfirst",
  sectionLabel: "kicker",
  largeLabel: "kicker kicker-large",
  byline: "byline",
  dates: "dates",
  tools: "tools",
  outline: "outline",
  figure: "media",
  slide: "media slide",
  highlights: "highlights",
  pullQuote: "pull",
  embed: "post",
  promotion: "promo",
  ad: "ad",
  paywall: "paywall",
  related: "related",
  comments: "comments",
  comment: "comment",
  liveEntry: "entry",
  tags: "tags",
  masthead: "masthead",
  nav: "sections",
  breaking: "breaking",
  notice: "consent",
  footer: "site-footer",
  teaser: "card",
  group: "shelf",
  button: "button",
});

const css = ({ accent, dark, tint, start }: Theme): string => `
:root { --accent: ${accent}; --dark: ${dark}; --tint: ${tint}; --line: #dde1e4; }
* { box-sizing: border-box; }
body { margin: 0; font: 18px/1.65 Georgia, serif; color: #16191c; background: #fff; }
a { color: inherit; text-decoration-color: var(--accent); text-underline-offset: 3px; }
.top, .wrap, .site-footer { max-width: 1200px; margin-inline: auto; padding-inline: 24px; }
.top { display: flex; align-items: center; gap: 36px; padding-block: 18px; border-bottom: 1px solid var(--line); }
.masthead a { font-weight: 700; font-size: 27px; letter-spacing: -.02em; text-decoration: none; white-space: nowrap; }
.sections ul, .tags { display: flex; flex-wrap: wrap; gap: 6px 20px; margin: 0; padding: 0; list-style: none; font: 600 15px/1.4 system-ui, sans-serif; }
.sections a { text-decoration: none; }
.sections ul ul { display: none; }
.breaking { background: var(--accent); color: #fff; padding: 10px 24px; font: 16px system-ui, sans-serif; text-align: center; }
.wrap { display: grid; grid-template-columns: minmax(0, 1fr) 300px; gap: 56px; padding-block: 36px; }
.story { display: grid; grid-template-columns: minmax(0, 700px); }
.kicker { margin: 0; font: 700 14px system-ui, sans-serif; letter-spacing: .05em; text-transform: uppercase; color: var(--accent); }
.kicker a { text-decoration: none; }
.kicker-large { font-size: 58px; line-height: 1; letter-spacing: -.03em; text-transform: none; margin-bottom: 16px; }
.headline { font-size: 42px; line-height: 1.15; letter-spacing: -.02em; margin: 8px 0 12px; }
.standfirst { font-size: 22px; line-height: 1.4; color: #4a5157; margin: 0 0 18px; }
.byline, .dates, .tools, figcaption, .promo, .ad, .related, .comments, .site-footer, .consent, .paywall, .highlights { font-family: system-ui, sans-serif; font-size: 15px; }
.byline, .dates { margin: 0; color: #4a5157; }
.tools button, .comment button { border: 1px solid var(--line); background: none; border-radius: 999px; padding: 4px 14px; margin-inline-end: 8px; }
.media { margin: 8px 0 26px; }
.media img { width: 100%; height: auto; display: block; border-radius: 6px; }
figcaption { color: #667; padding-top: 8px; font-size: 14px; }
.outline { font: 600 19px/1.5 system-ui, sans-serif; color: var(--dark); }
.highlights, .promo, .paywall { background: var(--tint); border-radius: 6px; padding: 16px 22px; margin: 16px 0 26px; }
.button { border: 0; background: var(--accent); color: #fff; padding: 9px 18px; border-radius: 4px; font: 600 15px system-ui, sans-serif; text-decoration: none; }
.pull { border-inline-start: 5px solid var(--accent); padding-inline-start: 22px; font-size: 27px; line-height: 1.35; margin: 30px 0; }
blockquote { margin: 24px 0; padding-inline-start: 20px; border-inline-start: 3px solid var(--line); font-style: italic; }
.post { border: 1px solid var(--line); border-radius: 12px; padding: 8px 20px; font: 16px/1.5 system-ui, sans-serif; }
pre { background: #f4f5f6; padding: 16px; overflow: auto; font-size: 15px; }
table { border-collapse: collapse; width: 100%; margin: 20px 0; }
th, td { text-align: ${start}; padding: 8px 10px; border-bottom: 1px solid var(--line); }
.entry { border-inline-start: 3px solid var(--accent); padding-inline-start: 20px; margin: 22px 0; }
.ad { background: #f2f2f2; text-align: center; padding: 10px; margin: 20px 0; }
.ad small { display: block; color: #888; }
iframe { border: 0; max-width: 100%; }
.related h3, .comments h3, .shelf h2 { font: 700 18px system-ui, sans-serif; border-top: 3px solid #16191c; padding-top: 10px; }
.related ul { padding: 0; list-style: none; }
.related li { padding: 9px 0; border-bottom: 1px solid var(--line); }
.comment { border-bottom: 1px solid var(--line); padding: 12px 0; }
.comment time { color: #888; }
.front { display: grid; gap: 24px; }
.shelf { display: grid; grid-template-columns: repeat(auto-fill, minmax(230px, 1fr)); gap: 26px; align-items: start; }
.shelf > h2, .shelf > .shelf { grid-column: 1 / -1; margin: 0; }
.card img { width: 100%; height: auto; border-radius: 6px; }
.card h2, .card h3 { font: 700 21px/1.25 Georgia, serif; border: 0; padding: 0; margin: 8px 0; }
.card a { text-decoration: none; }
.card p { margin: 0; font-size: 16px; line-height: 1.45; color: #4a5157; }
.card small { font: 700 13px system-ui, sans-serif; color: var(--accent); }
.rail .card { border-bottom: 1px solid var(--line); }
.rail .shelf { display: block; }
.rail .card h3 { font-size: 17px; }
.site-footer { border-top: 1px solid var(--line); padding-block: 24px; color: #667; }
.site-footer ul { display: flex; gap: 20px; list-style: none; padding: 0; }
.consent { position: fixed; inset: auto 0 0 0; background: #16191c; color: #fff; padding: 16px 24px; display: flex; gap: 16px; align-items: center; }
.only-small { display: none; }
@media (max-width: 860px) { .wrap { grid-template-columns: minmax(0, 1fr); } .only-small { display: block; } .only-large { display: none; } }`;

/** A broadsheet's site of today: semantic elements on a grid. */
export function modernGrid(theme: Theme): Look {
  return {
    id: "modern-grid-2025",
    doctype: "<!doctype html>",
    tagCase: "lower",
    spacing: "indented",
    metadata: "json-ld",
    css: css(theme),
    htmlAttributes: {},
    bodyAttributes: {},
    linkAttributes: (part) => (part === "author" ? { rel: "author" } : {}),
    nestsGroups: true,
    hiddenClass: "only-small",
    pieces: {
      ...plainPieces(NAMING),
      nav: (entries) =>
        el("nav", { class: "sections", "aria-label": "Sections" }, el("ul", {}, menuItems(entries))),
      teaser: ({ title, text, picture, label, isLead }) =>
        el(
          "article",
          { class: "card" },
          picture
            ? el(
                "picture",
                {},
                el("source", { type: "image/png", srcset: picture.src }),
                image(picture, { loading: "lazy" }),
              )
            : undefined,
          isLead ? el("small", {}, label) : undefined,
          el(isLead ? "h2" : "h3", {}, title),
          text === null ? undefined : el("p", {}, text),
        ),
    },
    story: ({ label, headline, standfirst, byline, dates, tools, hero, highlights, body, paywall, tags }) =>
      el(
        "article",
        { class: "story" },
        el("header", {}, label, headline, standfirst, byline, dates, tools),
        hero,
        highlights,
        el("div", { class: "text" }, body),
        paywall,
        tags,
      ),
    front: (groups) => el("div", { class: "front" }, groups),
    page: ({ masthead, nav, breaking, main, side, footer, notice }) => [
      el("header", { class: "top" }, masthead, nav),
      breaking,
      el("div", { class: "wrap" }, el("main", {}, main), el("aside", { class: "rail" }, side)),
      footer,
      notice,
    ],
  };
}
