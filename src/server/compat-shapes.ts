import Type, { type Static } from "typebox";
import type { Article } from "../article/index.ts";
import { NewsError } from "../errors/index.ts";
import { type Format, render } from "../output/index.ts";
import { makeReader, parseJson } from "./api/read-body.ts";
import { ADDRESS } from "./api/schemas.ts";

/** Services whose answers feed readers know. */
export type Service = "mercury" | "readability" | "full-text";

const CONTENT_TYPES = ["html", "markdown", "text"] as const satisfies readonly Format[];
const CONTENT_TYPE = Type.Optional(Type.Enum([...CONTENT_TYPES]));

// Readers send more than these; unknown fields are ignored.

/** The query of an address. */
export const ADDRESS_QUERY = Type.Object({ url: ADDRESS, contentType: CONTENT_TYPE });
/** What is sent to Mercury. */
export const MERCURY_BODY = Type.Object({
  url: Type.Optional(ADDRESS),
  html: Type.Optional(Type.String({ description: "The page, of /parse-html." })),
  contentType: CONTENT_TYPE,
  options: Type.Optional(Type.Object({ html: Type.Optional(Type.String()), contentType: CONTENT_TYPE })),
});
/** What is sent to the Readability server. */
export const ADDRESS_BODY = Type.Object({ url: ADDRESS });

const TEXT = Type.Union([Type.String(), Type.Null()]);
/** What Mercury answers with. */
export const MERCURY = Type.Object({
  title: TEXT,
  content: Type.String(),
  author: TEXT,
  date_published: TEXT,
  lead_image_url: TEXT,
  dek: Type.Null(),
  next_page_url: TEXT,
  url: TEXT,
  domain: TEXT,
  excerpt: TEXT,
  word_count: Type.Integer(),
  direction: Type.Enum(["ltr", "rtl"]),
  total_pages: Type.Literal(1),
  rendered_pages: Type.Literal(1),
});
/** What the Readability server answers with. */
export const READABILITY = Type.Object({
  url: Type.String(),
  title: TEXT,
  byline: TEXT,
  dir: Type.Union([Type.Enum(["ltr", "rtl"]), Type.Null()]),
  content: Type.String(),
  length: Type.Integer(),
  excerpt: TEXT,
  siteName: TEXT,
  textContent: Type.String(),
  lang: TEXT,
  publishedTime: TEXT,
});
/** What `extract.php` of Full-Text RSS answers with. */
export const FULL_TEXT = Type.Object({
  title: TEXT,
  excerpt: TEXT,
  date: TEXT,
  author: TEXT,
  language: TEXT,
  url: Type.String(),
  effective_url: Type.String(),
  domain: TEXT,
  word_count: Type.Integer(),
  og_image: TEXT,
  content: Type.String(),
});

/** A request to one of the services: a page, or the address of one. */
export interface WantedPage {
  readonly url?: string | undefined;
  readonly html?: string | undefined;
  readonly format?: Format | undefined;
}

const readMercury = /* @__PURE__ */ makeReader(MERCURY_BODY, { what: "body" });
const readAddress = /* @__PURE__ */ makeReader(ADDRESS_BODY, { what: "body" });

/** Reads the JSON body of a request to a service; Full-Text RSS takes none. */
export function readServiceBody(service: Service, bytes: Uint8Array): WantedPage {
  const body = parseJson(bytes);
  if (service !== "mercury") return readAddress(body);
  const { url, html, contentType, options = {} } = readMercury(body);
  const wanted = { url, html: options.html ?? html, format: options.contentType ?? contentType };
  if (wanted.url === undefined && wanted.html === undefined)
    throw new NewsError("BAD_REQUEST", "The request has neither a url nor HTML.");
  return wanted;
}

/** An article with the further fields of services. */
export interface ServedArticle {
  readonly article: Article;
  /** The address of its next part. */
  readonly next: string | undefined;
  /** The address that was asked for, before redirects. */
  readonly requestedUrl: string;
  /** How the content is written. Default: HTML. */
  readonly format?: Format | undefined;
}

/** An article as a service answers with it. */
export function asServiceAnswer(service: Service, served: ServedArticle): object {
  if (service === "mercury") return toMercury(served);
  return service === "readability" ? toReadability(served) : toFullText(served);
}

function toMercury({ article, next, format = "html" }: ServedArticle): Static<typeof MERCURY> {
  const { title, authors, published, image, url, canonicalUrl, wordCount, direction, html } = article;
  const address = canonicalUrl ?? url;
  return {
    title,
    content: format === "html" ? html : render(article, format),
    author: authors.join(", ") || null,
    date_published: published,
    lead_image_url: image,
    dek: null,
    next_page_url: next ?? null,
    url: address,
    domain: hostOf(address),
    excerpt: excerptOf(article),
    word_count: wordCount,
    direction: direction ?? "ltr",
    total_pages: 1,
    rendered_pages: 1,
  };
}

function toReadability({ article, requestedUrl: url }: ServedArticle): Static<typeof READABILITY> {
  const { title, authors, direction, html, text, site, language, published } = article;
  return {
    url,
    title,
    byline: authors.join(", ") || null,
    dir: direction,
    content: html,
    length: text.length,
    excerpt: excerptOf(article),
    siteName: site,
    textContent: text,
    lang: language,
    publishedTime: published,
  };
}

function toFullText({ article, requestedUrl: url }: ServedArticle): Static<typeof FULL_TEXT> {
  const { title, published, authors, language, html, wordCount, image } = article;
  const effective = article.url ?? url;
  return {
    title,
    excerpt: excerptOf(article),
    date: published,
    author: authors.join(", ") || null,
    language,
    url,
    effective_url: effective,
    domain: hostOf(effective),
    word_count: wordCount,
    og_image: image,
    content: html,
  };
}

/** As long as Mercury's own. */
const EXCERPT_CHARS = 200;

function excerptOf({ excerpt, text }: Article): string | null {
  if (excerpt !== null) return excerpt;
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= EXCERPT_CHARS) return line || null;
  return `${line
    .slice(0, EXCERPT_CHARS)
    .replace(/\s\S*$/, "")
    .toWellFormed()}…`;
}

function hostOf(url: string | null): string | null {
  return URL.parse(url ?? "")?.hostname ?? null;
}
