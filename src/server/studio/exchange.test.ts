import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { makeSite, writeSite } from "../../../test/newsroom/index.ts";
import { packWrapperModel } from "../../extractors/index.ts";
import { readLabels } from "../../sets/index.ts";
import { mineSite, openFolder } from "../../site/index.ts";
import { openStore } from "../../store/index.ts";
import { trainWrapper } from "../../train/index.ts";
import type { PageView, SetSummary, SiteSummary } from "./contract.ts";
import { makeFolder, testStudio } from "./studio.testing.ts";
import { StudioThreads } from "./studio-threads.ts";

const LONG = 240_000;
const threads = new StudioThreads({});
afterAll(() => threads.close());

const asFile = (value: unknown, pack = false): string => {
  const bytes = Buffer.from(typeof value === "string" ? value : JSON.stringify(value));
  return (pack ? gzipSync(bytes) : bytes).toString("base64");
};

/** A studio with a library, and a set of a made-up site whose folder it may open. */
async function studioWithLibrary(articles: number) {
  const top = makeFolder("exchange-sets");
  const folder = join(top, "harbour");
  mkdirSync(folder);
  const site = makeSite({ look: "wordpress-2014", language: "en", seed: 5, articles });
  await writeSite(site, folder);
  const store = await openStore(join(makeFolder("exchange-store"), "galley.db"), { mayCreate: true });
  let changes = 0;
  const onSites = async () => void changes++;
  const studio = await testStudio({ threads, folders: [top], openStore: async () => store, onSites });
  return { ...studio, top, folder, site, store, changes: () => changes };
}

describe("models and profiles, sent and taken", () => {
  test("a model of galley train is kept as it is, packed or not, and comes out as it went in", {
    timeout: LONG,
  }, async () => {
    const { ask, folder, site, store, changes } = await studioWithLibrary(4);
    const { model } = await trainWrapper([folder], { seed: 1, command: "galley train wrapper harbour" });
    const value = JSON.parse(JSON.stringify(packWrapperModel(model)));
    const at = `/sites/${site.domain}/model`;
    expect((await ask("GET", at)).code).toBe("NOT_FOUND");
    for (const pack of [true, false]) {
      const kept = await ask<SiteSummary>("PUT", at, { file: asFile(value, pack) });
      expect([kept.status, kept.json.model?.extractor]).toEqual([200, "wrapper"]);
      expect(JSON.parse((await ask("GET", at)).text)).toEqual(value);
    }
    expect((await store.getSiteRecord(site.domain, "model"))?.value).toEqual(value);
    expect((await ask<SiteSummary>("DELETE", at, {})).json.model).toBeNull();
    expect(changes()).toBe(3);
  });

  test("a profile of galley site is kept, comes out, and is taken back", { timeout: LONG }, async () => {
    const { ask, folder, site } = await studioWithLibrary(6);
    const { profile } = await mineSite(await openFolder(join(folder, "index.jsonl")), { maxArticles: 6 });
    const at = `/sites/${site.domain}/profile`;
    const kept = await ask<SiteSummary>("PUT", at, { file: asFile(profile) });
    expect([kept.status, kept.json.hasProfile]).toEqual([200, true]);
    const taken = await ask("GET", at);
    expect(JSON.parse(taken.text)).toEqual(JSON.parse(JSON.stringify(profile)));
    expect(taken.headers["content-disposition"]).toContain("attachment");
    expect((await ask<SiteSummary>("DELETE", at, {})).json.hasProfile).toBe(false);
  });

  test.each<[string, "model" | "profile", object, string]>([
    ["no base64 of JSON", "model", { file: asFile("<html>") }, "BAD_MODEL"],
    ["a damaged pack", "model", { file: gzipSync("{}").subarray(0, 12).toString("base64") }, "BAD_MODEL"],
    [
      "a pack that grows without end",
      "model",
      { file: gzipSync(Buffer.alloc(70_000_000)).toString("base64") },
      "BAD_MODEL",
    ],
    ["another JSON", "model", { file: asFile({ a: 1 }) }, "BAD_MODEL"],
    [
      "nesting without end",
      "model",
      { file: asFile(`${"[".repeat(100_000)}${"]".repeat(100_000)}`) },
      "BAD_MODEL",
    ],
    ["names of the language", "model", { file: asFile('{"__proto__": {"format": 1}}') }, "BAD_MODEL"],
    ["nothing", "model", { file: "" }, "BAD_REQUEST"],
    ["a path of this machine", "model", { path: "/etc/passwd" }, "BAD_REQUEST"],
    ["a model for a profile", "profile", { file: asFile({ format: "galley model" }) }, "BAD_SITE_PROFILE"],
    ["a profile that is a list", "profile", { file: asFile([]) }, "BAD_SITE_PROFILE"],
  ])("a file that is %s is refused, and nothing is kept", { timeout: LONG }, async (_, kind, body, code) => {
    const store = await openStore(join(makeFolder("exchange-bad"), "galley.db"), { mayCreate: true });
    const { ask } = await testStudio({ threads, openStore: async () => store });
    expect((await ask("PUT", `/sites/news.example/${kind}`, body)).code).toBe(code);
    expect(await store.listSiteRecords()).toEqual([]);
  });

  test("only registrable domains have models: under another name nothing would use them", {
    timeout: LONG,
  }, async () => {
    const { ask, folder } = await studioWithLibrary(4);
    const { model } = await trainWrapper([folder], { seed: 1, command: "" });
    const file = asFile(packWrapperModel(model));
    for (const name of ["www.news.example", "..", "a b", "%2e%2e%2fx"]) {
      const { status } = await ask("PUT", `/sites/${encodeURIComponent(name)}/model`, { file });
      expect([name, status >= 400]).toEqual([name, true]);
    }
  });
});

