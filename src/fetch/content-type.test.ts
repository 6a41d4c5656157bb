import { describe, expect, test } from "vitest";
import { mayBeHtml, readContentType } from "./content-type.ts";

describe("readContentType", () => {
  test.each([
    ["text/html", "text/html", undefined],
    ["Text/HTML; Charset=UTF-8", "text/html", "utf-8"],
    ['text/html;charset="Shift_JIS"', "text/html", "shift_jis"],
    ["text/html; x=y; charset='gbk' ; z", "text/html", "gbk"],
    ["text/html; charset=", "text/html", undefined],
    ['text/html; charset=""', "text/html", undefined],
    ["; charset=big5", undefined, "big5"],
    ["nonsense", undefined, undefined],
    [undefined, undefined, undefined],
  ])("reads %j", (header, mediaType, charset) => {
    expect(readContentType(header)).toEqual({ mediaType, charset });
  });
});

describe("mayBeHtml", () => {
  test("turns away what is never a page, and lets vague types through", () => {
    for (const type of ["application/pdf", "image/png", "video/mp4", "audio/mpeg", "application/zip"]) {
      expect(mayBeHtml(type)).toBe(false);
    }
    for (const type of [
      undefined,
      "text/html",
      "application/xhtml+xml",
      "text/plain",
      "application/octet-stream",
    ]) {
      expect(mayBeHtml(type)).toBe(true);
    }
  });
});
