import { el } from "../build/tree.ts";
import type { Look, Theme } from "./look.ts";
import { classNaming, image, plainPieces } from "./plain-pieces.ts";

const NAMING = classNaming({
  headline: "post-title",
  standfirst: "post-deck",
  sectionLabel: "pill",
  largeLabel: "pill-large",
  byline: "post-by",
  dates: "post-when",
  tools: "actions",
  outline: "post-callout",
  figure: "post-media",
  slide: "post-media",
  pullQuote: "post-pull",
  highlights: "post-points",
  promotion: "box",
  paywall: "box box-lock",
  ad: "sponsor",
  embed: "box",
  related: "more",
  comments: "talk",
  comment: "talk-item",
  liveEntry: "tick",
  tags: "chips",
  masthead: "brand",
  nav: "tabs",
  breaking: "alert",
  notice: "sheet",
  footer: "bottom",
  button: "cta",
});

const css = ({ accent, dark, tint }: Theme): string => `
* { box-sizing: border-box; } body { margin: 0; background: #eef0f3; color: #1c1e21; font: 17px/1.55 -apple-system, "Segoe UI", Roboto, Arial, sans-serif; }
a { color: inherit; text-decoration: none; } .bar { position: sticky; top: 0; background: #fff; box-shadow: 0 1px 4px rgba(0,0,0,.12); z-index: 2; } .brand { padding: 12px 16px 4px; text-align: center; } .brand a { font-weight: 800; font-size: 22px; color: ${accent}; }
.tabs ul { display: flex; overflow-x: auto; margin: 0; padding: 0 8px; list-style: none; justify-content: safe center; } .tabs a { display: block; padding: 10px; font-size: 15px; font-weight: 600; white-space: nowrap; }
.stack { display: flex; flex-direction: column; gap: 14px; max-width: 680px; margin: 14px auto; } .sheet-card, .more, .talk { background: #fff; border-radius: 14px; padding: 18px; box-shadow: 0 1px 2px rgba(0,0,0,.08); }
.pill { margin: 0; } .pill a { display: inline-block; background: ${tint}; color: ${dark}; border-radius: 99px; padding: 3px 12px; font-size: 13px; font-weight: 700; } .pill-large { margin: 0; font-size: 50px; line-height: 1.1; } .post-title { font-size: 31px; line-height: 1.18; letter-spacing: -.02em; margin: 10px 0; } .post-deck { color: #606770; font-size: 19px; margin: 0 0 8px; } .post-by, .post-when { margin: 0; font-size: 14px; color: #606770; }
.actions { display: flex; gap: 8px; } .actions button, .talk button { flex: 0 0 auto; border: 0; background: #eef0f3; border-radius: 8px; padding: 8px 14px; } .post-media { margin: 14px -18px; } .post-media img { width: 100%; height: auto; display: block; } .post-media figcaption { padding: 6px 18px; font-size: 13px; color: #606770; } .post-callout { border: 2px solid ${accent}; border-radius: 10px; padding: 12px; font-weight: 600; } .post-pull { font-size: 25px; font-weight: 700; line-height: 1.25; color: ${accent}; }
.post-points, .box { background: ${tint}; border-radius: 10px; padding: 10px 18px; margin: 14px 0; } .cta { background: ${accent}; color: #fff; border: 0; border-radius: 8px; padding: 10px 18px; font-weight: 700; } .sponsor { text-align: center; font-size: 11px; color: #8a8d91; } .sponsor small { display: block; } iframe { border: 0; max-width: 100%; } blockquote { margin: 14px 0; border-inline-start: 4px solid ${accent}; padding-inline-start: 14px; } table { width: 100%; } td, th { padding: 6px; background: #f5f6f7; } pre { background: #1c1e21; color: #fff; padding: 14px; border-radius: 10px; overflow: auto; }
.tick { border-top: 1px solid #dde; padding-top: 10px; } .chips { display: flex; gap: 8px; list-style: none; padding: 0; font-size: 13px; } .more ul { list-style: none; padding: 0; margin: 0; } .more li { padding: 10px 0; border-top: 1px solid #eee; font-weight: 600; } .talk-item { border-top: 1px solid #eee; font-size: 15px; }
.feed { display: flex; flex-direction: column; gap: 12px; } .feed-title { margin: 8px 4px 0; font-size: 20px; } .row { display: flex; gap: 14px; background: #fff; border-radius: 14px; padding: 14px; align-items: center; } .row img { width: 120px; height: 80px; object-fit: cover; border-radius: 10px; } .row-lead { flex-direction: column; align-items: stretch; } .row-lead img { width: 100%; height: auto; } .row h2, .row h3 { margin: 0 0 4px; font-size: 18px; line-height: 1.25; } .row p { margin: 0; font-size: 15px; color: #606770; }
.alert { background: ${accent}; color: #fff; padding: 10px 16px; text-align: center; } .bottom { text-align: center; font-size: 13px; color: #606770; padding: 20px; } .bottom ul { display: flex; justify-content: center; gap: 18px; list-style: none; padding: 0; } .sheet { position: fixed; bottom: 0; inset-inline: 0; background: #fff; border-radius: 18px 18px 0 0; box-shadow: 0 -2px 16px rgba(0,0,0,.25); padding: 18px; max-width: 680px; margin: auto; } .wide-only { display: none; }`;

/** Cards in one flexible column, made for phones first. */
export function flexMobile(theme: Theme): Look {
  return {
    id: "flex-mobile-2019",
    doctype: "<!DOCTYPE html>",
    tagCase: "lower",
    spacing: "indented",
    metadata: "json-ld",
    css: css(theme),
    htmlAttributes: {},
    bodyAttributes: {},
    linkAttributes: () => ({}),
    nestsGroups: false,
    hiddenClass: "wide-only",
    pieces: {
      ...plainPieces(NAMING),
      paragraph: (content, style) =>
        el("div", { class: style === "outline" ? "post-callout" : "post-block" }, el("p", {}, content)),
      teaser: ({ title, text, picture, isLead }) =>
        el(
          "div",
          { class: isLead ? "row row-lead" : "row" },
          picture ? image(picture) : undefined,
          el("div", {}, el(isLead ? "h2" : "h3", {}, title), text === null ? undefined : el("p", {}, text)),
        ),
      group: ({ label, teasers }) =>
        el(
          "section",
          { class: "feed" },
          label === undefined ? undefined : el("h2", { class: "feed-title" }, label),
          teasers,
        ),
    },
    story: ({ label, headline, standfirst, byline, dates, tools, hero, highlights, body, paywall, tags }) =>
      el(
        "div",
        { class: "sheet-card" },
        label,
        headline,
        standfirst,
        byline,
        dates,
        hero,
        tools,
        highlights,
        el("div", { class: "post" }, body),
        paywall,
        tags,
      ),
    front: (groups) => groups,
    page: ({ masthead, nav, breaking, main, side, footer, notice }) => [
      el("header", { class: "bar" }, masthead, nav),
      breaking,
      el("main", { class: "stack" }, main, side),
      footer,
      notice,
    ],
  };
}
