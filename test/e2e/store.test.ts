import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openStore } from "../../src/store/index.ts";
import { obtained } from "../contract/store-samples.ts";
import { galley, newFolder } from "./galley.ts";

let folder: string;
beforeEach(async () => {
  folder = newFolder();
  const store = await openStore(join(folder, "galley.db"), { mayCreate: true });
  const nowMs = Date.UTC(2026, 2, 1);
  await store.putSource(
    { id: "front", kind: "front", url: "https://example.org/", title: null, topic: null, concept: null },
    nowMs,
  );
  for (const name of ["quay", "ferry"]) {
    const url = `https://example.org/${name}`;
    await store.addFindings([{ url, source: "front", title: `${name}!`, topic: name }], { nowMs });
    await store.finish(obtained(url, { title: `The\t${name}`, text: `A story of the ${name}.` }));
  }
  const failed = { kind: "failed", code: "DNS_FAILED", message: "x" } as const;
  await store.finish({ url: "https://example.org/bad", nowMs, run: null, result: failed });
  await store.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) => galley(args, { cwd: folder });
const inFolder = (name: string) => join(folder, name);

describe("galley search", () => {
  test("prints one line a hit in a pipe", async () => {
    expect(await run("search", "story", "topic:quay")).toEqual({
      status: 0,
      stdout: "2026-02-27\texample.org\tThe quay\thttps://example.org/quay\n",
      stderr: "",
    });
  });

  test("continues after a hit, and gives snippets as JSON", async () => {
    const first = await run("search", "story", "--limit", "1", "--json");
    const { id, title, snippet, marks } = JSON.parse(first.stdout);
    expect({ title, snippet, marks }).toEqual({
      title: "The\tferry",
      snippet: "A story of the ferry.",
      marks: [2, 7],
    });
    expect(first.stderr).toBe(`galley: there are more hits: --after ${id}\n`);
    const second = await run("search", "story", "--after", String(id));
    expect(second.stdout).toContain("quay");
    expect(second.stdout).not.toContain("ferry");
  });

  test("keeps queries under names", async () => {
    await run("search", "quay OR ferry", "--save", "ports");
    expect((await run("search", "--list-saved")).stdout).toBe("ports\tquay OR ferry\n");
    expect((await run("search", "--saved", "ports", "NOT quay")).stdout).toMatch(/^[^\n]*ferry\n$/);
    await run("search", "--forget", "ports");
    expect(await run("search", "--saved", "ports")).toMatchObject({ status: 1 });
  });

  test.each([
    [["search", '"quay'], /^galley: BAD_QUERY: A closing quotation mark is missing at character 1/],
    [
      ["search", "quay", "--store", "none.db"],
      /^galley: NO_STORE: There is no store none.db.*galley collect/,
    ],
    [["search", "quay", "--store", "."], /^galley: NOT_A_STORE: The library . is a folder/],
    [["search", "quay", "--store="], /^galley: BAD_OPTION: The option --store/],
    [["search", "quay", "--since", "soon"], /^galley: BAD_OPTION: /],
    [
      ["search", "quay", "--store", "postgres://u:secret@127.0.0.1:1/x"],
      /^galley: STORE_UNAVAILABLE: (?!.*secret)/,
    ],
  ])("%j fails with a code", async (args, message) => {
    const { status, stderr } = await run(...args);
    expect(status).toBe(1);
    expect(stderr).toMatch(message);
    expect(existsSync(inFolder("none.db"))).toBe(false);
  });

  test("finds the store by GALLEY_STORE", async () => {
    const env = { GALLEY_STORE: inFolder("galley.db") };
    expect((await galley(["search", "quay"], { env })).stdout).toContain("quay");
    expect((await galley(["search", "--help"], { env })).stdout).not.toContain(folder);
  });
});

describe("galley export", () => {
  test("writes every format", async () => {
    await run("export", "-o", "all.jsonl.gz");
    const lines = gunzipSync(readFileSync(inFolder("all.jsonl.gz")))
      .toString()
      .trim()
      .split("\n");
    expect(lines.map((line) => JSON.parse(line).source)).toEqual(["front", "front"]);
    expect((await run("export", "quay", "--format", "csv", "-o", "-")).stdout.split("\r\n")).toHaveLength(3);
    await run("export", "--format", "rss", "-o", "feed.xml", "--limit", "1");
    expect(readFileSync(inFolder("feed.xml"), "utf8").match(/<item>/g)).toHaveLength(1);
    const book = await run("export", "--format", "epub", "-o", "book.epub");
    expect(book.stderr).toBe("galley: 2 articles\n");
    expect(readFileSync(inFolder("book.epub")).subarray(0, 2).toString()).toBe("PK");
    await run("export", "--format", "markdown", "-o", "pages/");
    expect(readdirSync(inFolder("pages")).every((name) => name.endsWith(".md"))).toBe(true);
    expect(readdirSync(inFolder("pages"))).toHaveLength(2);
    expect((await run("export", "-o", "pages/")).stderr).toMatch(/^galley: OUTPUT_EXISTS: .* is not empty/);
  });

  test("writes a feed and a book of a library that is larger than the memory", async () => {
    const store = await openStore(inFolder("large.db"), { mayCreate: true });
    // 80 MB of pages, in memory of 48 MB.
    const html = `<p>${"The quay was repaired. ".repeat(4500)}</p>`;
    for (let at = 0; at < 800; at++)
      await store.finish(obtained(`https://example.org/large-${at}`, { title: `Story ${at}`, html }));
    await store.close();
    const env = { NODE_OPTIONS: "--max-old-space-size=48" };
    for (const name of ["large.rss", "large.epub"]) {
      const args = ["export", "--store", "large.db", "-o", name];
      expect(await galley(args, { cwd: folder, env })).toMatchObject({
        status: 0,
        stderr: "galley: 800 articles\n",
      });
    }
  });

  test("is bounded by dates without a query", async () => {
    const names = async (...more: string[]) =>
      (await run("export", "-o", "-", ...more)).stdout.match(/\n/g)?.length;
    expect(await names("--since", "2026-02-27")).toBe(2);
    expect(await names("--since", "2026-02-28")).toBeUndefined();
    expect(await names("--until", "2026-02-28")).toBe(2);
  });

  test("leaves no file behind where it fails", async () => {
    const { status, stderr } = await run("export", "nothing", "--format", "epub", "-o", "book.epub");
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^galley: BAD_OPTION: No article was found/)]);
    expect(readdirSync(folder).filter((name) => name.startsWith("book"))).toEqual([]);
  });
});

