import { describe, expect, test } from "vitest";
import { NewsError } from "../errors/index.ts";
import { declaredEncoding, decodeHtml } from "./decode.ts";
import { decodeCharset } from "./decode-charset.ts";
import { detectCharset } from "./detect-charset.ts";
import { ENCODED_SENTENCES } from "./encoded-sentences.testing.ts";
import { encodingName } from "./encoding.ts";

const FULL = { detect: detectCharset, decode: decodeCharset };

/** A page that repeats the sentence: detectors need about a paragraph. */
function pageOf(hex: string, head = ""): Uint8Array {
  return Buffer.concat([
    Buffer.from(`<html><head>${head}</head><body>`),
    ...Array.from({ length: 5 }, () => [
      Buffer.from("<p>"),
      Buffer.from(hex, "hex"),
      Buffer.from("</p>\n"),
    ]).flat(),
    Buffer.from("</body></html>"),
  ]);
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

const utf16 = (text: string, isBigEndian: boolean, mark = "") => {
  const bytes = Buffer.from(mark + text, "utf16le");
  return new Uint8Array(isBigEndian ? bytes.swap16() : bytes);
};

describe("a page whose encoding is declared", () => {
  test.each(ENCODED_SENTENCES)("reads $encoding by its meta", ({ encoding, text, hex }) => {
    const decoded = decodeHtml(pageOf(hex, `<meta charset="${encoding}">`), FULL);
    expect(decoded.text).toContain(`<p>${text}</p>`);
    expect(decoded).toMatchObject({ encoding: encodingName(encoding), source: "meta", warnings: [] });
  });
  test.each(ENCODED_SENTENCES)(
    "reads $encoding by the HTTP header, without a detector",
    ({ encoding, text, hex }) => {
      const decoded = decodeHtml(pageOf(hex), { charset: encoding });
      expect(decoded.text).toContain(`<p>${text}</p>`);
      expect(decoded).toMatchObject({ encoding: encodingName(encoding), source: "http", warnings: [] });
    },
  );
  test("takes an encoding given as certain over everything the page says", () => {
    const { hex = "", text = "" } = ENCODED_SENTENCES.find(({ encoding }) => encoding === "koi8-r") ?? {};
    const decoded = decodeHtml(pageOf(hex, '<meta charset="utf-8">'), {
      encoding: "KOI8-R",
      charset: "big5",
    });
    expect(decoded.text).toContain(text);
    expect(decoded).toMatchObject({ encoding: "koi8-r", source: "caller", warnings: [] });
  });
  test("refuses a certain encoding that nobody knows", () => {
    expect(() => decodeHtml(bytesOf("<p>x"), { encoding: "klingon-1" })).toThrow(NewsError);
  });
  test("ignores a declared label that nobody knows", () => {
    expect(decodeHtml(bytesOf("<meta charset=klingon-1><p>é"))).toMatchObject({
      encoding: "utf-8",
      warnings: [],
    });
  });
});

describe("a page that declares nothing", () => {
  const detectable = ENCODED_SENTENCES.filter(({ encoding }) => encoding !== "iso-8859-15");
  test.each(detectable)("finds $encoding from the bytes", ({ text, hex }) => {
    const decoded = decodeHtml(pageOf(hex), FULL);
    expect(decoded.text).toContain(`<p>${text}</p>`);
    expect(decoded.source).toBe("detected");
  });
  test("says that the encoding was guessed", () => {
    const { hex = "" } = ENCODED_SENTENCES.find(({ encoding }) => encoding === "windows-1251") ?? {};
    expect(decodeHtml(pageOf(hex), FULL).warnings).toEqual(["CHARSET_GUESSED"]);
  });
  test("is windows-1252 where no detector is at hand", () => {
    expect(decodeHtml(Uint8Array.of(0x3c, 0x70, 0x3e, 0x93, 0xe9, 0x94))).toEqual({
      text: "<p>“é”",
      encoding: "windows-1252",
      source: "default",
      warnings: ["CHARSET_GUESSED"],
    });
  });
  test("is UTF-8 without a warning where the bytes are well-formed", () => {
    expect(decodeHtml(bytesOf("<p>Zażółć"))).toMatchObject({
      encoding: "utf-8",
      source: "detected",
      warnings: [],
    });
  });
  test("is not warned about where it is plain ASCII", () => {
    expect(decodeHtml(bytesOf("<p>Harbour"))).toMatchObject({ source: "default", warnings: [] });
  });
});

describe("a declaration that lies", () => {
  const LIARS = ["utf-8", "iso-8859-1"];
  const OTHER_SCRIPTS = ENCODED_SENTENCES.filter(({ text }) => !/[a-z]{3}/i.test(text));
  describe.each(LIARS)("%s", (charset) => {
    test.each(OTHER_SCRIPTS)("is not believed of $encoding", ({ text, hex }) => {
      const decoded = decodeHtml(pageOf(hex), { ...FULL, charset });
      expect(decoded.text).toContain(text);
    });
  });
  test.each(["iso-8859-1", "windows-1251", "gb2312", "big5", "euc-kr", "shift_jis"])(
    "%s is not believed of well-formed UTF-8",
    (charset) => {
      const decoded = decodeHtml(bytesOf("<p>“Das Schöne” – 港口今天早上重新开放"), { charset });
      expect(decoded.text).toContain("港口今天");
      expect(decoded).toMatchObject({ encoding: "utf-8", warnings: ["CHARSET_LIES"] });
    },
  );
  test.each(["gb2312", "big5", "euc-kr", "shift_jis"])("%s is not believed of accented UTF-8", (charset) => {
    const text =
      "<p>Ráno vyplul přívoz, večer se vrátil; rybáři říkají, že moře bylo klidné a že příště vyplují dřív.";
    const decoded = decodeHtml(bytesOf(text), { ...FULL, charset });
    expect(decoded).toMatchObject({ text, encoding: "utf-8", warnings: ["CHARSET_LIES"] });
  });
  test("a header gives way to the meta that the bytes bear out", () => {
    const { hex = "", text = "" } = ENCODED_SENTENCES.find(({ encoding }) => encoding === "gbk") ?? {};
    const decoded = decodeHtml(pageOf(hex, '<meta charset="gbk">'), { charset: "utf-8" });
    expect(decoded.text).toContain(text);
    expect(decoded).toMatchObject({ encoding: "gb18030", source: "meta", warnings: ["CHARSET_LIES"] });
  });
  test("an encoding that reads the page as the detected one does is no lie", () => {
    const { hex = "" } = ENCODED_SENTENCES.find(({ encoding }) => encoding === "windows-1253") ?? {};
    const bytes = pageOf(hex.repeat(5));
    const detect = () => ({ encoding: "windows-1253", confidence: 0.99 });
    const decoded = decodeHtml(bytes, { detect, charset: "iso-8859-7" });
    expect(decoded).toMatchObject({ encoding: "iso-8859-7", source: "http", warnings: [] });
    expect(decodeHtml(bytes, { detect, charset: "iso-8859-5" }).warnings).toEqual(["CHARSET_LIES"]);
  });
  test("a UTF-8 byte-order mark before windows-1251 is not believed", () => {
    const { hex = "", text = "" } =
      ENCODED_SENTENCES.find(({ encoding }) => encoding === "windows-1251") ?? {};
    expect(decodeHtml(Buffer.concat([Buffer.from("efbbbf", "hex"), pageOf(hex)]), FULL).text).toContain(text);
  });
  test("two bytes that are well-formed UTF-8 by chance stay in the declared GBK", () => {
    // GBK for one character, UTF-8 for another.
    const decoded = decodeHtml(Buffer.from("<p>\xc2\xa9</p>", "latin1"), { charset: "gbk" });
    expect(decoded).toMatchObject({ text: "<p>漏</p>", encoding: "gb18030", warnings: [] });
  });
  test("a UTF-8 page with a few broken bytes stays UTF-8, with a warning", () => {
    const bytes = Buffer.concat([bytesOf(`<p>${"Zażółć gęślą jaźń ".repeat(20)}`), Uint8Array.of(0xe9)]);
    const decoded = decodeHtml(bytes, { ...FULL, charset: "utf-8" });
    expect(decoded).toMatchObject({ encoding: "utf-8", source: "http", warnings: ["BAD_CHARACTERS"] });
    expect(decoded.text.match(/\ufffd/g)).toHaveLength(1);
  });
});

describe("UTF-16", () => {
  const TEXT = "<html><body><p>港口今天早上重新开放</p></body></html>";
  test.each([
    ["little-endian", false, "utf-16le"],
    ["big-endian", true, "utf-16be"],
  ])("%s is read with and without its mark", (_, isBigEndian, encoding) => {
    expect(decodeHtml(utf16(TEXT, isBigEndian, "\ufeff"))).toMatchObject({
      text: TEXT,
      encoding,
      source: "bom",
    });
    expect(decodeHtml(utf16(TEXT, isBigEndian))).toMatchObject({ text: TEXT, encoding, source: "detected" });
    expect(decodeHtml(utf16(TEXT, isBigEndian), { charset: encoding })).toMatchObject({ source: "http" });
  });
  test("without its mark is a guess, or shows that another declaration lies", () => {
    expect(decodeHtml(utf16(TEXT, false)).warnings).toEqual(["CHARSET_GUESSED"]);
    expect(decodeHtml(utf16(TEXT, false), { charset: "utf-8" }).warnings).toEqual(["CHARSET_LIES"]);
    expect(decodeHtml(utf16(TEXT, false), { charset: "utf-16le" }).warnings).toEqual([]);
    expect(decodeHtml(utf16(TEXT, false, "\ufeff"), { charset: "utf-16le" }).warnings).toEqual([]);
  });
  test("declared over ASCII bytes is a lie", () => {
    const decoded = decodeHtml(bytesOf("<p>Harbour"), { charset: "utf-16" });
    expect(decoded).toMatchObject({ text: "<p>Harbour", warnings: ["CHARSET_LIES"] });
  });
});

test("ISO-2022-JP shows by its escapes, and another declaration lies", () => {
  const bytes = Buffer.from("<p>\x1b$B9A\x1b(B</p>", "latin1");
  expect(decodeHtml(bytes, { charset: "utf-8" })).toMatchObject({
    text: "<p>港</p>",
    source: "detected",
    warnings: ["CHARSET_LIES"],
  });
  expect(decodeHtml(bytes, { charset: "iso-2022-jp" })).toMatchObject({ source: "http", warnings: [] });
});

test("keeps UTF-8 where the page declares it and most of its signs are whole or merely broken", () => {
  const whole = new TextEncoder().encode(`<meta charset=utf-8><p>${"“Quiet,” she said. ".repeat(4)}</p>`);
  const bytes = new Uint8Array([
    ...whole,
    ...Array.from("We\xff\xfexley ".repeat(6), (sign) => sign.charCodeAt(0)),
  ]);
  const { encoding, text, warnings } = decodeHtml(bytes, { detect: detectCharset });
  expect(encoding).toBe("utf-8");
  expect(text).toContain("“Quiet,” she said.");
  expect(warnings).toEqual(["BAD_CHARACTERS"]);
});

describe("declared encoding", () => {
  const declared = (source: string) => declaredEncoding(new TextEncoder().encode(source));

  test.each([
    ['<meta charset="koi8-r">', "koi8-r"],
    ["<META CHARSET=KOI8-R>", "koi8-r"],
    ['<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">', "koi8-r"],
    ["<meta content='text/html; charset=\"koi8-r\"' http-equiv=content-type>", "koi8-r"],
    ['<?xml version="1.0" encoding="koi8-r"?><html>', "koi8-r"],
    ['<?xml version="1.0" encoding="koi8-r"?><meta charset=big5>', "big5"],
    ['<!-- <meta charset="big5"> --><meta charset="koi8-r">', "koi8-r"],
    ['<meta charset="nonsense"><meta charset="koi8-r">', "koi8-r"],
    ['<meta charset="utf-16">', "utf-8"],
  ])("%s declares %s", (source, encoding) => {
    expect(declared(source)).toBe(encoding);
  });

  test.each([
    "",
    "<meta",
    "<meta charset=koi8-r",
    '<meta http-equiv="content-type" content="text/html; charset">',
    '<meta http-equiv="content-type" content="text/html; charset=">',
    '<meta name="content-type" content="text/html; charset=koi8-r">',
    "<p title='<meta charset=koi8-r>'>",
    "<!-- <meta charset=koi8-r>",
  ])("%s declares nothing", (source) => {
    expect(declared(source)).toBeUndefined();
  });

  test("finds a meta after the first thousand bytes, but not one that a script writes there", () => {
    const filler = `<title>${"x".repeat(2000)}</title>`;
    expect(declared(`${filler}<meta charset=koi8-r>`)).toBe("koi8-r");
    expect(declared(`${filler}<script>write("<meta charset=big5>")</script><meta charset=koi8-r>`)).toBe(
      "koi8-r",
    );
  });
});
