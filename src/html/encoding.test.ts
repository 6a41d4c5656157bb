import { expect, test } from "vitest";
import { encodingName } from "./encoding.ts";

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
