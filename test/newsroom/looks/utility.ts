import { el } from "../build/tree.ts";
import type { Look, Theme } from "./look.ts";
import { classNaming, image, plainPieces, topLinks } from "./plain-pieces.ts";

const BOX = "my-6 p-5 bg-tint rounded-lg";

const NAMING = classNaming({
  headline: "mt-2 mb-3 text-4xl font-bold leading-tight",
  standfirst: "mb-4 text-xl text-gray-600",
  sectionLabel: "m-0 text-sm font-bold text-accent",
  largeLabel: "m-0 text-6xl font-bold leading-none",
  byline: "m-0 text-sm text-gray-600",
  dates: "m-0 text-sm text-gray-600",
  tools: "flex gap-2 my-3",
  paragraph: "my-5 text-lg leading-relaxed",
  outline: "my-5 p-5 text-lg font-bold border-l-4 border-accent",
  heading: "mt-8 mb-3 text-2xl font-bold",
  list: "my-5 pl-6 text-lg",
  table: "my-6 w-full text-left",
  quote: "my-6 pl-6 border-l-4 border-gray italic text-lg",
  pullQuote: "my-8 text-3xl font-bold text-accent leading-tight",
  code: "my-6 p-5 bg-gray text-sm rounded-lg",
  figure: "my-6",
  slide: "my-6",
  picture: "w-full h-auto rounded-lg block",
  caption: "mt-2 text-sm text-gray-600",
  embed: "my-6 p-5 border rounded-lg text-sm",
  promotion: BOX,
  paywall: BOX,
  highlights: BOX,
  ad: "my-6 p-3 bg-gray text-center text-xs",
  related: "mt-8 pt-3 border-t-4",
  comments: "mt-8 pt-3 border-t-4",
  comment: "py-3 border-b text-sm",
  liveEntry: "my-6 pl-6 border-l-4 border-accent",
  tags: "flex gap-3 p-0 list-none text-sm",
  masthead: "text-2xl font-bold",
  nav: "text-sm font-bold",
  breaking: "p-3 bg-accent text-white text-center",
  notice: "fixed bottom-0 p-5 bg-white shadow text-sm",
  footer: "mt-8 p-5 bg-gray text-sm",
  button: "p-3 bg-accent text-white font-bold rounded-lg no-underline",
});

const css = ({ accent, tint, start, end }: Theme): string => `
*, ::before { box-sizing: border-box; border: 0 solid #e5e7eb; } body { margin: 0; font-family: ui-sans-serif, system-ui, "Segoe UI", Arial, sans-serif; line-height: 1.5; color: #111827; } a { color: inherit; } iframe { max-width: 100%; } h1, h2, h3 { font-size: inherit; margin: 0; } td, th { padding: .4rem; border-bottom-width: 1px; }
.m-0 { margin: 0; } .mt-2 { margin-top: .5rem; } .mt-8 { margin-top: 2rem; } .mb-3 { margin-bottom: .75rem; } .mb-4 { margin-bottom: 1rem; } .my-3 { margin-block: .75rem; } .my-5 { margin-block: 1.25rem; } .my-6 { margin-block: 1.5rem; margin-inline: 0; } .my-8 { margin-block: 2rem; } .mx-auto { margin-inline: auto; } .p-0 { padding: 0; } .p-3 { padding: .75rem; } .p-5 { padding: 1.25rem; } .py-3 { padding-block: .75rem; } .px-6 { padding-inline: 1.5rem; } .pt-3 { padding-top: .75rem; } .pl-6 { padding-${start}: 1.5rem; }
.text-xs { font-size: .75rem; } .text-sm { font-size: .875rem; } .text-lg { font-size: 1.125rem; } .text-xl { font-size: 1.25rem; } .text-2xl { font-size: 1.5rem; } .text-3xl { font-size: 1.875rem; } .text-4xl { font-size: 2.5rem; } .text-6xl { font-size: 3.75rem; } .font-bold { font-weight: 700; } .italic { font-style: italic; } .leading-none { line-height: 1; } .leading-tight { line-height: 1.2; } .leading-relaxed { line-height: 1.7; } .text-left { text-align: ${start}; } .text-center { text-align: center; } .no-underline, .no-underline a { text-decoration: none; }
.text-accent { color: ${accent}; } .text-white { color: #fff; } .text-gray-600 { color: #4b5563; } .bg-accent { background: ${accent}; } .bg-tint { background: ${tint}; } .bg-gray { background: #f3f4f6; } .bg-white { background: #fff; } .rounded-lg { border-radius: .5rem; } .border { border-width: 1px; } .border-b { border-bottom-width: 1px; } .border-t-4 { border-top-width: 4px; } .border-l-4 { border-${start}-width: 4px; } .border-accent { border-color: ${accent}; } .border-gray { border-color: #e5e7eb; } .shadow { box-shadow: 0 -1px 12px #0003; }
.block { display: block; } .hidden { display: none; } .flex { display: flex; } .flex-wrap { flex-wrap: wrap; } .items-center { align-items: center; } .items-start { align-items: flex-start; } .flex-1 { flex: 1 1 0%; min-width: 0; } .gap-2 { gap: .5rem; } .gap-3 { gap: .75rem; } .gap-6 { gap: 1.5rem; } .gap-12 { gap: 3rem; } .grid { display: grid; } .grid-cols-2 { grid-template-columns: repeat(2, minmax(0, 1fr)); } .col-span-2 { grid-column: span 2; } .w-full { width: 100%; } .w-72 { width: 18rem; } .w-28 { width: 7rem; } .h-auto { height: auto; } .max-w-6xl { max-width: 72rem; } .list-none { list-style: none; } .fixed { position: fixed; } .bottom-0 { bottom: 0; inset-inline: 0; } @media (min-width: 768px) { .md\\:hidden { display: none; } .md\\:text-${end} { text-align: ${end}; } }`;