describe("the other commands", () => {
  test("sources are listed with what they brought, failures with their code", async () => {
    expect((await run("sources")).stdout).toMatch(/^front\tfront\t2\t/);
    expect((await run("sources", "--failures", "5")).stdout).toMatch(
      /^https:\/\/example.org\/bad\tfailed\tDNS_FAILED\t1\t/,
    );
    expect((await run("sources", "--topics")).stdout).toContain("topic\tferry\t1\n");
  });

  test("removed articles stay removed, in a backup and after it was restored", async () => {
    expect((await run("remove", "https://example.org/quay")).stderr).toBe("galley: 1 article removed\n");
    expect((await run("remove", "--query", "nothing")).stderr).toBe("galley: 0 articles removed\n");
    await run("backup", "-o", "all.jsonl.gz");
    const restored = await run("restore", "all.jsonl.gz", "--store", "new.db");
    expect(restored.stderr).toBe("galley: 1 article restored\n");
    expect((await run("search", "story", "--store", "new.db")).stdout).toMatch(/^[^\n]*ferry\n$/);
    const store = await openStore(inFolder("new.db"), { mayCreate: false });
    expect(await store.finish(obtained("https://example.org/quay"))).toMatchObject({ outcome: "refused" });
    await store.close();
  });

  test.each([
    ["backup", "all.jsonl"],
    ["export", "all.jsonl"],
    ["export", "all.epub"],
  ])("%s -o %s replaces a file only with --overwrite", async (command, name) => {
    writeFileSync(inFolder(name), "mine");
    const refused = await run(command, "-o", name);
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/^galley: OUTPUT_EXISTS: .*--overwrite/),
    ]);
    expect(readFileSync(inFolder(name), "utf8")).toBe("mine");
    expect(await run(command, "-o", name, "--overwrite")).toMatchObject({ status: 0 });
    expect(readFileSync(inFolder(name), "utf8")).not.toBe("mine");
  });

  test("an output whose ending is no format is refused, and a word with a dash explained", async () => {
    expect((await run("export", "-o", "y.pdf")).stderr).toMatch(/^galley: BAD_OPTION: .*--format/);
    expect(existsSync(inFolder("y.pdf"))).toBe(false);
    expect((await run("search", "quay", "-ferry")).stderr).toMatch(/BAD_OPTION: .*'quay NOT ferry'/);
  });

  test("watch add and remove say what they did", async () => {
    const added = await run("watch", "add", "ports", "quay", "--feed", "x.xml");
    expect(added.stderr).toMatch(/^galley: ports is watched; .* x\.xml\n$/);
    expect((await run("watch", "remove", "ports")).stderr).toBe("galley: ports is watched no longer\n");
  });

  test("a damaged backup and a full store are refused", async () => {
    writeFileSync(inFolder("bad.jsonl"), '{"format":"galley-store","version":1}\n[');
    expect((await run("restore", "bad.jsonl", "--store", "new.db")).stderr).toMatch(/^galley: BAD_BACKUP: /);
    expect((await run("restore", "gone.jsonl", "--store", "x.db")).stderr).toMatch(
      /^galley: FILE_NOT_FOUND: /,
    );
    expect(existsSync(inFolder("x.db"))).toBe(false);
  });

  test("what was learned of a site is taken back, the last thing first", async () => {
    const store = await openStore(inFolder("galley.db"), { mayCreate: false });
    for (const atMs of [1, 2])
      await store.putSiteRecord({ site: "example.org", kind: "model", atMs, value: atMs });
    await store.close();
    const forget = async () => (await run("forget", "example.org")).stderr;
    expect(await forget()).toMatch(/that of 1970-01-01T00:00:00.001Z counts again\n$/);
    expect(await forget()).toMatch(/none is left\n$/);
    expect(await forget()).toMatch(/^galley: BAD_OPTION: The library has no model of example.org/);
  });

  test("teach says what it kept, and reextract without kept pages how to keep them", async () => {
    expect((await run("reextract")).stderr).toMatch(/^galley: no page was kept; .*--keep-raw/);
    const model = join(import.meta.dirname, "../../models/mss.json.gz");
    expect((await run("teach", "example.org", "--model", model)).stderr).toBe(
      "galley: the model of example.org is kept\n",
    );
  });

  test("a watched search is replaced only if asked, and a feed that fails ends with status 1", async () => {
    const add = (...more: string[]) => run("watch", "add", "ports", "quay", "--feed", "gone/x.xml", ...more);
    expect((await add()).status).toBe(0);
    expect((await add()).stderr).toMatch(/^galley: BAD_OPTION: .*--replace/);
    expect((await add("--replace")).status).toBe(0);
    writeFileSync(inFolder("gone"), "a file, not a folder");
    expect((await run("watch", "run")).status).toBe(1);
  });

  test("a sample without a terminal says how answers are given, and what is wrong with one", async () => {
    expect((await run("sample", "--by", "month")).stderr).toMatch(
      /^galley: BAD_OPTION: .*--questions.*--answers/,
    );
    for (const [line, message] of [
      ['{"id": "1", "right": "yes"}', /^galley: BAD_OPTION: Line 1 .* is no JSON/],
      ['{"id": "999", "right": true}', /^galley: BAD_OPTION: Line 1 .* the id 999, which was not drawn/],
    ] as const) {
      writeFileSync(inFolder("answers.jsonl"), line);
      expect((await run("sample", "--by", "month", "--answers", "answers.jsonl")).stderr).toMatch(message);
    }
  });

  test("remove can be tried out, and needs a unit for a size", async () => {
    const tried = await run("remove", "--query", "story", "--older-than", "1s", "--dry-run");
    expect(tried.stderr).toBe("galley: 2 articles would be removed\n");
    expect((await run("search", "story")).stdout.match(/\n/g)).toHaveLength(2);
    expect((await run("remove", "--max-size", "10")).stderr).toMatch(/^galley: BAD_OPTION: .*unit/);
  });

  test("remove knows its sources before it takes any, and can try that out", async () => {
    const remove = async (...more: string[]) => (await run("remove", "--source", "front", ...more)).stderr;
    expect(await remove("--dry-run")).toBe("galley: 1 source would be removed\n");
    expect(await remove("--source", "gone", "--dry-run")).toMatch(/BAD_OPTION: .* no source gone/);
    expect(await remove("--source", "gone")).toMatch(/BAD_OPTION: .* no source gone/);
    expect(await remove("https://example.org/none")).toMatch(/BAD_OPTION: .* no article/);
    expect(await remove("https://example.org/quay")).toBe("galley: 1 source and 1 article removed\n");
  });

  test("remove tries a size together with the other limits", async () => {
    const tryOut = async (...more: string[]) => (await run("remove", ...more, "--dry-run")).stderr;
    expect(await tryOut("--max-size", "1kB")).toBe("galley: 1 article would be removed\n");
    expect(await tryOut("--max-size", "1GB")).toBe("galley: 0 articles would be removed\n");
    const both = ["--query", "ferry", "--max-size", "1kB"];
    expect(await tryOut(...both)).toBe("galley: 1 article would be removed\n");
    expect((await run("remove", ...both)).stderr).toBe("galley: 1 article removed\n");
  });

  test("a standing retention is set, shown and taken back", async () => {
    expect((await run("retention")).stdout).toBe("everything is kept\n");
    expect(await run("retention", "--older-than", "1d", "--max-size", "20GB")).toEqual({
      status: 0,
      stdout: "kept: at most 1 day and 20 GB\n",
      stderr: "galley: 2 articles would be removed after a run that ended now\n",
    });
    expect((await run("sources")).stderr).toBe("galley: kept: at most 1 day and 20 GB\n");
    expect(JSON.parse((await run("sources", "--format", "json")).stdout).retention).toEqual({
      maxAgeMs: 86_400_000,
      maxBytes: 20e9,
    });
    expect((await run("retention", "--off", "--max-size", "1GB")).stderr).toMatch(/^galley: BAD_OPTION: /);
    expect((await run("retention", "--max-size", "10")).stderr).toMatch(/^galley: BAD_OPTION: .*unit/);
    expect((await run("retention", "--off")).stdout).toBe("everything is kept\n");
    expect((await run("search", "story")).stdout.match(/\n/g)).toHaveLength(2);
  });

  test("remove asks what to remove", async () => {
    expect((await run("remove")).stderr).toMatch(/^galley: BAD_OPTION: /);
  });
});
