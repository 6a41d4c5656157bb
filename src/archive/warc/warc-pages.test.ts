import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WARCParser } from "warcio";
import { hashText } from "../../text/index.ts";
import type { RawPage, StoredPage } from "../page-record.ts";
import { readHttp, undoCodings } from "./http-message.ts";
import { archive, DATE, INFO, idOf, inPieces, request, response, story } from "./made-up-archives.testing.ts";
import { Originals } from "./originals.ts";
import type { WarcEntry, WarcPacking } from "./warc-output.ts";
import { readWarcPages } from "./warc-pages.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-warc-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const LIMIT = 1_000_000;

interface Read {
  readonly pages: (RawPage | StoredPage)[];
  readonly skipped: string[];
}

async function read(
  entries: readonly WarcEntry[],
  packing: WarcPacking = "gzip",
  originals = new Originals(),
): Promise<Read> {
  const path = join(folder, "crawl.warc.gz");
  const bytes = archive(entries, packing);
  writeFileSync(path, bytes);
  const skipped: string[] = [];
  const pages: (RawPage | StoredPage)[] = [];
  const options = {
    name: "crawl.warc.gz",
    path,
    maxBytes: LIMIT,
    originals,
    onSkip: (what: string) => skipped.push(what),
  };
  for await (const page of readWarcPages(inPieces(bytes, 9000), options)) pages.push(page);
  return { pages, skipped };
}

/** The text of a page, or its failure. */
function outcome(page: RawPage | StoredPage): string {
  if (page.kind !== "stored") return page.kind === "broken" ? page.code : page.kind;
  return Buffer.from(undoCodings(page.bytes, page.codings ?? [], LIMIT)).toString();
}

const PAGE = story("Aldwick");
const HTML = "Content-Type: text/html; charset=ISO-8859-2\r\n";

describe("a page of an archive", () => {
  test("has the id of its record, its address and the charset of its HTTP header", async () => {
    const { pages, skipped } = await read([
      INFO,
      request("a"),
      response("a", PAGE, `HTTP/1.1 200 OK\r\n${HTML}`),
    ]);
    expect(pages).toMatchObject([
      { kind: "stored", id: idOf("a"), url: "https://bay.example/a", charset: "ISO-8859-2" },
    ]);
    expect(pages.map(outcome)).toEqual([PAGE]);
    expect(skipped).toEqual(["warcinfo", "request"]);
  });

  test("comes from responses and resources of HTML; the rest is counted, not guessed", async () => {
    const plain = { date: DATE, body: Buffer.from(PAGE) };
    const { pages, skipped } = await read([
      response("image", "PNG", "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n"),
      response("untyped", PAGE, "HTTP/1.1 200 OK\r\n"),
      response("data", '{"a":1}', "HTTP/1.1 200 OK\r\n"),
      response("xhtml", PAGE, "HTTP/2 200\r\nContent-Type: Application/XHTML+XML\r\n"),
      { ...plain, type: "resource", url: "file:///a.html", contentType: "text/html" },
      { ...plain, type: "resource", url: "file:///a.css", contentType: "text/css" },
      {
        ...plain,
        type: "response",
        url: "dns:bay.example",
        contentType: "text/dns",
        body: Buffer.from("1.2.3.4"),
      },
      { ...plain, type: "conversion", url: "https://bay.example/wet", contentType: "text/plain" },
    ]);
    expect(pages.map(({ kind, ...page }) => ("url" in page ? page.url : kind))).toEqual([
      "https://bay.example/untyped",
      "https://bay.example/xhtml",
      "file:///a.html",
    ]);
    expect(skipped).toEqual(Array.from({ length: 5 }, () => "not HTML"));
  });

  test("that the server refused, or that is too large, is a failure of its own", async () => {
    const { pages } = await read([
      response("gone", PAGE, `HTTP/1.1 404 Not Found\r\n${HTML}`),
      response("moved", PAGE, `HTTP/1.1 301 Moved\r\n${HTML}`),
      response("busy", PAGE, `HTTP/1.1 503 Busy\r\n${HTML}`),
      response("large", Buffer.alloc(2_000_000, "<p>sand"), `HTTP/1.1 200 OK\r\n${HTML}`),
      response("film", Buffer.alloc(2_000_000, "x"), "HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n"),
      { ...response("part", PAGE), fields: [["WARC-Segment-Number", "1"]] },
    ]);
    expect(pages.map((page) => [page.kind === "broken" && page.url, outcome(page)])).toEqual([
      ["https://bay.example/gone", "HTTP_REFUSED"],
      ["https://bay.example/moved", "HTTP_REFUSED"],
      ["https://bay.example/busy", "HTTP_STATUS"],
      ["https://bay.example/large", "INPUT_TOO_LARGE"],
      ["https://bay.example/part", "BAD_ARCHIVE"],
    ]);
  });

  test("of an empty archive, or of damage, is a failure that tells the place", async () => {
    expect((await read([])).pages).toEqual([
      {
        kind: "broken",
        id: "crawl.warc.gz",
        code: "EMPTY_INPUT",
        message: "The archive crawl.warc.gz is empty.",
      },
    ]);
    const bytes = archive([response("a", PAGE)], "gzip");
    const pages: unknown[] = [];
    const cut = inPieces(bytes.subarray(0, -30), 100);
    for await (const page of readWarcPages(cut, { name: "cut.warc.gz", maxBytes: LIMIT })) pages.push(page);
    expect(pages).toEqual([
      {
        kind: "broken",
        id: "cut.warc.gz:0",
        code: "BAD_ARCHIVE",
        message: `The archive cut.warc.gz is damaged: the gzip member is cut short; ${bytes.length - 30} bytes from byte 0 are left out.`,
      },
    ]);
  });
});

