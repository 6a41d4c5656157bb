import { createHash } from "node:crypto";
import { crc32, deflateRawSync } from "node:zlib";
import type { Article } from "../article/index.ts";
import { type Block, blocksHtml, blocksOf, cleanLabel, escapeText, escapeValue } from "../assemble/index.ts";
import { NewsError } from "../errors/index.ts";
import type { StoredArticle } from "./store.ts";

interface BookOptions {
  readonly title: string;
  readonly nowMs: number;
}

/**
 * The bytes of an EPUB 3 book, a chapter for each article in a stream: only the titles are held. Pictures are left
 * out: a book may not load them from elsewhere.
 */
export async function* writeEpub(
  articles: AsyncIterable<StoredArticle>,
  options: BookOptions,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipWriter();
  const book = {
    chapters: [] as BookEntry[],
    digest: createHash("sha256"),
    language: undefined as string | undefined,
  };
  for await (const { article } of articles) {
    // First and uncompressed, so that programs recognise the format by its first bytes.
    if (book.chapters.length === 0) yield* zip.add("mimetype", "application/epub+zip", "plain");
    const file = `article-${book.chapters.length + 1}.xhtml`;
    const { title, markup } = chapterOf(article);
    book.chapters.push({ file, title });
    book.digest.update(`${article.url}\0`);
    if (LANGUAGE_TAG.test(article.language ?? "")) book.language ??= article.language ?? undefined;
    yield* zip.add(`EPUB/${file}`, markup);
  }
  if (book.chapters.length === 0)
    throw new NewsError("BAD_OPTION", "No article was found, and a book needs one.");
  const { chapters, language } = book;
  const identifier = book.digest.digest("base64url").slice(0, 32);
  yield* zip.add("META-INF/container.xml", CONTAINER);
  yield* zip.add("EPUB/package.opf", packageFile(chapters, { ...options, language, identifier }));
  yield* zip.add("EPUB/nav.xhtml", navigation(chapters, options.title));
  yield* zip.add("EPUB/style.css", STYLE);
  yield zip.end();
}

const CONTAINER = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;
const STYLE = `body { line-height: 1.5; margin: 1em }
blockquote { border-left: .2em solid; margin-left: 0; padding-left: 1em }
table { border-collapse: collapse }
td, th { border: 1px solid; padding: .2em .4em }
pre { white-space: pre-wrap }
.about { font-size: .85em }
`;

interface BookEntry {
  readonly file: string;
  readonly title: string;
}

function chapterOf(article: Article): { readonly title: string; readonly markup: string } {
  const title = cleanLabel(article.title ?? undefined) ?? article.url ?? "Article";
  const about = [article.authors.join(", "), article.site ?? "", article.published ?? ""]
    .filter((part) => part !== "")
    .map((part) => text(part));
  const address = article.canonicalUrl ?? article.url;
  const source = address === null ? [] : [`<a href="${escapeValue(address)}">${text(address)}</a>`];
  const body = [
    `<h1>${text(title)}</h1>`,
    `<p class="about">${[...about, ...source].join(" · ")}</p>`,
    blocksXhtml(blocksOf(article)),
  ];
  return { title, markup: xhtml({ title, article, body: body.join("\n") }) };
}

interface XhtmlPage {
  readonly title: string;
  readonly body: string;
  readonly article?: Article;
}

function xhtml({ title, body, article }: XhtmlPage): string {
  const { language = null, direction = null } = article ?? {};
  const tag = language !== null && LANGUAGE_TAG.test(language) ? language : null;
  const attributes = `${tag === null ? "" : ` lang="${tag}" xml:lang="${tag}"`}${direction === null ? "" : ` dir="${direction}"`}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"${attributes}>
<head><title>${text(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>
${body}
</body>
</html>
`;
}

const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i;

/** Our own HTML as XHTML: without pictures, `br` and `hr` are its only empty elements. */
function blocksXhtml(blocks: readonly Block[]): string {
  return withoutControls(blocksHtml(withoutFigures(blocks)).replace(/<(br|hr)>/g, "<$1/>"));
}

function withoutFigures(blocks: readonly Block[]): readonly Block[] {
  return blocks.flatMap((block): readonly Block[] => {
    switch (block.type) {
      case "figure":
        return [];
      case "quote":
        return [{ ...block, blocks: withoutFigures(block.blocks) }];
      case "list":
        return [{ ...block, items: block.items.map(withoutFigures) }];
      case "terms":
        return [
          {
            ...block,
            entries: block.entries.map((each) => ({ ...each, blocks: withoutFigures(each.blocks) })),
          },
        ];
      case "table":
        return [
          {
            ...block,
            rows: block.rows.map((row) =>
              row.map((cell) => ({ ...cell, blocks: withoutFigures(cell.blocks) })),
            ),
          },
        ];
      default:
        return [block];
    }
  });
}

