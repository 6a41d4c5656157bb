import type { FastifyInstance } from "fastify";
import Type, { type Static } from "typebox";
import type { Article } from "../article/index.ts";
import { NewsError } from "../errors/index.ts";
import { render } from "../output/index.ts";
import { FAILURE } from "./api/schemas.ts";
import type { AppParts, Door } from "./door.ts";

/** How Mercury writes the content. */
const CONTENT_TYPES = ["html", "markdown", "text"] as const;
type ContentType = (typeof CONTENT_TYPES)[number];
const CONTENT_TYPE = Type.Optional(Type.Enum([...CONTENT_TYPES]));

/** Addresses above this are attacks or mistakes; the fetcher refuses them too. */
const ADDRESS = Type.String({ minLength: 1, maxLength: 8192 });

/** Readers send more than these; what they do not know of galley is ignored. */
const QUERY = Type.Object({ url: ADDRESS, contentType: CONTENT_TYPE });
const PARSER_BODY = Type.Object({
  url: Type.Optional(ADDRESS),
  contentType: CONTENT_TYPE,
  options: Type.Optional(Type.Object({ html: Type.Optional(Type.String()), contentType: CONTENT_TYPE })),
});
const HTML_BODY = Type.Object({ url: Type.Optional(ADDRESS), html: Type.String() });
const URL_BODY = Type.Object({ url: ADDRESS });

const TEXT = Type.Union([Type.String(), Type.Null()]);
/** What Mercury answers with. */
const MERCURY = Type.Object({
  title: TEXT,
  content: Type.String(),
  author: TEXT,
  date_published: TEXT,
  lead_image_url: TEXT,
  dek: Type.Null(),
  next_page_url: Type.Null(),
  url: TEXT,
  domain: TEXT,
  excerpt: TEXT,
  word_count: Type.Integer(),
  direction: Type.Enum(["ltr", "rtl"]),
  total_pages: Type.Literal(1),
  rendered_pages: Type.Literal(1),
});
/** What the Readability server answers with. */
const READABILITY = Type.Object({
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
const FULL_TEXT = Type.Object({
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

const config = { scope: "extract" } as const;

/** The addresses and fields of Mercury, the Readability server and Full-Text RSS, for readers that speak to those; off unless asked for. */
export const compatDoor: Door = (scope, parts) => {
  if (!parts.isCompat) return;
  addMercury(scope, parts);
  scope.post<{ Body: Static<typeof URL_BODY> }>(
    "/",
    {
      config,
      schema: {
        operationId: "readability",
        summary: "Readability server: the article of an address",
        body: URL_BODY,
        response: { 200: READABILITY, "4xx": FAILURE },
      },
    },
    async ({ body }) => toReadability(await articleOf(body, parts), body.url),
  );
  scope.get<{ Querystring: Static<typeof QUERY> }>(
    "/extract.php",
    {
      config,
      schema: {
        operationId: "fullText",
        summary: "Full-Text RSS: the article of an address",
        querystring: QUERY,
        response: { 200: FULL_TEXT, "4xx": FAILURE },
      },
    },
    async ({ raw, query }) => {
      const url = addressIn(raw.url ?? "", query.url);
      return toFullText(await articleOf({ url }, parts), url);
    },
  );
};

function addMercury(scope: FastifyInstance, parts: AppParts): void {
  scope.get<{ Querystring: Static<typeof QUERY> }>(
    "/parser",
    {
      config,
      schema: {
        operationId: "mercuryGet",
        summary: "Mercury: the article of an address",
        querystring: QUERY,
        response: { 200: MERCURY, "4xx": FAILURE },
      },
    },
    async ({ raw, query }) =>
      toMercury(await articleOf({ url: addressIn(raw.url ?? "", query.url) }, parts), query.contentType),
  );
  scope.post<{ Body: Static<typeof PARSER_BODY> }>(
    "/parser",
    {
      config,
      schema: {
        operationId: "mercury",
        summary: "Mercury: the article of an address or of HTML",
        body: PARSER_BODY,
        response: { 200: MERCURY, "4xx": FAILURE },
      },
    },
    async ({ body: { url, options = {}, contentType } }) =>
      toMercury(await articleOf({ url, html: options.html }, parts), options.contentType ?? contentType),
  );
  scope.post<{ Body: Static<typeof HTML_BODY> }>(
    "/parse-html",
    {
      config,
      schema: {
        operationId: "mercuryHtml",
        summary: "Mercury: the article of HTML",
        body: HTML_BODY,
        response: { 200: MERCURY, "4xx": FAILURE },
      },
    },
    async ({ body }) => toMercury(await articleOf(body, parts)),
  );
}

/** The address in a query. Some readers do not encode it, so that its own parameters look like ours: then it is all that follows `url=`. */
function addressIn(path: string, decoded: string): string {
  const [, bare] = /[?&]url=(https?:\/\/[^#]*)/i.exec(path) ?? [];
  return bare ?? decoded;
}

async function articleOf(
  { url, html }: { readonly url?: string | undefined; readonly html?: string | undefined },
  { pool, fetchPage }: AppParts,
): Promise<Article> {
  if (html === undefined && url === undefined)
    throw new NewsError("BAD_REQUEST", "The request has neither a url nor HTML.");
  const page =
    html === undefined
      ? await fetchPage(url ?? "")
      : { bytes: new TextEncoder().encode(html), charset: "utf-8", url };
  const how = page.url === undefined ? {} : { url: page.url };
  const { bytes } = await pool.run({ kind: "page", bytes: page.bytes, charset: page.charset, how });
  return JSON.parse(new TextDecoder().decode(bytes)) as Article;
}

/** An article as Mercury gives it. */
function toMercury(article: Article, contentType: ContentType = "html"): Static<typeof MERCURY> {
  const { title, authors, published, image, url, canonicalUrl, wordCount, direction } = article;
  const address = canonicalUrl ?? url;
  return {
    title,
    content: contentType === "html" ? article.html : render(article, contentType),
    author: authors.join(", ") || null,
    date_published: published,
    lead_image_url: image,
    dek: null,
    next_page_url: null,
    url: address,
    domain: hostOf(address),
    excerpt: excerptOf(article),
    word_count: wordCount,
    direction: direction ?? "ltr",
    total_pages: 1,
    rendered_pages: 1,
  };
}

/** An article as the Readability server gives it. */
function toReadability(article: Article, url: string): Static<typeof READABILITY> {
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

/** An article as `extract.php` of Full-Text RSS gives it. */
function toFullText(article: Article, url: string): Static<typeof FULL_TEXT> {
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
