import { PassThrough } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { unpackStream } from "./read-lines.ts";

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
