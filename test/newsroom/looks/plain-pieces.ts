import { type Attributes, as, asGroup, type ElementNode, each, el, separated } from "../build/tree.ts";
import type { Picture } from "../content/story.ts";
import type { NavEntry, Pieces } from "./look.ts";

/** Every part of a story that can have a class. */
export type PieceName =
  | Exclude<keyof Pieces, "inline" | "rule">
  | "picture"
  | "caption"
  | "credit"
  | "outline"
  | "largeLabel"
  | "button"
  | "teaserText"
  | "groupTitle"
  | "commentAuthor"
  | "link";

/** Gives the attributes of a part; a look without classes gives none. */
export type Naming = (name: PieceName) => Attributes;

/** A plain `img` with its size. */
export function image(picture: Picture, attributes: Attributes = {}): ReturnType<typeof el> {
  return el("img", {
    src: picture.src,
    alt: picture.alt,
    width: String(picture.width),
    height: String(picture.height),
    ...attributes,
  });
}

/** The links of the sections, without those below them. */
export function topLinks(entries: readonly NavEntry[]): readonly ElementNode[] {
  return entries.map(({ link }) => link);
}

/** The sections as list items, each a group with those below it. */
export function menuItems(entries: readonly NavEntry[]): readonly ElementNode[] {
  return entries.map(({ label, link, children }) =>
    children.length === 0
      ? el("li", {}, link)
      : asGroup({ label, kind: "navigation" }, el("li", {}, link, el("ul", {}, each("li", children)))),
  );
}

function inlinePieces(
  name: Naming,
): Pick<Pieces, "inline" | "paragraph" | "heading" | "list" | "table" | "quote" | "code"> {
  return {
    inline: ({ style, text, url }) => {
      if (style === "link") return el("a", { href: url, ...name("link") }, text);
      if (style === "bold") return el("strong", {}, text);
      if (style === "italic") return el("em", {}, text);
      return style === "marked" ? el("span", {}, text) : text;
    },
    paragraph: (content, style) => el("p", name(style === "outline" ? "outline" : "paragraph"), content),
    heading: (text) => el("h2", name("heading"), text),
    list: (items) => el("ul", name("list"), each("li", items)),
    table: (head, rows) =>
      el(
        "table",
        name("table"),
        el("thead", {}, el("tr", {}, each("th", head))),
        el(
          "tbody",
          {},
          rows.map((row) => el("tr", {}, each("td", row))),
        ),
      ),
    quote: (text) => el("blockquote", name("quote"), el("p", {}, text)),
    code: (text) => el("pre", name("code"), el("code", {}, text)),
  };
}

function boxPieces(
  name: Naming,
): Pick<
  Pieces,
  | "pullQuote"
  | "figure"
  | "embed"
  | "promotion"
  | "ad"
  | "correction"
  | "paywall"
  | "slide"
  | "liveEntry"
  | "rule"
> {
  const figure = (picture: Picture, part: PieceName) =>
    el(
      "figure",
      name(part),
      image(picture, name("picture")),
      el(
        "figcaption",
        name("caption"),
        as("caption", el("span", {}, picture.caption)),
        " ",
        as("credit", el("small", name("credit"), picture.credit)),
      ),
    );
  return {
    pullQuote: (text) => el("aside", name("pullQuote"), el("p", {}, text)),
    figure: (picture) => figure(picture, "figure"),
    slide: (picture) => figure(picture, "slide"),
    embed: (author, text, date) =>
      el(
        "blockquote",
        name("embed"),
        el("p", {}, text),
        el("p", {}, "— ", author, ", ", el("time", {}, date)),
      ),
    promotion: (text, button) =>
      el(
        "aside",
        name("promotion"),
        el("p", {}, text),
        el("button", { type: "button", ...name("button") }, button),
      ),
    ad: (label) =>
      el(
        "div",
        name("ad"),
        el("small", {}, label),
        el("iframe", { src: "/ads/box.html", width: "300", height: "100", title: label }),
      ),
    correction: (text) => el("p", name("correction"), el("em", {}, text)),
    paywall: (text, button) =>
      el("div", name("paywall"), el("p", {}, text), el("a", { href: "/about/", ...name("button") }, button)),
    liveEntry: (time, title, body) => el("section", name("liveEntry"), time, title, body),
    rule: () => el("hr", {}),
  };
}

