import { gzipSync, zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WARCParser } from "warcio";
import { archive, DATE, INFO, inPieces, request, response, story } from "./made-up-archives.testing.ts";
import { readWarc, type WarcDamage } from "./read-warc.ts";
import { packRecord, type WarcEntry } from "./warc-output.ts";
import type { WarcRecord } from "./warc-record.ts";

const OPTIONS = { maxBodyBytes: 1 << 20 };

async function itemsOf(
  bytes: Uint8Array,
  { size = 1 << 16, ...options }: { size?: number; maxBodyBytes?: number; dictionary?: Buffer } = {},
): Promise<(WarcRecord | WarcDamage)[]> {
  const items: (WarcRecord | WarcDamage)[] = [];
  for await (const item of readWarc(inPieces(bytes, size), { ...OPTIONS, ...options })) items.push(item);
  return items;
}

interface Plain {
  readonly fields: readonly (readonly [string, string])[];
  readonly body: string;
}

/** What both readers give of a record. */
async function ours(bytes: Uint8Array, size?: number): Promise<Plain[]> {
  const items = await itemsOf(bytes, size === undefined ? {} : { size });
  return items.map((item) => {
    if (item.kind === "damage" || item.problem !== undefined) throw new Error(`damage: ${item.problem}`);
    return { fields: item.fields, body: item.body.toString("latin1") };
  });
}

/** warcio as the oracle. */
async function theirs(bytes: Uint8Array): Promise<Plain[]> {
  const records: Plain[] = [];
  const parser = new WARCParser(inPieces(bytes, 1 << 16), { keepHeadersCase: true, parseHttp: false });
  for await (const record of parser) {
    const fields = [...record.warcHeaders.headers].map(([name, value]) => [name, value] as const);
    records.push({ fields, body: Buffer.from(await record.readFully(false)).toString("latin1") });
  }
  return records;
}

const ENTRIES: readonly WarcEntry[] = [
  INFO,
  request("a"),
  response("a", story("Aldwick")),
  response("b", ""),
  { type: "metadata", date: DATE, body: Buffer.from("fetchTimeMs: 12\r\n\r\n") },
  response("c", "WARC/1.0\r\nWARC-Type: response\r\n\r\nno record, but a page about archives\r\n\r\n"),
  response("d", Buffer.alloc(300_000, "tide ")),
];

describe("records equal those of warcio", () => {
  test.each(["none", "gzip"] as const)("packed by %s", async (packing) => {
    const bytes = archive(ENTRIES, packing);
    const expected = await theirs(bytes);
    expect(expected).toHaveLength(ENTRIES.length);
    for (const size of [1, 7, 4096, 1 << 20]) expect(await ours(bytes, size)).toEqual(expected);
  });

  test("packed by zstd, where warcio reads the same records without packing", async () => {
    const expected = await theirs(archive(ENTRIES, "none"));
    for (const size of [3, 4096]) expect(await ours(archive(ENTRIES, "zstd"), size)).toEqual(expected);
  });

  test("with a dictionary before the frames, itself packed or not", async () => {
    const dictionary = Buffer.from(story("dictionary").repeat(3));
    const frames = ENTRIES.map((entry) => zstdCompressSync(packRecord(entry, "none"), { dictionary }));
    const expected = await theirs(archive(ENTRIES, "none"));
    for (const content of [dictionary, zstdCompressSync(dictionary)]) {
      const head = Buffer.alloc(8);
      head.writeUInt32LE(0x184d2a5d, 0);
      head.writeUInt32LE(content.length, 4);
      expect(await ours(Buffer.concat([head, content, ...frames]))).toEqual(expected);
    }
  });

  test("packed as a whole, in members cut anywhere, or in members of several records", async () => {
    const plain = archive(ENTRIES, "none");
    const expected = await theirs(plain);
    expect(await ours(gzipSync(plain))).toEqual(expected);
    const pieces: Buffer[] = [];
    for (let at = 0; at < plain.length; at += 997) pieces.push(gzipSync(plain.subarray(at, at + 997)));
    expect(await ours(Buffer.concat(pieces))).toEqual(expected);
    const pairs = [ENTRIES.slice(0, 3), ENTRIES.slice(3)].map((part) => gzipSync(archive(part, "none")));
    expect(await ours(Buffer.concat(pairs))).toEqual(expected);
  });

  test("some packed, some not, in one file", async () => {
    const mixed = ENTRIES.map((entry, at) =>
      packRecord(entry, (["gzip", "none", "zstd"] as const)[at % 3] ?? "none"),
    );
    expect(await ours(Buffer.concat(mixed))).toEqual(await theirs(archive(ENTRIES, "none")));
  });

  test("a member with a name, a comment and extra fields in its head", async () => {
    const member = gzipSync(packRecord(response("a", story("Aldwick")), "none"));
    const head = Buffer.from([0x1f, 0x8b, 8, 4 | 8 | 16, 0, 0, 0, 0, 0, 3, 4, 0, 1, 2, 3, 4]);
    const named = Buffer.concat([head, Buffer.from("a.warc\0"), Buffer.from("note\0"), member.subarray(10)]);
    expect(await ours(Buffer.concat([named, member]))).toEqual(await theirs(Buffer.concat([member, member])));
  });

  test("lines that end with a line feed alone, folded fields, version 1.0", async () => {
    const text = "WARC/1.0\nWARC-Type: resource\nX-Long: one\n two\nContent-Length: 4\n\nabcd\n\n";
    const [record] = await ours(Buffer.from(text));
    expect(record).toEqual({
      fields: [
        ["WARC-Type", "resource"],
        ["X-Long", "one two"],
        ["Content-Length", "4"],
      ],
      body: "abcd",
    });
  });

  test("whatever the records hold and however the bytes come", async () => {
    const entry = fc.record({
      type: fc.constantFrom("response", "resource", "metadata", "request", "conversion"),
      url: fc.webUrl(),
      contentType: fc.constantFrom("text/html", "application/http; msgtype=response"),
      body: fc.oneof(
        fc.uint8Array({ maxLength: 4000 }),
        fc.string({ unit: "binary", maxLength: 300 }).map((text) => new TextEncoder().encode(text)),
        fc.constant(new TextEncoder().encode("\r\n\r\nWARC/1.0\r\nWARC-Type: response\r\n")),
      ),
      date: fc.constant(DATE),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { minLength: 1, maxLength: 6 }),
        fc.constantFrom("none", "gzip", "zstd"),
        fc.integer({ min: 1, max: 5000 }),
        async (entries, packing, size) => {
          const expected = await theirs(archive(entries as WarcEntry[], "none"));
          expect(await ours(archive(entries as WarcEntry[], packing), size)).toEqual(expected);
        },
      ),
      { numRuns: 150 },
    );
  });
});

