import { expect, test } from "vitest";
import { decodeHtml } from "./decode.ts";
import { decodeCharset } from "./decode-charset.ts";

test("reads the syllables that windows-949 adds to EUC-KR", () => {
  const bytes = Buffer.from("<p>\x81\x41\x8c\x63</p>", "latin1");
  expect(decodeHtml(bytes, { charset: "euc-kr", decode: decodeCharset }).text).toBe("<p>갂똠</p>");
});

test("reads Hong Kong's additions to Big5", () => {
  const bytes = Buffer.from("<p>\x87\x40\xa4\xa4</p>", "latin1");
  expect(decodeHtml(bytes, { charset: "big5", decode: decodeCharset }).text).toBe("<p>䏰中</p>");
});

test("replaces bytes that are no character and says so", () => {
  const bytes = Buffer.from("<p>\xb0\xa1\xff</p>", "latin1");
  expect(decodeHtml(bytes, { encoding: "euc-kr", decode: decodeCharset })).toMatchObject({
    text: "<p>가\ufffd</p>",
    warnings: ["BAD_CHARACTERS"],
  });
});

test("leaves every other encoding to the runtime", () => {
  expect(decodeCharset(Uint8Array.of(0xe9), "windows-1252")).toBeUndefined();
});