function headPieces(
  name: Naming,
): Pick<
  Pieces,
  "highlights" | "sectionLabel" | "headline" | "standfirst" | "byline" | "dates" | "tools" | "tags"
> {
  return {
    highlights: (label, items) =>
      el("div", name("highlights"), el("h3", {}, label), el("ul", {}, each("li", items))),
    sectionLabel: (link, size) =>
      el(size === "large" ? "h2" : "p", name(size === "large" ? "largeLabel" : "sectionLabel"), link),
    headline: (text) => el("h1", name("headline"), text),
    standfirst: (text) => el("p", name("standfirst"), text),
    byline: (by, authors) => el("p", name("byline"), el("span", {}, `${by} `), separated(authors, ", ")),
    dates: (published, modified) =>
      el(
        "p",
        name("dates"),
        el("time", { datetime: published.iso }, published.label),
        modified
          ? [" · ", el("time", { datetime: modified.iso }, `${modified.word} ${modified.label}`)]
          : undefined,
      ),
    tools: (words) =>
      el(
        "p",
        name("tools"),
        words.map((word) => el("button", { type: "button" }, word)),
      ),
    tags: (label, links) => el("ul", name("tags"), el("li", {}, label), each("li", links)),
  };
}

function listPieces(name: Naming): Pick<Pieces, "related" | "comments" | "comment" | "teaser" | "group"> {
  return {
    related: (label, links) =>
      el("aside", name("related"), el("h3", {}, label), el("ul", {}, each("li", links))),
    comments: (label, comments) =>
      el("section", name("comments"), el("h3", {}, `${label} (${comments.length})`), comments),
    comment: ({ author, date, text, reply }) =>
      el(
        "div",
        name("comment"),
        el("p", name("commentAuthor"), el("b", {}, author), " ", el("time", {}, date)),
        el("p", {}, text),
        el("button", { type: "button" }, reply),
      ),
    teaser: ({ title, text, picture, label, isLead }) =>
      el(
        "article",
        name("teaser"),
        picture ? image(picture, name("picture")) : undefined,
        isLead ? el("small", {}, label) : undefined,
        el(isLead ? "h2" : "h3", {}, title),
        text === null ? undefined : el("p", name("teaserText"), text),
      ),
    group: ({ label, teasers }) =>
      el(
        "section",
        name("group"),
        label === undefined ? undefined : el("h2", name("groupTitle"), label),
        teasers,
      ),
  };
}

function pagePieces(name: Naming): Pick<Pieces, "masthead" | "nav" | "breaking" | "notice" | "footer"> {
  return {
    masthead: (site) => el("div", name("masthead"), el("a", { href: "/" }, site)),
    nav: (entries) => el("nav", name("nav"), el("ul", {}, each("li", topLinks(entries)))),
    breaking: (label, link) => el("div", name("breaking"), el("strong", {}, label), " ", link),
    notice: (text, accept, decline) =>
      el(
        "div",
        { role: "dialog", ...name("notice") },
        el("p", {}, text),
        el("button", { type: "button", ...name("button") }, accept),
        el("button", { type: "button" }, decline),
      ),
    footer: (text, links) => el("footer", name("footer"), el("ul", {}, each("li", links)), el("p", {}, text)),
  };
}

/** Pieces as most modern pages write them; looks replace some. */
export function plainPieces(name: Naming): Pieces {
  return {
    ...inlinePieces(name),
    ...boxPieces(name),
    ...headPieces(name),
    ...listPieces(name),
    ...pagePieces(name),
  };
}

/** Class names from a table; parts that are not in it have none. */
export function classNaming(classes: Partial<Record<PieceName, string>>): Naming {
  return (name) => (classes[name] === undefined ? {} : { class: classes[name] });
}