/** Ids of the records that are whole, and where damage is. */
async function outcome(bytes: Uint8Array, options?: { maxBodyBytes?: number }): Promise<string[]> {
  return (await itemsOf(bytes, { size: 5000, ...options })).map((item) => {
    if (item.kind === "damage") return `damage ${item.offset}+${item.length}`;
    const url = item.fields.find(([name]) => name === "WARC-Target-URI")?.[1];
    return `${url?.split("/").at(-1)}${item.problem === undefined ? "" : ` ${item.problem}`}`;
  });
}

const PAGES = ["a", "b", "c", "d"].map((name) => response(name, story(name)));

describe.each(["none", "gzip", "zstd"] as const)("damage in an archive packed by %s", (packing) => {
  const parts = PAGES.map((entry) => Buffer.from(packRecord(entry, packing)));
  const whole = Buffer.concat(parts);
  const starts = parts.map((_, at) => parts.slice(0, at).reduce((sum, { length }) => sum + length, 0));

  test("of a file that is cut anywhere: all whole records, and one line with the offset", async () => {
    for (const cut of [1, 9, 40, 200, parts[3]!.length - 5]) {
      const found = await outcome(whole.subarray(0, starts[3]! + cut));
      expect(found.slice(0, 3)).toEqual(["a", "b", "c"]);
      expect(found).toHaveLength(4);
      expect(found[3]).toMatch(
        packing === "none" ? /cut short|damage/ : new RegExp(`^damage ${starts[3]}\\+${cut}$`),
      );
    }
  });

  test("of bytes in the middle: the other records, and the place of the damage", async () => {
    const broken = Buffer.from(whole);
    broken.fill(0x55, starts[1]! + 2, starts[1]! + 60);
    expect(await outcome(broken)).toEqual(["a", `damage ${starts[1]}+${parts[1]!.length}`, "c", "d"]);
  });

  test("of bytes that belong to no record", async () => {
    const junk = Buffer.from("<html>no archive at all</html>");
    expect(await outcome(Buffer.concat([junk, ...parts]))).toEqual([
      `damage 0+${junk.length}`,
      "a",
      "b",
      "c",
      "d",
    ]);
    expect(await outcome(junk)).toEqual([`damage 0+${junk.length}`]);
    expect(await outcome(Buffer.alloc(0))).toEqual([]);
  });

  test("of a Content-Length that is too large or too small", async () => {
    for (const change of [700, -700]) {
      const plain = Buffer.from(packRecord(PAGES[1]!, "none")).toString("latin1");
      const wrong = plain.replace(
        /Content-Length: (\d+)/,
        (_, length: string) => `Content-Length: ${Number(length) + change}`,
      );
      const packed = packAgain(Buffer.from(wrong, "latin1"), packing);
      const found = await outcome(Buffer.concat([parts[0]!, packed, parts[2]!, parts[3]!]));
      expect(found).toEqual([
        "a",
        expect.stringMatching(/^b (?:its Content-Length|it is cut short)/),
        "c",
        "d",
      ]);
    }
  });

  test("of random bytes: no record is invented, and the rest is found", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.integer({ min: 1, max: 200 }),
        fc.nat(255),
        async (at, length, value) => {
          const broken = Buffer.from(whole);
          broken.fill(value, at, Math.min(whole.length, at + length));
          const items = await itemsOf(broken);
          const untouched = PAGES.filter((_, page) => {
            const end = starts[page + 1] ?? whole.length;
            return at >= end || at + length <= starts[page]!;
          }).map(({ id }) => id);
          const records = items.filter((item): item is WarcRecord => item.kind === "record");
          const ids = records.map(({ fields }) => fields.find(([name]) => name === "WARC-Record-ID")?.[1]);
          expect(ids).toEqual(expect.arrayContaining(untouched));
          expect(ids.length).toBeLessThanOrEqual(PAGES.length);
        },
      ),
      { numRuns: 120 },
    );
  });
});

