import { describe, expect, test } from "vitest";
import { chooseExtractor } from "../archive/index.ts";
import { extract } from "../default-extract.ts";
import { EXTRACTOR_NAMES } from "../extractors/index.ts";
import { extractPage, latePart, loadExtractor, withLateParts } from "./extract-page.ts";

const NOW = Date.parse("2026-11-16T00:00:00Z");

/** A page of one paragraph many times over, its charset declared or not. */
function page(paragraph: string, charset = ""): string {
  const declared = charset === "" ? "" : `<meta charset="${charset}">`;
  return `<title>A page</title>${declared}<article>${`<p>${paragraph}</p>`.repeat(8)}</article>`;
}

/** Cyrillic letters as the bytes of windows-1251. */
function inWindows1251(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => {
    const code = letter.charCodeAt(0);
    return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code;
  });
}

describe("the article of one page", () => {
  test.each([
    [
      "declares UTF-8",
      new TextEncoder().encode(page("Rain fell on the quay, and the ferry waited.", "utf-8")),
    ],
    [
      "declares no charset and is in no UTF-8",
      inWindows1251(page("Паром вернулся в порт, и город вышел его встречать.")),
    ],
    [
      "declares a charset that Node lacks letters of",
      Uint8Array.from([
        ...new TextEncoder().encode(`<meta charset="big5"><p>`),
        0x87,
        0x40,
        0xa4,
        0xa4,
        0xa4,
        0xe5,
      ]),
    ],
  ])("is the one that the package gives where the page %s", async (_, bytes) => {
    const extractor = await loadExtractor("everything");
    const options = { extractor, url: "https://harbour.example/news/quay", now: NOW };
    const article = await extractPage(bytes, options);
    expect(article).toEqual(extract(bytes, options));
    expect(article.text).not.toContain("\ufffd");
    expect(article.text).not.toBe("");
  });
});

test.each([undefined, ...EXTRACTOR_NAMES.filter((name) => name !== "mss-site")])(
  "the extractor of the name %s is the one that is chosen elsewhere",
  async (name) => {
    expect((await loadExtractor(name)).id).toBe(chooseExtractor(name, {}).id);
  },
);

test.each([undefined, "econ"] as const)(
  "a bias for the extractor %s, which takes none, is refused",
  async (name) => {
    await expect(loadExtractor(name, { bias: 0.14 })).rejects.toMatchObject({ code: "BAD_OPTION" });
  },
);

test("a part is loaded once, and only when a call asks for it", async () => {
  let loads = 0;
  const double = latePart(async () => {
    loads++;
    return (number: number) => number * 2;
  });
  expect(await withLateParts(() => 7)).toBe(7);
  expect(loads).toBe(0);
  expect(await withLateParts(() => double(4) + double(5))).toBe(18);
  expect(await withLateParts(() => double(6))).toBe(12);
  expect(loads).toBe(1);
});

test("the call's own errors, and those of loading, are thrown on", async () => {
  const broken = latePart<[], never>(() => Promise.reject(new Error("No such file")));
  const fail = () => {
    throw new TypeError("No number");
  };
  await expect(withLateParts(fail)).rejects.toThrow("No number");
  await expect(withLateParts(broken)).rejects.toThrow("No such file");
});
