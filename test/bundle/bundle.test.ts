import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeExtract } from "../../src/core.ts";
import { EXTRACTORS, extract } from "../../src/index.ts";
import { launchBrowser } from "../browser.ts";
import { bundleForBrowser } from "./bundle.ts";

/** The size limit of a site's bundle without a model. */
const CORE_GZIP_BYTES = 100 * 1024;
/** The size limit of the core with the code of the learned extractor. */
const FUSED_GZIP_BYTES = 218 * 1024;

const ROOT = join(import.meta.dirname, "../..");
const BYTES = readFileSync(join(ROOT, "examples/harbour.html"));
const OPTIONS = { url: "https://harbour.example/news/quay" };

function modelText(name: string): string {
  return gunzipSync(readFileSync(join(ROOT, "models", `${name}.json.gz`))).toString();
}

const withModel = () =>
  `galley.makeExtract({ model: galley.fusedModel(${modelText("fused")}, { mss: ${modelText("mss")} }) })`;
const ENTRIES = [
  { name: "galley/core", call: () => "galley.makeExtract({})", here: makeExtract(), most: CORE_GZIP_BYTES },
  {
    name: "galley/core galley/fused",
    call: withModel,
    here: makeExtract({ model: EXTRACTORS.fused }),
    most: FUSED_GZIP_BYTES,
  },
  { name: "galley", call: () => "galley.extract", here: extract, most: Number.POSITIVE_INFINITY },
];

describe.each(ENTRIES)("$name in a browser", ({ name, call, here, most }) => {
  const specifiers = name.split(" ");
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  test("gives the article that it gives in Node", async () => {
    const { code } = await bundleForBrowser(specifiers, "galley");
    const page = await browser.newPage();
    await page.addScriptTag({ content: code });
    const source = `(${call()})(Uint8Array.from(${JSON.stringify([...BYTES])}), ${JSON.stringify(OPTIONS)})`;
    const article = await page.evaluate(source);
    expect(article).toEqual(here(BYTES, OPTIONS));
    expect(article).toMatchObject({ text: expect.stringMatching(/\w{3}/) });
  });

  test("is no larger than it may be", async () => {
    const { gzipBytes } = await bundleForBrowser(specifiers, "galley");
    console.log(`${name}: ${(gzipBytes / 1024).toFixed(1)} KB gzip`);
    expect(gzipBytes).toBeLessThanOrEqual(most);
  });
});

test("the built core has nothing that its sources can do without", async () => {
  const [built, needed] = await Promise.all(
    ["galley/core", "./src/core.ts"].map((specifier) => bundleForBrowser([specifier], "galley")),
  );
  // The build adds the code that loads packages late.
  expect(built!.gzipBytes).toBeLessThan(needed!.gzipBytes + 1024);
});
