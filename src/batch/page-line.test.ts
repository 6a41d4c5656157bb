import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findInput, readInputs } from "../archive/index.ts";
import { EXTRACTORS, type Extractor } from "../extractors/index.ts";
import type { Hints } from "../page/index.ts";
import { makePageLine, type PageSettings } from "./page-line.ts";

const PAGE = "<title>The page's own title</title><p>The tide was in.</p>";
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-line-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What extractors are given about the pages of an input. */
async function hintsOf(input: string): Promise<Hints[]> {
  const given: Hints[] = [];
  const listener: Extractor = {
    ...EXTRACTORS.everything,
    extract(page, hints) {
      given.push(hints);
      return EXTRACTORS.everything.extract(page, hints);
    },
  };
  for await (const raw of readInputs([findInput(input)])) {
    const { failure } = makePageLine(raw, {}, { chooseExtractor: () => listener });
    expect(failure).toBeUndefined();
  }
  return given;
}

function writeRecords(path: string, records: readonly object[]): string {
  writeFileSync(path, records.map((record) => JSON.stringify(record)).join("\n"));
  return path;
}

test("extractors get the collected title of a record, never its labelled title", async () => {
  writeFileSync(join(folder, "page.html"), PAGE);
  const records = [
    { id: "a", html: PAGE, collectedTitle: "Tide, as a feed has it" },
    { id: "b", htmlPath: "page.html", collectedTitle: "Tide, as a search has it", title: "the truth" },
    { id: "c", html: PAGE, collectedTitle: null, title: "the truth" },
    { id: "d", html: PAGE, collectedTitle: "" },
  ];
  const expected = [
    { collectedTitle: "Tide, as a feed has it" },
    { collectedTitle: "Tide, as a search has it" },
    {},
    { collectedTitle: "" },
  ];
  expect(await hintsOf(writeRecords(join(folder, "pages.jsonl"), records))).toEqual(expected);
  writeRecords(join(folder, "index.jsonl"), records);
  expect(await hintsOf(folder)).toEqual(expected);
});

test("a line can hold the bytes of its page, with the charset of the HTTP header as a hint", async () => {
  const bytes = Buffer.from("<title>Caf\xe9</title><p>The caf\xe9 is open again.</p>", "latin1");
  const htmlBase64 = bytes.toString("base64");
  const declared = Buffer.from('<meta charset="utf-8"><p>Ein Café am Kai.</p>').toString("base64");
  const path = writeRecords(join(folder, "bytes.jsonl"), [
    { id: "hint", htmlBase64, charset: "windows-1252" },
    { id: "certain", htmlBase64, charset: "utf-8", encoding: "iso-8859-2" },
    { id: "declared", htmlBase64: declared },
    { id: "cut", htmlBase64: htmlBase64.slice(0, 9) },
    { id: "no base64", htmlBase64: "<p>markup</p>" },
    { id: "empty", htmlBase64: "" },
  ]);
  const lines: object[] = [];
  for await (const raw of readInputs([findInput(path)])) {
    const { fields, failure } = makePageLine(raw, {}, { chooseExtractor: () => EXTRACTORS.everything });
    lines.push({ id: fields.id, ...(failure ? { failure } : { text: fields.text }) });
  }
  expect(lines).toEqual([
    { id: "hint", text: "The café is open again." },
    { id: "certain", text: "The café is open again." },
    { id: "declared", text: "Ein Café am Kai." },
    { id: "cut", failure: "BAD_RECORD" },
    { id: "no base64", failure: "BAD_RECORD" },
    { id: "empty", failure: "EMPTY_INPUT" },
  ]);
});

test("extractors get the profile of a site, and a bad one is reported in the line of every page", async () => {
  const profile = {
    format: "galley-site-profile",
    version: 1,
    site: "bay.example",
    made: "2026-11-01T00:00:00.000Z",
    pages: 2,
    repeated: {},
    templates: [],
  };
  const raw = { kind: "file", id: "page", path: join(folder, "profiled.html") } as const;
  writeFileSync(raw.path, PAGE);
  const siteProfile = join(folder, "profile.json");
  writeFileSync(siteProfile, JSON.stringify(profile));
  const given: Hints[] = [];
  const listener: Extractor = {
    ...EXTRACTORS.everything,
    extract(page, hints) {
      given.push(hints);
      return EXTRACTORS.everything.extract(page, hints);
    },
  };
  makePageLine(raw, { siteProfile }, { chooseExtractor: () => listener });
  expect(given).toEqual([{ siteProfile: profile }]);
  writeFileSync(join(folder, "bad.json"), "{}");
  expect(
    makePageLine(raw, { siteProfile: join(folder, "bad.json") }, { chooseExtractor: () => listener }).failure,
  ).toBe("BAD_SITE_PROFILE");
});

test("fields of the text alone are the article's", () => {
  const body = "<p>The tide came in at noon, and the harbour was closed until the evening. </p>".repeat(9);
  const raw = { kind: "file", id: "page", path: join(folder, "tide.html") } as const;
  writeFileSync(raw.path, `<title>Tide</title><body><h1>Tide</h1><div>${body}</div>`);
  const fields = ["text", "wordCount", "isArticle", "confidence", "extractor"] as const;
  const lineOf = (wanted: PageSettings["fields"]) =>
    makePageLine(raw, { fields: wanted }, { chooseExtractor: () => EXTRACTORS.fused }).fields;
  const { title, ...rest } = lineOf([...fields, "title"]);
  expect(title).toBe("Tide");
  expect(lineOf(fields)).toEqual(rest);
});
