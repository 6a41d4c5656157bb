import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { timedUntil } from "../../test/growth.ts";
import { readSitemap, type SitemapEntry } from "./read-sitemap.ts";

const AT = "https://news.example/sitemap.xml";

const NEWS = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="x" xmlns:image="y">
<url><loc>https://news.example/a?x=1&amp;y=2</loc><lastmod>2026-11-17</lastmod>
<image:image><image:title>A picture</image:title></image:image>
<news:news><news:publication><news:name>N</news:name></news:publication><news:publication_date>2026-11-16T08:00:00Z</news:publication_date><news:title><![CDATA[Ferries & cranes]]></news:title></news:news></url>
<url >
 <loc> /b </loc></url><url><loc>ftp://news.example/c</loc></url><url><lastmod>2026-01-01</lastmod></url>
</urlset>`;

const INDEX = `<sitemapindex><sitemap><loc>https://news.example/1.xml.gz</loc><lastmod>2026-11-01T00:00:00+00:00</lastmod></sitemap></sitemapindex>`;

async function read(bytes: Uint8Array, chunkBytes = bytes.length): Promise<readonly SitemapEntry[]> {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += Math.max(1, chunkBytes))
    chunks.push(bytes.subarray(at, at + chunkBytes));
  const entries: SitemapEntry[] = [];
  for await (const entry of readSitemap(chunks, AT)) entries.push(entry);
  return entries;
}

const ENTRIES: readonly SitemapEntry[] = [
  {
    kind: "page",
    url: "https://news.example/a?x=1&y=2",
    title: "Ferries & cranes",
    published: "2026-11-16T08:00:00Z",
    modified: "2026-11-17",
  },
  {
    kind: "page",
    url: "https://news.example/b",
    title: undefined,
    published: undefined,
    modified: undefined,
  },
];

describe("a sitemap", () => {
  test("gives its pages with the titles and dates of news, whatever the size of the pieces", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 700 }), async (chunkBytes) => {
        expect(await read(Buffer.from(NEWS), chunkBytes)).toEqual(ENTRIES);
      }),
      { numRuns: 60 },
    );
  });

  test("is unpacked whatever its name says", async () => {
    expect(await read(gzipSync(NEWS), 50)).toEqual(ENTRIES);
  });

  test("that is an index gives sitemaps", async () => {
    expect(await read(Buffer.from(INDEX))).toMatchObject([
      { kind: "sitemap", url: "https://news.example/1.xml.gz", modified: "2026-11-01T00:00:00+00:00" },
    ]);
  });

  test("of plain lines gives the addresses", async () => {
    const text = "\ufeffhttps://news.example/a\r\nhttps://news.example/b\nnot an address\n";
    expect((await read(Buffer.from(text), 7)).map(({ url }) => url)).toEqual([
      "https://news.example/a",
      "https://news.example/b",
    ]);
  });

  test("that is cut at any byte gives its whole entries, packed or not", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: NEWS.length }), fc.boolean(), async (length, isPacked) => {
        const bytes = isPacked ? gzipSync(NEWS) : Buffer.from(NEWS);
        const entries = await read(bytes.subarray(0, length));
        expect(entries).toEqual(ENTRIES.slice(0, entries.length));
      }),
      { numRuns: 200 },
    );
  });

  test("that is something else gives nothing", async () => {
    expect(await read(Buffer.from("<!doctype html><p>Not found"))).toEqual([]);
    expect(await read(new Uint8Array())).toEqual([]);
  });

  test("of 1 MB that unpacks to 1 GB ends at its limit", async () => {
    const packed = gzipSync(Buffer.alloc(60 * 1024 * 1024, " "));
    const bomb = Buffer.concat(Array.from({ length: 17 }, () => packed));
    await expect(read(bomb, 65_536)).rejects.toMatchObject({ code: "FETCH_TOO_LARGE" });
  });

  test("with an entry that never ends drops it and goes on", async () => {
    const text = `<urlset><url><loc>https://news.example/${"x".repeat(300_000)}<url><loc>https://news.example/b</loc></url></urlset>`;
    for (const chunkBytes of [50_000, text.length])
      expect((await read(Buffer.from(text), chunkBytes)).map(({ url }) => url)).toEqual([
        "https://news.example/b",
      ]);
  });

  test.each([
    ["entries that never end", "<url>".repeat(4_000_000)],
    ["an entry of tags that never end", `<url>${"<loc ".repeat(400_000)}</url>`],
    ["entries of tags that never end", `<url>${"<loc ".repeat(30_000)}</url>`.repeat(20)],
  ])("with %s takes time in proportion to its size", async (_, text) => {
    const { result, tookMs } = await timedUntil(() => read(Buffer.from(text), 16_384));
    expect(result).toEqual([]);
    expect(tookMs).toBeLessThan(5000);
  });
});
