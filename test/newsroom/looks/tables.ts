import { as, el, type Nodes, separated } from "../build/tree.ts";
import type { Look, Theme } from "./look.ts";
import { image, plainPieces } from "./plain-pieces.ts";

const FACE = "Verdana, Arial, Helvetica, sans-serif";

/** A table of one column, each row one cell. */
function stack(attributes: Record<string, string>, rows: readonly Nodes[]) {
  return el(
    "table",
    { border: "0", cellspacing: "0", cellpadding: "4", width: "100%", ...attributes },
    el(
      "tbody",
      {},
      rows.map((row) => el("tr", {}, el("td", {}, row))),
    ),
  );
}

/** Nested tables and font tags: a paper's site of 2005. */
export function tables(theme: Theme): Look {
  const font = (size: string, ...children: Nodes[]) => el("font", { face: FACE, size }, children);
  const spacer = () => as("other", el("img", { src: "/media/spacer.png", width: "1", height: "8", alt: "" }));
  const bar = (label: Nodes) =>
    el(
      "tr",
      {},
      el(
        "td",
        { bgcolor: theme.dark },
        el("font", { face: FACE, size: "2", color: "#FFFFFF" }, el("b", {}, label)),
      ),
    );
  const box = (label: Nodes, rows: readonly Nodes[]) =>
    el(
      "table",
      { border: "0", cellspacing: "1", cellpadding: "4", width: "100%", bgcolor: "#CCCCCC" },
      el(
        "tbody",
        {},
        bar(label),
        rows.map((row) => el("tr", {}, el("td", { bgcolor: "#FFFFFF" }, row))),
      ),
    );
  return {
    id: "tables-2005",
    doctype: '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">',
    tagCase: "upper",
    spacing: "indented",
    metadata: "title",
    css: `A:link { color: ${theme.dark}; } A:hover { color: ${theme.accent}; } .nav { color: #FFFFFF !important; text-decoration: none; }`,
    htmlAttributes: {},
    bodyAttributes: {
      bgcolor: "#E8E8E8",
      text: "#000000",
      link: theme.dark,
      topmargin: "0",
      marginheight: "0",
    },
    linkAttributes: (part) =>
      part === "nav-link" || part === "group-link" || part === "breaking-link" ? { class: "nav" } : {},
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
      paragraph: (content, style) =>
        el("p", {}, style === "outline" ? font("3", el("b", {}, content)) : font("2", content)),
      heading: (text) => el("p", {}, font("3", el("b", {}, text))),
      list: (items) =>
        el(
          "ul",
          {},
          items.map((item) => el("li", {}, font("2", item))),
        ),
      table: (head, rows) =>
        el(
          "table",
          { border: "1", cellpadding: "3", cellspacing: "0" },
          el(
            "tbody",
            {},
            el(
              "tr",
              { bgcolor: "#DDDDDD" },
              head.map((cell) => el("td", {}, font("2", el("b", {}, cell)))),
            ),
            rows.map((row) =>
              el(
                "tr",
                {},
                row.map((cell) => el("td", {}, font("2", cell))),
              ),
            ),
          ),
        ),
      quote: (text) => el("blockquote", {}, font("2", text)),
      pullQuote: (text) =>
        el(
          "table",
          { width: "180", align: theme.end, cellpadding: "8" },
          el("tbody", {}, el("tr", {}, el("td", { bgcolor: theme.tint }, font("4", el("i", {}, text))))),
        ),
      figure: (picture) =>
        el(
          "table",
          { width: "260", align: theme.end, cellspacing: "0", cellpadding: "4" },
          el(
            "tbody",
            {},
            el("tr", {}, el("td", {}, image(picture, { width: "250", height: "141", border: "1" }))),
            el(
              "tr",
              {},
              el(
                "td",
                { bgcolor: "#EEEEEE" },
                as("caption", font("1", picture.caption)),
                el("br", {}),
                as("credit", el("font", { size: "1", color: "#666666" }, picture.credit)),
              ),
            ),
          ),
        ),
      slide: (picture) =>
        el(
          "center",
          {},
          image(picture, { width: "400", height: "225" }),
          el("br", {}),
          as("caption", font("1", picture.caption)),
          " ",
          as("credit", font("1", picture.credit)),
          el("br", {}),
          el("br", {}),
        ),
      embed: (author, text, date) =>
        el(
          "table",
          { border: "1", width: "80%", align: "center" },
          el(
            "tbody",
            {},
            el(
              "tr",
              {},
              el("td", {}, font("2", el("b", {}, author), el("br", {}), text, el("br", {}), date)),
            ),
          ),
        ),
      promotion: (text, button) =>
        el(
          "table",
          { width: "100%", cellpadding: "6" },
          el(
            "tbody",
            {},
            el(
              "tr",
              {},
              el(
                "td",
                { bgcolor: theme.tint },
                font("1", text),
                " ",
                el("a", { href: "/about/" }, font("1", el("b", {}, button))),
              ),
            ),
          ),
        ),
      ad: (label) =>
        el(
          "center",
          {},
          el("font", { size: "1", color: "#999999" }, label),
          el("br", {}),
          el("img", { src: "/media/3.png", width: "234", height: "60", border: "1", alt: "" }),
        ),
      correction: (text) => el("p", {}, font("1", el("i", {}, text))),
      highlights: (label, items) =>
        box(
          label,
          items.map((item) => font("1", item)),
        ),
      sectionLabel: (link, size) =>
        el("font", { face: FACE, size: size === "large" ? "7" : "2" }, el("b", {}, link)),
      headline: (text) => el("font", { face: "Georgia, Times New Roman", size: "5" }, el("b", {}, text)),
      standfirst: (text) => el("p", {}, font("3", text)),
      byline: (by, authors) => font("1", `${by} `, separated(authors, ", ")),
      dates: (published, modified) =>
        el(
          "font",
          { face: FACE, size: "1", color: "#666666" },
          published.label,
          modified ? [el("br", {}), `${modified.word} ${modified.label}`] : undefined,
        ),
      tools: (words) =>
        font(
          "1",
          separated(
            words.map((word) => el("a", { href: "#" }, word)),
            " | ",
          ),
        ),
      tags: (label, links) => el("p", {}, font("1", `${label}: `, separated(links, " | "))),
      related: (label, links) =>
        box(
          label,
          links.map((link) => font("2", link)),
        ),
      comments: (label, comments) => box(`${label} (${comments.length})`, comments),
      comment: ({ author, date, text }) =>
        el("div", {}, font("1", el("b", {}, author), ` (${date})`), el("br", {}), font("2", text)),
      paywall: (text, button) => box(button, [font("2", text)]),
      liveEntry: (time, title, body) => [el("hr", { size: "1", noshade: "" }), font("2", time), title, body],
      masthead: (name) =>
        el(
          "a",
          { href: "/" },
          el("font", { face: "Times New Roman, serif", size: "7", color: theme.dark }, el("b", {}, name)),
        ),
      nav: (entries) =>
        stack(
          { bgcolor: theme.dark, cellpadding: "5" },
          entries.map((entry) => el("font", { face: FACE, size: "2", color: "#FFFFFF" }, entry.link)),
        ),
      breaking: (label, link) =>
        el(
          "table",
          { width: "780", bgcolor: "#CC0000", align: "center", cellpadding: "5" },
          el(
            "tbody",
            {},
            el(
              "tr",
              {},
              el(
                "td",
                {},
                el("font", { face: FACE, size: "2", color: "#FFFFFF" }, el("b", {}, label), ": ", link),
              ),
            ),
          ),
        ),
      footer: (text, links) =>
        el(
          "center",
          {},
          font(
            "1",
            links.flatMap((link) => [link, " | "]),
            el("br", {}),
            text,
          ),
        ),
      teaser: ({ title, text, picture, isLead }) =>
        el(
          "tr",
          {},
          el(
            "td",
            { bgcolor: "#FFFFFF" },
            picture
              ? image(picture, {
                  width: isLead ? "200" : "100",
                  height: isLead ? "113" : "56",
                  align: theme.start,
                  hspace: "6",
                  border: "1",
                })
              : undefined,
            font(isLead ? "4" : "2", el("b", {}, title)),
            text === null ? undefined : [el("br", {}), font("1", text)],
          ),
        ),
      group: ({ label, teasers }) =>
        el(
          "table",
          { border: "0", cellspacing: "1", cellpadding: "5", width: "100%", bgcolor: "#CCCCCC" },
          el("tbody", {}, label === undefined ? undefined : bar(label), teasers),
        ),
    },
    story: ({ label, headline, standfirst, byline, dates, tools, hero, highlights, body, paywall, tags }) =>
      el(
        "table",
        { border: "0", cellspacing: "0", cellpadding: "2", width: "100%" },
        el(
          "tbody",
          {},
          el("tr", {}, el("td", { bgcolor: theme.tint }, label)),
          el("tr", {}, el("td", {}, headline)),
          el("tr", {}, el("td", {}, byline, byline ? el("br", {}) : undefined, dates)),
          el("tr", {}, el("td", { align: theme.end }, tools)),
          el("tr", {}, el("td", {}, hero, standfirst, highlights, body, paywall, tags)),
        ),
      ),
    front: (groups) => groups.flatMap((group) => [group, spacer(), el("br", {})]),
    page: ({ masthead, nav, breaking, main, side, footer, notice }) => [
      breaking,
      el(
        "table",
        {
          width: "780",
          align: "center",
          bgcolor: "#FFFFFF",
          border: "0",
          cellspacing: "0",
          cellpadding: "6",
        },
        el(
          "tbody",
          {},
          el("tr", {}, el("td", { colspan: "3", bgcolor: theme.tint, height: "70" }, masthead)),
          el(
            "tr",
            {},
            el("td", { width: "120", valign: "top", bgcolor: theme.dark }, nav),
            el("td", { valign: "top" }, main),
            el("td", { width: "170", valign: "top", bgcolor: "#F4F4F4" }, side),
          ),
          el("tr", {}, el("td", { colspan: "3" }, el("hr", { size: "1" }), footer)),
        ),
      ),
      notice,
    ],
  };
}
