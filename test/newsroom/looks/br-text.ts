import { as, type ElementNode, each, el, type Nodes, separated } from "../build/tree.ts";
import type { Look, Theme } from "./look.ts";
import { image, plainPieces, topLinks } from "./plain-pieces.ts";

const lines = (nodes: readonly Nodes[]): Nodes[] => nodes.flatMap((node) => [node, el("br", {})]);
const rule = (): ElementNode => el("hr", { size: "1", width: "100%" });

/** Running text with line breaks and hardly a paragraph: a page of the frameset years. */
export function brText(theme: Theme): Look {
  const twice = (): ElementNode[] => [el("br", {}), el("br", {})];
  return {
    id: "br-text-1999",
    doctype: "",
    tagCase: "upper",
    spacing: "indented",
    metadata: "title",
    css: `BODY { font-family: "Times New Roman", serif; } .menu { font-size: 90%; }`,
    htmlAttributes: {},
    bodyAttributes: { bgcolor: "#FFFFF4", text: "#000000", link: "#0000CC", vlink: "#551A8B" },
    linkAttributes: () => ({}),
    nestsGroups: false,
    hiddenClass: undefined,
    pieces: {
      ...plainPieces(() => ({})),
      inline: ({ style, text, url }) => {
        if (style === "link") return el("a", { href: url }, text);
        if (style === "bold") return el("b", {}, text);
        if (style === "italic") return el("i", {}, text);
        return style === "marked" ? el("font", { color: theme.accent }, text) : text;
      },
      paragraph: (content, style) => [style === "outline" ? el("b", {}, content) : content, twice()],
      heading: (text) => [el("b", {}, el("u", {}, text)), twice()],
      list: (items) => el("ul", {}, each("li", items)),
      table: (head, rows) =>
        el(
          "table",
          { border: "1" },
          el(
            "tbody",
            {},
            [head, ...rows].map((row) => el("tr", {}, each("td", row))),
          ),
        ),
      quote: (text) => el("blockquote", {}, text),
      pullQuote: (text) =>
        el("center", {}, el("font", { size: "+1" }, el("i", {}, text)), el("br", {}), el("br", {})),
      code: (text) => el("pre", {}, text),
      figure: (picture) =>
        el(
          "center",
          {},
          image(picture, { width: "320", height: "180", border: "2" }),
          el("br", {}),
          as("caption", el("font", { size: "2" }, picture.caption)),
          " ",
          as("credit", el("font", { size: "1" }, picture.credit)),
          el("br", {}),
          el("br", {}),
        ),
      slide: (picture) =>
        el(
          "center",
          {},
          image(picture, { width: "320", height: "180" }),
          el("br", {}),
          as("caption", el("i", {}, picture.caption)),
          " ",
          as("credit", el("font", { size: "1" }, picture.credit)),
          el("br", {}),
          el("br", {}),
        ),
      embed: (author, text, date) =>
        el("blockquote", {}, el("tt", {}, text, el("br", {}), `-- ${author}, ${date}`)),
      promotion: (text, button) =>
        el(
          "center",
          {},
          el("font", { size: "2" }, text, " [", el("a", { href: "/about/" }, button), "]"),
          el("br", {}),
        ),
      ad: (label) =>
        el(
          "center",
          {},
          el("font", { size: "1" }, label),
          el("br", {}),
          el("img", { src: "/media/4.png", width: "400", height: "50", border: "1", alt: "" }),
          el("br", {}),
        ),
      correction: (text) => [el("i", {}, text), twice()],
      highlights: (label, items) =>
        el(
          "table",
          { border: "1", align: theme.end, width: "200" },
          el(
            "tbody",
            {},
            el(
              "tr",
              {},
              el("td", {}, el("b", {}, label), el("br", {}), lines(items.map((item) => `* ${item}`))),
            ),
          ),
        ),
      sectionLabel: (link, size) => el("font", { size: size === "large" ? "+4" : "-1" }, "[", link, "]"),
      headline: (text) => el("h2", {}, text),
      standfirst: (text) => [el("i", {}, text), twice()],
      byline: (by, authors) => el("font", { size: "-1" }, `${by} `, separated(authors, ", ")),
      dates: (published, modified) =>
        el(
          "font",
          { size: "-1" },
          ` ${published.label}`,
          modified ? ` (${modified.word} ${modified.label})` : undefined,
        ),
      tools: (words) =>
        el(
          "font",
          { size: "-1" },
          words.flatMap((word) => [" [", el("a", { href: "#" }, word), "]"]),
        ),
      tags: (label, links) => el("font", { size: "-1" }, `${label}: `, separated(links, ", ")),
      related: (label, links) =>
        el("div", {}, rule(), el("b", {}, label), el("br", {}), lines(links.map((link) => ["- ", link]))),
      comments: (label, comments) => el("div", {}, el("b", {}, label), el("br", {}), comments),
      comment: ({ author, date, text }) =>
        el("div", {}, el("br", {}), el("b", {}, author), ` ${date}`, el("br", {}), text, el("br", {})),
      rule,
      paywall: (text, button) =>
        el("center", {}, el("b", {}, text), el("br", {}), el("a", { href: "/about/" }, button), el("br", {})),
      liveEntry: (time, title, body) => [time, " ", title, body],
      masthead: (name) =>
        el("center", {}, el("h1", {}, el("a", { href: "/" }, el("font", { color: theme.dark }, name)))),
      nav: (entries) => el("center", {}, el("span", { class: "menu" }, separated(topLinks(entries), " | "))),
      breaking: (label, link) =>
        el("center", {}, el("font", { color: "#CC0000" }, el("b", {}, el("blink", {}, label))), " ", link),
      notice: (text, accept) =>
        el("center", {}, el("font", { size: "1" }, text, " [", el("a", { href: "#" }, accept), "]")),
      footer: (text, links) =>
        el(
          "center",
          {},
          el(
            "font",
            { size: "2" },
            links.flatMap((link) => [link, " - "]),
            el("br", {}),
            el("i", {}, text),
          ),
        ),
      teaser: ({ title, text, picture, isLead }) =>
        el(
          "li",
          {},
          picture && isLead ? image(picture, { width: "160", height: "90", align: theme.end }) : undefined,
          el("b", {}, title),
          text === null ? undefined : [el("br", {}), text],
          isLead ? el("br", { clear: "all" }) : undefined,
        ),
      group: ({ label, teasers }) =>
        el("div", {}, label === undefined ? undefined : el("h3", {}, label), el("ul", {}, teasers)),
    },
    story: ({ label, headline, standfirst, byline, dates, tools, hero, highlights, body, paywall, tags }) => [
      label,
      headline,
      byline,
      dates,
      tools,
      rule(),
      highlights,
      hero,
      standfirst,
      body,
      paywall,
      tags,
    ],
    front: (groups) => groups,
    page: ({ masthead, nav, breaking, main, side, footer, notice }) => [
      masthead,
      nav,
      breaking,
      rule(),
      el(
        "table",
        { width: "100%", cellpadding: "8" },
        el(
          "tbody",
          {},
          el(
            "tr",
            {},
            el("td", { valign: "top" }, main),
            el("td", { valign: "top", width: "200", bgcolor: "#EEEEDD" }, side),
          ),
        ),
      ),
      rule(),
      footer,
      notice,
    ],
  };
}
