import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { EXTRACTORS } from "../../src/extractors/index.ts";
import { parseHtml } from "../../src/html/index.ts";
import { Page } from "../../src/page/index.ts";
import { mineProfile } from "../../src/site/index.ts";
import { openStore } from "../../src/store/index.ts";
import { makeSite } from "../newsroom/index.ts";
import { galley, MAIN, newFolder } from "./galley.ts";

const TAUGHT = join(import.meta.dirname, "../../models/mss.json.gz");
/** The look of the site that was mined, and that of today. */
const [OLD, NEW] = (["bem-2016", "br-text-1999"] as const).map((look) =>
  makeSite({ look, language: "en", seed: 7, articles: 8, hardCases: [] }).pages.filter(
    ({ pageType }) => pageType === "article",
  ),
);

let folder: string;
const run = (...args: string[]) => galley(args, { cwd: folder });
beforeEach(async () => {
  folder = newFolder();
  writeFileSync(join(folder, "page.html"), NEW![0]!.html);
  const profile = mineProfile(
    OLD!.map(({ html, url }) => new Page(parseHtml(html), url)),
    { site: "mined.example", made: "2026-11-01T00:00:00.000Z" },
    { judge: EXTRACTORS.fused },
  );
  const store = await openStore(join(folder, "galley.db"), { mayCreate: true });
  await store.putSiteRecord({ site: "mined.example", kind: "profile", atMs: 1, value: profile });
  await store.close();
  await run("teach", "taught.example", "--model", TAUGHT);
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Read {
  readonly extractor: string;
  readonly warnings: readonly { readonly code: string }[];
}
const isStale = ({ warnings }: Read) => warnings.some(({ code }) => code === "SITE_PROFILE_STALE");

test("extract --store uses the model that was taught for the page's site, and its profile", async () => {
  const extract = async (...more: string[]): Promise<Read> =>
    JSON.parse((await run("extract", "page.html", "--format", "json", ...more)).stdout);
  const [taught, mined] = ["https://www.taught.example/1", "https://mined.example/1"];
  expect((await extract("--url", taught, "--store")).extractor).toMatch(/^mss/);
  expect((await extract("--url", taught)).extractor).toBe("fused");
  expect((await extract("--url", taught, "--store", "--extractor", "econ")).extractor).toBe("econ");
  expect(isStale(await extract("--url", mined, "--store"))).toBe(true);
  expect(isStale(await extract("--url", mined))).toBe(false);
  expect((await run("extract", "page.html", "--store")).stderr).toMatch(/^galley: BAD_OPTION: .*--url/);
});

test("batch --store uses what is known of each page's site", async () => {
  const { html } = NEW![0]!;
  const urls = ["https://www.taught.example/1", "https://mined.example/1", "https://other.example/1"];
  const lines = [...urls.map((url, at) => ({ id: `${at}`, url, html })), { id: "3", html }];
  writeFileSync(join(folder, "pages.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const batch = async (...more: string[]): Promise<readonly Read[]> =>
    (await run("batch", "pages.jsonl", "--quiet", ...more)).stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  const known = await batch("--store");
  expect(known.map(({ extractor }) => extractor.replace(/-.*/, ""))).toEqual([
    "mss",
    "fused",
    "fused",
    "fused",
  ]);
  expect(known.map(isStale)).toEqual([false, true, false, false]);
  expect(new Set((await batch()).map(({ extractor }) => extractor))).toEqual(new Set(["fused"]));
  expect(new Set((await batch("--store", "--extractor", "econ")).map(({ extractor }) => extractor))).toEqual(
    new Set(["econ"]),
  );
  expect((await run("batch", "pages.jsonl", "--store", "none.db")).stderr).toMatch(/^galley: NO_STORE: /);
});

test("mcp uses what the library knows of a page's site, also what is taken back while it runs", async () => {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [MAIN, "mcp"], cwd: folder }),
  );
  onTestFinished(() => client.close());
  const read = async (url: string) => {
    const call = { name: "extract_article", arguments: { url, html: NEW![0]!.html } };
    return JSON.stringify((await client.callTool(call)).structuredContent);
  };
  expect(await read("https://mined.example/1")).toContain("SITE_PROFILE_STALE");
  expect(await read("https://other.example/1")).not.toContain("SITE_PROFILE_STALE");
  expect(await read("no address")).toContain("URL_IGNORED");
  await run("forget", "mined.example", "profile");
  expect(await read("https://mined.example/1")).not.toContain("SITE_PROFILE_STALE");
});
