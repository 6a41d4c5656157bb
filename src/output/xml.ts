import type { Article } from "../article/index.ts";
import { blocksOf, cleanLabel, escapeText } from "../assemble/index.ts";
import { languageOf } from "./article-content.ts";
import { type Attributes, blocksXml, element } from "./xml-body.ts";

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
