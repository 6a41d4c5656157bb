import { expect, test } from "vitest";
import { encodingName, sampleProse } from "./encoding.ts";

test.each([
  ["UTF8", "utf-8"],
  [" iso-8859-1 ", "windows-1252"],
  ["iso8859_1", "windows-1252"],
  ["x-sjis", "shift_jis"],
  ["gb2312", "gb18030"],
  ["CP949", "euc-kr"],
  ["win-1251", "windows-1251"],
  ["cp936", "gb18030"],
])("the label %j means %s", (label, name) => {
  expect(encodingName(label)).toBe(name);
});

test.each(["", "none", "utf-9", "text/html", "hz-gb-2312"])("the label %j means nothing", (label) => {
  expect(encodingName(label)).toBeUndefined();
});

test("every encoding of the standard that holds text can be decoded", () => {
  const numbered = [2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].map((part) => `iso-8859-${part}`);
  const windows = Array.from({ length: 9 }, (_, index) => `windows-125${index}`);
  const others =
    "utf-8 ibm866 iso-8859-8-i koi8-r koi8-u macintosh windows-874 x-mac-cyrillic gb18030 big5 euc-jp iso-2022-jp shift_jis euc-kr utf-16be utf-16le";
  for (const name of [...numbered, ...windows, ...others.split(" ")]) expect(encodingName(name)).toBe(name);
});

const bytesOf = (source: string) => Buffer.from(source, "latin1");
const sampleOf = (source: string, maxBytes = 1000) => {
  const { bytes, isDense } = sampleProse(bytesOf(source), maxBytes);
  return { text: Buffer.from(bytes).toString("latin1"), isDense };
};
const WORD = "\xcf\xee\xf0\xf2";

test("takes stretches with high bytes and leaves markup, scripts and plain ones", () => {
  const source =
    '<p title="\xe9">caf\xe9</p><script>"\xe9"</script><p>plain</p><STYLE>\xe9</STYLE><b>th\xe9</b>';
  expect(sampleOf(source)).toEqual({ text: "caf\xe9 th\xe9 ", isDense: false });
});

test("takes writing in another script by itself", () => {
  const phrase = `${WORD} `.repeat(12);
  expect(sampleOf(`<p>\xa9 Harbour News</p><p>${phrase}</p>`)).toEqual({ text: `${phrase} `, isDense: true });
});

test("does not take rows of bullets for another script", () => {
  expect(sampleOf(`<p>${"\x95".repeat(60)}</p>`).isDense).toBe(false);
});

test("falls back to the page as it is where no prose has high bytes", () => {
  expect(sampleOf("<p title='\xe9'>plain</p>").text).toBe("<p title='\xe9'>plain</p>");
});

test("never passes the limit, and cuts no stretch", () => {
  const { bytes } = sampleProse(bytesOf(`<p>${WORD}</p>`.repeat(1000)), 100);
  expect(bytes.length).toBeLessThanOrEqual(100);
  expect(bytes.length % (WORD.length + 1)).toBe(0);
});
