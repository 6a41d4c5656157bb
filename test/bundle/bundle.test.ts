import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeExtract } from "../../src/core.ts";
import { extract } from "../../src/index.ts";
import { launchBrowser } from "../browser.ts";
import { bundleForBrowser } from "./bundle.ts";

/** The most that a site which brings its own model and tables should have to load. */
const CORE_GZIP_BYTES = 90 * 1024;

const BYTES = readFileSync(join(import.meta.dirname, "../../examples/harbour.html"));
const OPTIONS = { url: "https://harbour.example/news/quay" };

const ENTRIES = [
  { specifier: "galley/core", call: "galley.makeExtract({})", here: makeExtract({}) },
  { specifier: "galley", call: "galley.extract", here: extract },
];

describe.each(ENTRIES)("$specifier in a browser", ({ specifier, call, here }) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  test("gives the article that it gives in Node", async () => {
    const { code } = await bundleForBrowser(specifier, "galley");
    const page = await browser.newPage();
    await page.addScriptTag({ content: code });
    const source = `(${call})(Uint8Array.from(${JSON.stringify([...BYTES])}), ${JSON.stringify(OPTIONS)})`;
    const article = await page.evaluate(source);
    expect(article).toEqual(here(BYTES, OPTIONS));
    expect(article).toMatchObject({ text: expect.stringMatching(/\w{3}/) });
  });
});

test("the core is small", async () => {
  for (const { specifier } of ENTRIES) {
    const { gzipBytes } = await bundleForBrowser(specifier, "galley");
    console.log(`${specifier}: ${(gzipBytes / 1024).toFixed(1)} KB gzip`);
    if (specifier === "galley/core") expect(gzipBytes).toBeLessThanOrEqual(CORE_GZIP_BYTES);
  }
});
