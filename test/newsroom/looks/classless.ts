import { each, el } from "../build/tree.ts";
import type { Look, Theme } from "./look.ts";
import { menuItems, plainPieces } from "./plain-pieces.ts";

const css = ({ accent, dark, tint, start }: Theme): string => `
body { max-width: 42em; margin: 0 auto; padding: 1em; font: 18px/1.6 "Palatino Linotype", Palatino, Georgia, serif; color: #222; background: #fffdf9; }
a { color: ${dark}; } body > header { border-bottom: 3px double ${dark}; text-align: center; } body > header > div a { font-size: 2em; font-variant: small-caps; text-decoration: none; }
nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; justify-content: center; gap: .3em 1.2em; } nav ul ul { display: none; }
h1 { line-height: 1.2; margin: .2em 0; } article > header h2 { font-size: 3em; margin: 0; line-height: 1; } article header p { margin: .3em 0; } figure { margin: 1.5em 0; } img { max-width: 100%; height: auto; } figcaption { font-size: .8em; color: #666; }
blockquote { border-inline-start: 3px solid ${accent}; margin-inline: 0; padding-inline-start: 1em; color: #444; } aside { background: ${tint}; padding: .6em 1.2em; margin: 1.5em 0; } table { border-collapse: collapse; width: 100%; } th, td { border-bottom: 1px solid #ccc; text-align: ${start}; padding: .3em; } pre { background: #f3efe6; padding: 1em; overflow: auto; }
section > h2 { border-bottom: 1px solid ${accent}; } section > article { margin: 1em 0; } section > article img { width: 9em; float: ${start}; margin-inline-end: 1em; } section > article h2, section > article h3 { margin: 0; } section > article p { margin: .2em 0; } section > article::after { content: ""; display: block; clear: both; } iframe { border: 1px solid #ccc; display: block; } footer { border-top: 3px double ${dark}; font-size: .85em; } footer ul { list-style: none; padding: 0; display: flex; gap: 1em; } dialog { position: fixed; bottom: 0; border: 1px solid ${dark}; background: #fff; }`;

/** Only elements, no classes: a writer's own site with a style sheet on tag names. */
export function classless(theme: Theme): Look {
  return {
    id: "classless-2018",
    doctype: "<!doctype html>",
    tagCase: "lower",
    spacing: "indented",
    metadata: "open-graph",
    css: css(theme),
    htmlAttributes: {},
    bodyAttributes: {},
    linkAttributes: () => ({}),
    nestsGroups: true,
    hiddenClass: undefined,
    pieces: {
      ...plainPieces(() => ({})),
      paragraph: (content, style) => el("p", {}, style === "outline" ? el("strong", {}, content) : content),
      highlights: (label, items) =>
        el("details", { open: "" }, el("summary", {}, label), el("ul", {}, each("li", items))),
      nav: (entries) => el("nav", {}, el("ul", {}, menuItems(entries))),
      notice: (text, accept, decline) =>
        el("dialog", { open: "" }, el("p", {}, text), el("button", {}, accept), el("button", {}, decline)),
      group: ({ label, teasers }) =>
        el("section", {}, label === undefined ? undefined : el("h2", {}, label), teasers),
    },
    story: ({ label, headline, standfirst, byline, dates, hero, highlights, body, paywall, tags }) =>
      el(
        "article",
        {},
        el("header", {}, label, headline, standfirst, byline, dates),
        hero,
        highlights,
        body,
        paywall,
        el("footer", {}, tags),
      ),
    front: (groups) => groups,
    page: ({ masthead, nav, breaking, main, side, footer, notice }) => [
      el("header", {}, masthead, nav),
      breaking,
      el("main", {}, main),
      el("aside", {}, side),
      footer,
      notice,
    ],
  };
}
