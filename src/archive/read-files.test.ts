import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ReadBuffer, readBytes, readFileBytes, readStream, unpackStream } from "./read-files.ts";

const PAGE = "<p>The tide was in.</p>".repeat(100);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-bytes-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function put(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}
const failing = (code: string): unknown => expect.objectContaining({ code });

describe("readBytes", () => {
  test("reads a file, and unpacks gzip whatever its name", () => {
    for (const name of ["page.html", "page.html.gz"]) {
      expect(Buffer.from(readBytes(put(name, PAGE))).toString()).toBe(PAGE);
      expect(Buffer.from(readBytes(put(name, gzipSync(PAGE)))).toString()).toBe(PAGE);
    }
  });

  test("refuses a file over the limit without reading it", () => {
    const path = put("sparse.html", "");
    const file = openSync(path, "r+");
    ftruncateSync(file, 50_000_000_000);
    closeSync(file);
    expect(() => readBytes(path)).toThrow(failing("INPUT_TOO_LARGE"));
  });

  test("refuses a gzip that unpacks to over the limit", () => {
    expect(() => readBytes(put("bomb.html.gz", gzipSync(Buffer.alloc(5_000_000))), 1_000_000)).toThrow(
      failing("INPUT_TOO_LARGE"),
    );
  });

  test("refuses a gzip that is cut short or damaged", () => {
    const packed = gzipSync(PAGE);
    expect(() => readBytes(put("cut.gz", packed.subarray(0, 40)))).toThrow(failing("BAD_GZIP"));
    expect(() => readBytes(put("damaged.gz", packed.fill(7, 12, 30)))).toThrow(failing("BAD_GZIP"));
  });

  test("says what is wrong with a path", () => {
    expect(() => readBytes(join(folder, "nowhere.html"))).toThrow(failing("FILE_NOT_FOUND"));
    expect(() => readBytes(join(put("file.html", "x"), "inside.html"))).toThrow(failing("FILE_NOT_FOUND"));
    expect(() => readBytes(folder)).toThrow(failing("FILE_UNREADABLE"));
  });

  test.skipIf(process.platform === "win32")(
    "stops reading a device without end (no /dev/zero on Windows)",
    () => {
      expect(() => readBytes("/dev/zero", 1_000_000)).toThrow(failing("INPUT_TOO_LARGE"));
    },
  );
});

describe("readStream", () => {
  async function* parts(...all: Uint8Array[]): AsyncGenerator<Uint8Array> {
    yield* all;
  }

  test("joins the parts and unpacks gzip", async () => {
    const packed = gzipSync(PAGE);
    const bytes = await readStream("-", parts(packed.subarray(0, 1), packed.subarray(1)));
    expect(Buffer.from(bytes).toString()).toBe(PAGE);
  });

  test("stops at the limit", async () => {
    const long = readStream("-", parts(Buffer.alloc(60), Buffer.alloc(60)), 100);
    await expect(long).rejects.toMatchObject({ code: "INPUT_TOO_LARGE" });
  });
});

describe("readFileBytes", () => {
  test("reads a file", () => {
    expect(Buffer.from(readFileBytes(put("page.html", PAGE))).toString()).toBe(PAGE);
  });

  test.each([
    ["a device", "/dev/zero", "FILE_UNREADABLE"],
    ["a folder", ".", "FILE_UNREADABLE"],
    ["what is not there", "nowhere.html", "FILE_NOT_FOUND"],
    ["a name that cannot be one", "page\0.html", "FILE_UNREADABLE"],
  ])("refuses %s", (_, path, code) => {
    expect(() => readFileBytes(path, 1_000_000_000)).toThrow(failing(code));
  });
});

describe("a read buffer", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "galley-buffer-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("files are read one after the other into the same memory", () => {
    const buffer = new ReadBuffer();
    const texts = ["The tide came in.", "", "Low water.", "The harbour was closed until the evening."];
    const memory = texts.map((text, at) => {
      const path = join(folder, `${at}.html`);
      writeFileSync(path, text);
      const bytes = readFileBytes(path, 1_000, buffer);
      expect(new TextDecoder().decode(bytes)).toBe(text);
      return bytes.buffer;
    });
    expect(memory[2]).toBe(memory[0]);
  });

  test("what is too large to keep has a buffer of its own", () => {
    const buffer = new ReadBuffer();
    const kept = buffer.take(10).buffer;
    expect(buffer.take(5_000_000)).toHaveLength(5_000_000);
    expect(buffer.take(20).buffer).toBe(kept);
  });
});

const TEXT = "The tide was in. ".repeat(50);

async function takeOne(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  for await (const chunk of chunks) return Buffer.from(chunk).toString();
  return "";
}

describe.each([
  ["plain", Buffer.from(TEXT)],
  ["packed", gzipSync(TEXT)],
])("a %s source", (_, bytes) => {
  test("is closed when its reader stops early", async () => {
    let isClosed = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield bytes;
      } finally {
        isClosed = true;
      }
    }
    expect(await takeOne(unpackStream("-", source()))).toContain("The tide was in.");
    await expect.poll(() => isClosed).toBe(true);
  });

  test("is closed when its reader stops while it has nothing to say", async () => {
    const source = new PassThrough();
    source.write(bytes);
    expect(await takeOne(unpackStream("-", source))).toContain("The tide was in.");
    expect(source.destroyed).toBe(true);
  }, 5000);
});