function packAgain(record: Buffer, packing: "none" | "gzip" | "zstd"): Buffer {
  return packing === "none" ? record : packing === "gzip" ? gzipSync(record) : zstdCompressSync(record);
}

test("a record after a wrong Content-Length is found wherever the bytes are cut", async () => {
  const wrong = packRecord(response("a", Buffer.alloc(200_000, "tide ")), "none");
  const short = Buffer.from(
    Buffer.from(wrong)
      .toString()
      .replace(/Content-Length: \d+/, "Content-Length: 90"),
  );
  const bytes = Buffer.concat([short, packRecord(response("b", story("b")), "none")]);
  const start = bytes.lastIndexOf("WARC/1.1");
  for (let seen = 0; seen <= 64; seen++) {
    const cut = start + seen;
    async function* pieces() {
      yield bytes.subarray(0, cut);
      yield bytes.subarray(cut);
    }
    const found: string[] = [];
    for await (const { problem = "whole" } of readWarc(pieces(), OPTIONS)) found.push(problem);
    expect(found, `${seen} bytes of the head`).toEqual(["its Content-Length of 90 is wrong", "whole"]);
  }
});

describe("large records", () => {
  test.each(["none", "gzip", "zstd"] as const)(
    "over the limit are passed over, packed by %s",
    async (packing) => {
      const large = response("large", Buffer.alloc(40_000_000, "sand and gravel "));
      const bytes = archive([PAGES[0]!, large, PAGES[1]!], packing);
      const [first, second, third] = await itemsOf(bytes, { size: 1 << 20 });
      expect([first, third].map((item) => item?.kind)).toEqual(["record", "record"]);
      expect(second).toMatchObject({ bodyLength: large.body.length, body: { length: 65_536 } });
    },
  );

  test("of 2 GB are passed over in little memory, and the records after them are read", async () => {
    const sand = Buffer.alloc(1 << 20, "sand and gravel ");
    const large = Buffer.from(packRecord(response("large", ""), "none")).toString();
    const head = large
      .slice(0, large.indexOf("\r\n\r\n"))
      .replace(/Content-Length: \d+/, "Content-Length: 2254857830");
    async function* bytes() {
      yield Buffer.from(`${head}\r\n\r\n`);
      for (let left = 2_254_857_830; left > 0; left -= sand.length) yield sand.subarray(0, left);
      yield Buffer.concat([Buffer.from("\r\n\r\n"), archive([PAGES[0]!], "none")]);
    }
    const before = process.memoryUsage().arrayBuffers;
    const kinds: string[] = [];
    for await (const item of readWarc(bytes(), OPTIONS))
      kinds.push(`${item.kind} ${item.kind === "record" ? item.bodyLength : item.problem}`);
    expect(kinds).toEqual(["record 2254857830", `record ${PAGES[0]!.body.length}`]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000);
  });

  test("a bomb of gzip takes little memory, and the records after it are read", async () => {
    const head = "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 12\r\n\r\n";
    const bomb = gzipSync(Buffer.concat([Buffer.from(head), Buffer.alloc(200_000_000)]));
    const before = process.memoryUsage().arrayBuffers;
    const found = await outcome(Buffer.concat([bomb, ...PAGES.map((page) => packRecord(page, "gzip"))]));
    expect(found.filter((line) => /^[a-d]$/.test(line))).toEqual(["a", "b", "c", "d"]);
    expect(found.some((line) => /damage|wrong/.test(line))).toBe(true);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000);
  });

  test("an archive inside a page of an archive is no record", async () => {
    const inner = archive(PAGES, "gzip");
    const outer = archive([response("outer", inner), PAGES[3]!], "gzip");
    expect(await outcome(outer)).toEqual(["outer", "d"]);
    expect(await outcome(archive([response("outer", archive(PAGES, "none")), PAGES[3]!], "none"))).toEqual([
      "outer",
      "d",
    ]);
  });
});
