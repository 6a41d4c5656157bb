import { crc32, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { makePicture } from "./image.ts";

test("a picture is a whole PNG whose chunks check out", () => {
  const bytes = Buffer.from(makePicture(3));
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    expect(bytes.readUInt32BE(at + 8 + length)).toBe(crc32(bytes.subarray(at + 4, at + 8 + length)));
    chunks.set(bytes.toString("latin1", at + 4, at + 8), bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const head = chunks.get("IHDR")!;
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  expect(inflateSync(chunks.get("IDAT")!)).toHaveLength((width + 1) * height);
  expect(chunks.has("IEND")).toBe(true);
});

test("pictures differ from one another", () => {
  expect(makePicture(1)).not.toEqual(makePicture(2));
});