describe("sets, sent and taken", () => {
  test("a set with its labels comes out as lines that another studio and the commands read", {
    timeout: LONG,
  }, async () => {
    const { ask, top, folder, site } = await studioWithLibrary(3);
    // Bytes of another charset come out as text, and their labels still hold.
    const [story] = site.pages.filter(({ pageType }) => pageType === "article");
    const html = story!.html.replace(/<meta charset[^>]*>/i, "").replace("<h1", "<p>caf\u00e9</p><h1");
    const latin = join(top, "latin");
    mkdirSync(latin);
    writeFileSync(join(latin, "a.html"), Buffer.from(html, "latin1"));
    const record = { id: "a", url: story!.url, htmlPath: "a.html", encoding: "windows-1252" };
    writeFileSync(join(latin, "index.jsonl"), `${JSON.stringify(record)}\n`);
    const { json: set } = await ask<SetSummary>("POST", "/sets", { kind: "folder", path: "latin" });
    const at = `/sets/${set.id}/pages/a`;
    const { json: view } = await ask<PageView>("GET", `${at}?by=ann`);
    const save = { by: "ann", pageHash: view.pageHash, state: "done", labels: view.guess, revision: null };
    expect((await ask("PUT", `${at}/labels`, save)).status).toBe(200);

    const { text: index, headers } = await ask("GET", `/sets/${set.id}/export`);
    expect(headers["content-type"]).toContain("ndjson");
    const { text: labels } = await ask("GET", `/sets/${set.id}/labels/ann`);
    expect((await ask("GET", `/sets/${set.id}/labels/nobody`)).code).toBe("NOT_FOUND");

    const other = await testStudio({ threads });
    const sent = { kind: "set", name: "Latin", index, labels: [{ by: "ann", text: labels }] };
    const { json: taken, status } = await other.ask<SetSummary>("POST", "/sets", sent);
    expect([status, taken.pages, taken.progress]).toEqual([200, 1, [{ by: "ann", done: 1, skipped: 0 }]]);
    const { json: again } = await other.ask<PageView>("GET", `/sets/${taken.id}/pages/a?by=ann`);
    expect(again.labels).toMatchObject({ labels: view.guess, stale: null });
    expect(again.tree).toEqual(view.tree);

    const [mine] = await truthsOf(latin);
    const alone = join(top, "alone");
    mkdirSync(alone);
    writeFileSync(join(alone, "index.jsonl"), index);
    expect(await truthsOf(alone)).toEqual([mine]);
    expect(mine?.body?.length).toBeGreaterThan(100);
    expect(existsSync(join(folder, "labels"))).toBe(false);
  });

  test.each<[string, object, string]>([
    ["an index that is no JSON", { index: "{" }, "BAD_RECORD"],
    ["a file of this machine", { index: '{"id":"a","htmlPath":"../../etc/passwd"}' }, "BAD_RECORD"],
    ["two pages of one name", { index: '{"id":"a","html":"x"}\n{"id":"a","html":"y"}' }, "BAD_RECORD"],
    ["no page", { index: "\n" }, "NO_PAGES"],
    [
      "labels that are no nodes",
      { index: '{"id":"a","html":"x"}', labels: [{ by: "ann", text: '{"id":"a"}' }] },
      "BAD_RECORD",
    ],
    [
      "labels by a path",
      { index: '{"id":"a","html":"x"}', labels: [{ by: "../x", text: "" }] },
      "BAD_REQUEST",
    ],
  ])("a set with %s is refused as a whole", { timeout: LONG }, async (_, sent, code) => {
    const { ask, home } = await testStudio({ threads });
    expect((await ask("POST", "/sets", { kind: "set", name: "../Bad", ...sent })).code).toBe(code);
    expect(existsSync(join(home, "sets"))).toBe(false);
  });

  test("a name is never a path", { timeout: LONG }, async () => {
    const { ask, home } = await testStudio({ threads });
    const sent = { kind: "set", name: "../../../x", index: '{"id":"a","html":"<p>x"}' };
    const { json } = await ask<SetSummary>("POST", "/sets", sent);
    expect(json.name).toBe("../../../x");
    const list = JSON.parse(readFileSync(join(home, "sets.json"), "utf8"));
    expect(list[0].folder.startsWith(join(home, "sets"))).toBe(true);
  });
});

async function truthsOf(folder: string) {
  const found = [];
  for await (const { truth } of readLabels(folder)) found.push({ title: truth.title, body: truth.body });
  return found;
}