/** Utility classes on every element, in the fashion of 2022. */
export function utility(theme: Theme): Look {
  return {
    id: "utility-2022",
    doctype: "<!DOCTYPE html>",
    tagCase: "lower",
    spacing: "minified",
    metadata: "json-ld",
    css: css(theme),
    htmlAttributes: { class: "h-full antialiased" },
    bodyAttributes: { class: "bg-white" },
    linkAttributes: (part) =>
      part === "label-link" || part === "teaser-link" || part === "nav-link" ? { class: "no-underline" } : {},
    nestsGroups: false,
    hiddenClass: "md:hidden",
    pieces: {
      ...plainPieces(NAMING),
      tools: (words) =>
        el(
          "div",
          { class: "flex gap-2 my-3" },
          words.map((word) =>
            el("button", { class: "p-3 text-xs border rounded-lg bg-white", type: "button" }, word),
          ),
        ),
      masthead: (name) => el("a", { href: "/", class: "text-2xl font-bold no-underline" }, name),
      nav: (entries) => el("nav", { class: "flex flex-wrap gap-3 text-sm font-bold" }, topLinks(entries)),
      footer: (text, links) =>
        el(
          "footer",
          { class: "mt-8 p-5 bg-gray text-sm" },
          el("div", { class: "flex gap-6" }, links),
          el("p", {}, text),
        ),
      teaser: ({ title, text, picture, isLead }) =>
        el(
          "div",
          { class: isLead ? "flex-1" : "flex gap-3 items-start py-3 border-b" },
          picture
            ? image(picture, { class: isLead ? "w-full h-auto rounded-lg block" : "w-28 h-auto rounded-lg" })
            : undefined,
          el(
            "div",
            { class: "flex-1" },
            el(
              "h3",
              { class: isLead ? "mt-2 text-2xl font-bold leading-tight" : "text-lg font-bold leading-tight" },
              title,
            ),
            text === null ? undefined : el("p", { class: "m-0 text-sm text-gray-600" }, text),
          ),
        ),
      group: ({ label, teasers, place }) =>
        el(
          "section",
          { class: place === "top" ? "col-span-2 flex gap-6 items-start" : "" },
          label === undefined
            ? undefined
            : el("h2", { class: "mb-3 pt-3 border-t-4 border-accent text-xl font-bold" }, label),
          teasers,
        ),
    },
    story: ({ label, headline, standfirst, byline, dates, tools, hero, highlights, body, paywall, tags }) =>
      el(
        "article",
        {},
        el("div", { class: "mb-4" }, label, headline, standfirst, byline, dates, tools),
        hero,
        highlights,
        el("div", { class: "w-full" }, body),
        paywall,
        tags,
      ),
    front: (groups) => el("div", { class: "grid grid-cols-2 gap-6" }, groups),
    page: ({ masthead, nav, breaking, main, side, footer, notice }) => [
      el(
        "header",
        { class: "border-b" },
        el("div", { class: "mx-auto max-w-6xl px-6 p-5 flex items-center gap-6" }, masthead, nav),
      ),
      breaking,
      el(
        "div",
        { class: "mx-auto max-w-6xl px-6 py-3 flex gap-12 items-start" },
        el("main", { class: "flex-1" }, main),
        el("aside", { class: "w-72" }, side),
      ),
      footer,
      notice,
    ],
  };
}
