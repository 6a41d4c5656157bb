import type { Article } from "../article/index.ts";
import {
  type Block,
  blocksOf,
  type Cell,
  cleanLabel,
  escapeText,
  escapeValue,
  type Inline,
  type Picture,
} from "../assemble/index.ts";
import { dropUnseen } from "../text/index.ts";
import { languageOf } from "./article-head.ts";

/** The article as XML in the manner of TEI: a header of what is known about it, and its text. */
export function toXml(article: Article): string {
  const language = languageOf(article);
  const body = element("body", {}, `\n${blocksXml(blocksOf(article))}\n`);
  const text = element("text", { "xml:lang": language }, `\n${body}\n`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<TEI xmlns="http://www.tei-c.org/ns/1.0">',
    headerXml(article, language),
    text,
    "</TEI>",
    "",
  ].join("\n");
}

function headerXml(article: Article, language: string | null): string {
  const { title, authors, site, published, modified, url, canonicalUrl, excerpt, section, tags } = article;
  const statement = [field("title", title), ...authors.map((author) => field("author", author))];
  const publication = [
    field("publisher", site),
    field("date", published, { type: "published" }),
    field("date", modified, { type: "modified" }),
  ];
  const sources = [
    field("ref", url, { type: "source" }),
    canonicalUrl === url ? "" : field("ref", canonicalUrl, { type: "canonical" }),
  ];
  const file = [
    group("titleStmt", statement),
    group("publicationStmt", publication),
    group("sourceDesc", [group("bibl", sources)]),
  ];
  const profile = [
    language === null ? "" : group("langUsage", [element("language", { ident: language }, "")]),
    group("abstract", [field("p", excerpt)]),
    group("textClass", [
      group("classCode", [field("term", section)]),
      group(
        "keywords",
        tags.map((tag) => field("term", tag)),
      ),
    ]),
  ];
  return group("teiHeader", [group("fileDesc", file), group("profileDesc", profile)]);
}

function field(name: string, value: string | null, attributes: Attributes = {}): string {
  const label = cleanLabel(value ?? undefined);
  return label === null ? "" : element(name, attributes, escapeText(label));
}

function group(name: string, parts: readonly string[]): string {
  const written = parts.filter((part) => part !== "");
  return written.length === 0 ? "" : element(name, {}, `\n${written.join("\n")}\n`);
}

/** Attributes of an element; null leaves one out. */
type Attributes = Readonly<Record<string, string | number | null>>;

/** An XML element around content that is XML already. */
function element(name: string, attributes: Attributes, content: string): string {
  let start = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null) start += ` ${key}="${escapeValue(dropUnseen(String(value)))}"`;
  }
  return content === "" ? `${start}/>` : `${start}>${content}</${name}>`;
}

/** Blocks as TEI elements, one a line. */
function blocksXml(blocks: readonly Block[]): string {
  return blocks.map(blockXml).join("\n");
}

function blockXml(block: Block): string {
  switch (block.type) {
    case "paragraph":
      return element("p", {}, lineXml(block.children));
    case "heading":
      return element("head", { rend: `h${block.level}` }, lineXml(block.children));
    case "code":
      return element("code", { "xml:space": "preserve", lang: block.language }, escapeText(block.text));
    case "quote":
      return element("quote", {}, blocksXml(block.blocks));
    case "list": {
      const items = block.items.map((item) => element("item", {}, innerXml(item)));
      const kind = block.ordered ? "numbered" : "bulleted";
      return element("list", { rend: kind, n: block.ordered ? block.start : null }, lines(items));
    }
    case "terms": {
      const entries = block.entries.map(({ isTerm, blocks }) =>
        element(isTerm ? "label" : "item", {}, innerXml(blocks)),
      );
      return element("list", { type: "gloss" }, lines(entries));
    }
    case "table": {
      const rows = block.rows.map((row) => element("row", {}, row.map(cellXml).join("")));
      const head = block.caption.length === 0 ? [] : [element("head", {}, lineXml(block.caption))];
      return element("table", {}, lines([...head, ...rows]));
    }
    case "figure":
      return figureXml(block);
    case "rule":
      return element("milestone", { unit: "section", rend: "rule" }, "");
  }
}

function lines(parts: readonly string[]): string {
  return `\n${parts.join("\n")}\n`;
}

/** The blocks of an item or cell; a single paragraph needs no element of its own. */
function innerXml(blocks: readonly Block[]): string {
  const [first] = blocks;
  return first?.type === "paragraph" && blocks.length === 1 ? lineXml(first.children) : blocksXml(blocks);
}

function cellXml({ header, colspan, rowspan, blocks }: Cell): string {
  const attributes = {
    role: header ? "label" : null,
    cols: colspan > 1 ? colspan : null,
    rows: rowspan > 1 ? rowspan : null,
  };
  return element("cell", attributes, innerXml(blocks));
}

function figureXml({ pictures, caption, credit }: Extract<Block, { type: "figure" }>): string {
  const words = caption.length === 0 ? [] : [element("head", {}, lineXml(caption))];
  const byline = credit === null ? [] : [element("bibl", {}, escapeText(credit))];
  const descriptions = pictures.flatMap(({ alt }) =>
    alt === null ? [] : [element("figDesc", {}, escapeText(alt))],
  );
  return element("figure", {}, [...pictures.map(pictureXml), ...words, ...descriptions, ...byline].join(""));
}

function pictureXml({ kind, src }: Picture): string {
  return kind === "image"
    ? element("graphic", { url: src }, "")
    : element("media", { url: src, type: kind }, "");
}

function lineXml(line: readonly Inline[]): string {
  let xml = "";
  for (const piece of line) {
    if (piece.type === "text") xml += escapeText(piece.text);
    else if (piece.type === "break") xml += element("lb", {}, "");
    else if (piece.type === "link") xml += element("ref", { target: piece.href }, lineXml(piece.children));
    else if (piece.mark === "q") xml += element("q", {}, lineXml(piece.children));
    else if (piece.mark === "abbr") xml += element("abbr", { n: piece.title }, lineXml(piece.children));
    else if (piece.mark === "del") xml += element("del", {}, lineXml(piece.children));
    else xml += element("hi", { rend: piece.mark }, lineXml(piece.children));
  }
  return xml;
}