/** Characters that XML has no way to write. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Text without characters that XML has no way to write. */
export function withoutControls(markup: string): string {
  return markup.toWellFormed().replace(NOT_XML, "");
}

function text(words: string): string {
  return withoutControls(escapeText(words));
}

function navigation(chapters: readonly BookEntry[], title: string): string {
  const lines = chapters.map(({ file, title: name }) => `<li><a href="${file}">${text(name)}</a></li>`);
  const body = `<nav epub:type="toc"><h1>${text(title)}</h1>\n<ol>\n${lines.join("\n")}\n</ol></nav>`;
  return xhtml({ title, body });
}

interface PackageFacts extends BookOptions {
  readonly language: string | undefined;
  readonly identifier: string;
}

function packageFile(
  chapters: readonly BookEntry[],
  { title, nowMs, language = "und", identifier }: PackageFacts,
): string {
  const items = chapters.map(
    ({ file }, at) => `<item id="a${at + 1}" href="${file}" media-type="application/xhtml+xml"/>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:galley:${identifier}</dc:identifier>
<dc:title>${text(title)}</dc:title>
<dc:language>${language}</dc:language>
<meta property="dcterms:modified">${new Date(nowMs).toISOString().replace(/\.\d+/, "")}</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="style" href="style.css" media-type="text/css"/>
${items.join("\n")}
</manifest>
<spine>
${chapters.map((_, at) => `<itemref idref="a${at + 1}"/>`).join("\n")}
</spine>
</package>
`;
}

/** Larger archives need the 64-bit extension, which few readers of EPUB know. */
const MAX_ENTRIES = 0xffff;
const MAX_BYTES = 0xffffffff;
/** Version 2.0: deflated files and folders. */
const VERSION = 20;
/** Names are in UTF-8. */
const UTF8_FLAG = 0x0800;
const DEFLATED = 8;
/** 1 January 1980, the first day of the format: equal input gives equal bytes. */
const FIRST_DAY = 0x21;

/** Writes a ZIP archive file by file; only the directory entries are held. */
class ZipWriter {
  readonly #directory: Buffer[] = [];
  #offset = 0;

  /** The bytes of a further file. */
  *add(name: string, text: string, how: "deflated" | "plain" = "deflated"): Generator<Uint8Array> {
    const bytes = Buffer.from(text);
    const content = how === "plain" ? bytes : deflateRawSync(bytes);
    const path = Buffer.from(name);
    const facts = factsOf({ bytes, content, path, method: how === "plain" ? 0 : DEFLATED });
    this.#directory.push(directoryEntry(facts, path, this.#offset));
    this.#offset += 4 + facts.length + path.length + content.length;
    if (this.#directory.length > MAX_ENTRIES || this.#offset > MAX_BYTES)
      throw new NewsError("BAD_OPTION", "There are too many articles for one archive of 4 GB.");
    yield Buffer.concat([signature(0x04034b50), facts, path]);
    yield content;
  }

  /** The directory, after the last file. */
  end(): Uint8Array {
    const listed = Buffer.concat(this.#directory);
    return Buffer.concat([listed, endRecord(this.#directory.length, listed.length, this.#offset)]);
  }
}

interface Facts {
  readonly bytes: Uint8Array;
  readonly content: Uint8Array;
  readonly path: Uint8Array;
  readonly method: number;
}

/** The fields that a file's header and the directory share. */
function factsOf({ bytes, content, path, method }: Facts): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(VERSION, 0);
  facts.writeUInt16LE(UTF8_FLAG, 2);
  facts.writeUInt16LE(method, 4);
  facts.writeUInt16LE(FIRST_DAY, 8);
  facts.writeUInt32LE(crc32(bytes), 10);
  facts.writeUInt32LE(content.length, 14);
  facts.writeUInt32LE(bytes.length, 18);
  facts.writeUInt16LE(path.length, 22);
  return facts;
}

function directoryEntry(facts: Buffer, path: Uint8Array, offset: number): Buffer {
  const madeBy = Buffer.alloc(2);
  madeBy.writeUInt16LE(VERSION);
  // Comment, disk and attributes are zero.
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([signature(0x02014b50), madeBy, facts, rest, path]);
}

function endRecord(count: number, bytes: number, offset: number): Buffer {
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(bytes, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([signature(0x06054b50), end]);
}

function signature(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}