describe("a revisit", () => {
  const digest = ["WARC-Payload-Digest", "sha1:AAAA"] as const;
  const revisit = (fields: WarcEntry["fields"] = []): WarcEntry => ({
    ...response("again", "", "HTTP/1.1 304 Not Modified\r\n"),
    type: "revisit",
    fields,
  });

  test.each(["gzip", "none", "zstd"] as const)(
    "has the page of its original, packed by %s",
    async (packing) => {
      const original = { ...response("first", PAGE), fields: [digest] };
      const { pages } = await read([original, response("other", story("Other")), revisit([digest])], packing);
      expect(pages[2]).toMatchObject({ id: idOf("again"), url: "https://bay.example/again" });
      expect(outcome(pages[2]!)).toBe(PAGE);
      const named = await read([original, revisit([["WARC-Refers-To", idOf("first")]])], packing);
      expect(outcome(named.pages[1]!)).toBe(PAGE);
    },
  );

  test("without its original is a failure", async () => {
    const { pages } = await read([revisit([digest]), revisit()]);
    expect(pages.map(outcome)).toEqual(["NO_ORIGINAL", "NO_ORIGINAL"]);
  });

  test("finds at least as many of the latest originals as are asked for, the last of one digest", async () => {
    const named = (name: string, of: string): WarcEntry => ({
      ...response(name, story(name)),
      fields: [["WARC-Payload-Digest", of]],
    });
    const to = (of: string) => revisit([["WARC-Payload-Digest", of]]);
    const entries = [
      ...[..."abcdefg"].map((name) => named(name, `sha1:${name}`)),
      named("again-f", "sha1:f"),
      ...[..."aefg"].map((name) => to(`sha1:${name}`)),
    ];
    const { pages } = await read(entries, "gzip", new Originals(3));
    expect(pages.slice(-4).map(outcome)).toEqual(["NO_ORIGINAL", story("e"), story("again-f"), story("g")]);
  });

  test("tells originals apart whose digests share a hash", async () => {
    const [first, second] = ["sha1:106548", "sha1:1488764"] as const;
    expect(hashText(first)).toBe(hashText(second));
    const entries = [first, second].map(
      (of): WarcEntry => ({ ...response(of, story(of)), fields: [["WARC-Payload-Digest", of]] }),
    );
    const revisits = [first, second].map((of) => revisit([["WARC-Payload-Digest", of]]));
    const { pages } = await read([...entries, ...revisits]);
    expect(pages.slice(2).map(outcome)).toEqual([story(first), story(second)]);
  });

  test("of what is no page is passed over, as its original is", async () => {
    const picture = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n";
    const again: WarcEntry = { ...response("again", "", picture), type: "revisit", fields: [digest] };
    const { pages, skipped } = await read([
      { ...response("first", "PNG", picture), fields: [digest] },
      again,
    ]);
    expect([pages, skipped]).toEqual([[], ["not HTML", "not HTML"]]);
  });
});

