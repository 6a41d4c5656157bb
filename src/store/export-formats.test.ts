import { inflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { makeArticle } from "../../test/contract/store-samples.ts";
import { writeEpub } from "./epub.ts";
import { csvHead, csvRecord, exportLine, rssPieces, toRss } from "./export-formats.ts";
import type { StoredArticle } from "./store.ts";

function stored(fields: Parameters<typeof makeArticle>[0] = {}): StoredArticle {
  return {
    id: 1,
    article: makeArticle(fields),
    site: "example.org",
    sources: ["front"],
    topics: ["ports"],
    concepts: [],
    collectedTitles: [
      {
        title: "Quay",
        source: "front",
        kind: "front",
        topic: null,
        foundMs: 0,
        situation: null,
        reserveRange: false,
        likeness: 0.5,
        publisher: "The Quay",
        published: "2026-02-27",
        modified: null,
      },
    ],
    publisher: "The Quay",
    announced: "2026-02-27",
    firstSeenMs: 0,
    lastSeenMs: 0,
    versions: [{ number: 1, atMs: 0, reason: "first", changed: [] }],
    group: 1,
  };
}

const HOSTILE = `<b>"&' ]]> \u0000\u000b\ud800\ufffe</script>`;

/** Throws where markup is not well-formed XML. */
function checkXml(markup: string): void {
  const body = markup.replace(/^<\?xml[^>]*\?>\s*(?:<!DOCTYPE html>)?/, "");
  const open: string[] = [];
  const tag = /<(\/?)([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g;
  const rest = body.replace(tag, (_, isEnd: string, name: string, __, isEmpty: string) => {
    if (isEnd !== "") expect(open.pop()).toBe(name);
    else if (isEmpty === "") open.push(name);
    return "";
  });
  expect(open).toEqual([]);
  expect(rest).not.toMatch(/[<\u0000-\u0008\u000b\ud800-\udfff\ufffe]|&(?!(?:amp|lt|gt|quot|#\d+);)/);
}

describe("an export", () => {
  test("names topics, concepts and a site, where the page names none its domain", () => {
    const placed = { ...stored({ site: null }), concepts: ["transport"] };
    expect(exportLine(placed)).toMatchObject({
      site: "example.org",
      topics: ["ports"],
      concepts: ["transport"],
    });
    expect(exportLine(stored({ site: "Quay News" })).site).toBe("Quay News");
    expect(csvRecord(placed)).toContain(",example.org,");
    expect(csvRecord(placed)).toContain("ports,transport,");
  });

  test("has a JSON line with what the store knows beside the article's fields", () => {
    expect(exportLine(stored())).toMatchObject({
      ...makeArticle(),
      collectedTitles: [{ title: "Quay", source: "front", found: "1970-01-01T00:00:00.000Z" }],
      source: "front",
      firstSeen: "1970-01-01T00:00:00.000Z",
      versions: [{ number: 1, at: "1970-01-01T00:00:00.000Z", reason: "first", changed: [] }],
    });
  });

  test("has CSV cells that are quoted, and formulas that no spreadsheet runs", () => {
    const cells = csvRecord(stored({ title: '=HYPERLINK("x")', text: 'One, "two"\nthree.' }));
    expect(cells).toContain(`"'=HYPERLINK(""x"")"`);
    expect(cells).toContain('"One, ""two""\nthree."');
    expect(csvHead().split(",")).toHaveLength(18);
  });

  test("has a feed that is well-formed whatever the articles hold", () => {
    const feed = toRss([stored({ title: HOSTILE, html: HOSTILE }), stored({ published: "never" })], HOSTILE);
    checkXml(feed);
    expect(feed).toContain("<pubDate>Thu, 01 Jan 1970 00:00:00 GMT</pubDate>");
    expect(feed).toContain("&lt;/script&gt;");
  });

  test("has the same feed written at once and piece by piece", async () => {
    const articles = [stored({ title: HOSTILE }), stored()];
    const pieces = await gather(rssPieces(each(articles), HOSTILE));
    expect(pieces).toHaveLength(4);
    expect(pieces.join("")).toBe(toRss(articles, HOSTILE));
  });

  test("has a book that is well-formed, with its type first and no pictures", async () => {
    const html = `<p>One<br>two <a href="https://example.org/?a=1&amp;b=2">link</a></p><figure><img src="https://example.org/x.jpg" alt="x"></figure><ul><li>item</li></ul><hr><table><tr><td>cell</td></tr></table>`;
    const articles = [stored({ html, language: HOSTILE }), stored({ title: HOSTILE, language: "en" })];
    const pieces = await gather(writeEpub(each(articles), { title: HOSTILE, nowMs: 0 }));
    const book = Buffer.concat(pieces);
    const files = unzip(book);
    expect(book.subarray(30, 58).toString()).toBe("mimetypeapplication/epub+zip");
    expect([...files.keys()]).toEqual([
      "mimetype",
      "EPUB/article-1.xhtml",
      "EPUB/article-2.xhtml",
      "META-INF/container.xml",
      "EPUB/package.opf",
      "EPUB/nav.xhtml",
      "EPUB/style.css",
    ]);
    for (const [name, text] of files) if (/xml|opf/.test(name)) checkXml(text);
    expect(files.get("EPUB/article-1.xhtml")).toContain("One<br/>two");
    expect(files.get("EPUB/article-1.xhtml")).not.toContain("<img");
    expect(files.get("EPUB/package.opf")).toContain("1970-01-01T00:00:00Z</meta>");
    expect(files.get("EPUB/package.opf")).toContain("<dc:language>en<");
  });

  test("is no book without an article", async () => {
    const book = gather(writeEpub(each([]), { title: "", nowMs: 0 }));
    await expect(book).rejects.toMatchObject({ code: "BAD_OPTION" });
  });
});

async function gather<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

/** The files of an archive by its directory. */
function unzip(bytes: Uint8Array): ReadonlyMap<string, string> {
  const zip = Buffer.from(bytes);
  const end = zip.length - 22;
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size, length] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
    ];
    const name = zip.subarray(at + 46, at + 46 + length).toString();
    const start = zip.readUInt32LE(at + 42) + 30 + length;
    const content = zip.subarray(start, start + size);
    files.set(name, (method === 8 ? inflateRawSync(content) : content).toString());
    at += 46 + length;
  }
  return files;
}