/** A body in chunks of a size. */
function chunked(body: Uint8Array, size: number): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const part = Buffer.from(body.subarray(at, at + size));
    parts.push(Buffer.from(`${part.length.toString(16)};x=1\r\n`), part, Buffer.from("\r\n"));
  }
  return Buffer.concat([...parts, Buffer.from("0\r\n\r\n")]);
}

const PACKERS = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
} as const;

describe("the codings of a body", () => {
  test.each(Object.entries(PACKERS))("%s is undone, in chunks or not", (coding, pack) => {
    const body = pack(PAGE);
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: ${coding.toUpperCase()}\r\n`;
    for (const [lines, bytes] of [
      ["", body],
      ["Transfer-Encoding: chunked\r\n", chunked(body, 100)],
    ] as const) {
      const message = readHttp(Buffer.concat([Buffer.from(`${head}${lines}\r\n`), bytes]));
      expect(Buffer.from(undoCodings(message!.body, message!.codings, LIMIT)).toString()).toBe(PAGE);
    }
  });

  test.each(["gzip", "deflate"] as const)("%s in chunks is read as warcio reads it", async (coding) => {
    const head = `HTTP/1.1 200 OK\r\n${HTML}Content-Encoding: ${coding}\r\nTransfer-Encoding: chunked\r\n`;
    const entries = [response("a", chunked(PACKERS[coding](PAGE), 77), head)];
    const { pages } = await read(entries);
    for await (const record of new WARCParser(inPieces(archive(entries, "gzip"), 4096)))
      expect(outcome(pages[0]!)).toBe(await record.contentText());
  });

  test("a bare deflate stream is read, and several codings are undone in turn", () => {
    const bytes = gzipSync(deflateRawSync(PAGE));
    expect(Buffer.from(undoCodings(bytes, ["gzip", "deflate"], LIMIT)).toString()).toBe(PAGE);
    const message = readHttp(
      Buffer.from(
        "HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\nContent-Encoding: x-gzip, unheard-of\r\n\r\n",
      ),
    );
    expect(message?.codings).toEqual(["gzip", "deflate"]);
  });

  test("a body that is not packed as its head says stays as it is", () => {
    for (const coding of ["chunked", "gzip", "deflate", "br", "zstd"] as const)
      expect(Buffer.from(undoCodings(Buffer.from(PAGE), [coding], LIMIT)).toString()).toBe(PAGE);
  });

  test("of a body that is cut there is what came", () => {
    for (const [coding, pack] of Object.entries(PACKERS)) {
      const body = pack(PAGE.repeat(50));
      const cut = undoCodings(body.subarray(0, -3), [coding as keyof typeof PACKERS], LIMIT);
      expect(PAGE.repeat(50).startsWith(Buffer.from(cut).toString()), coding).toBe(true);
    }
    const chunks = chunked(Buffer.from(PAGE), 100).subarray(0, 500);
    expect(PAGE.startsWith(Buffer.from(undoCodings(chunks, ["chunked"], LIMIT)).toString())).toBe(true);
  });

  test("a bomb and bytes that are nothing of the kind are coded failures", () => {
    for (const [coding, pack] of Object.entries(PACKERS)) {
      const bomb = pack(Buffer.alloc(50_000_000));
      expect(() => undoCodings(bomb, [coding as keyof typeof PACKERS], LIMIT), coding).toThrow(
        expect.objectContaining({ code: "INPUT_TOO_LARGE" }),
      );
    }
    const noise = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff, 0xff, 0xff, 0xff]);
    for (const coding of ["gzip", "br"] as const)
      expect(() => undoCodings(noise, [coding], LIMIT)).toThrow(
        expect.objectContaining({ code: "BAD_ARCHIVE" }),
      );
  });
});
