import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { makeArticlePage } from "../../../test/newsroom/index.ts";
import { LabelBook } from "../../sets/index.ts";
import type { Agreement, PageList, PageView, SetSummary } from "./contract.ts";
import { makeFolder, testStudio } from "./studio.testing.ts";
import { StudioThreads } from "./studio-threads.ts";

const LONG = 120_000;
const threads = new StudioThreads({});
afterAll(() => threads.close());

/** Saves a line of labels in a process whose files may have a limited number of blocks of 512 bytes; prints the code of the failure. */
function saveWithLimit(folder: string, blocks: number, length: number): string {
  const book = new URL("../../sets/label-book.ts", import.meta.url).href;
  const line = `{ id: "two", pageHash: "", labels: [{ node: 3, role: "body", text: "x".repeat(${length}) }], by: "ann", at: "2026-11-18T10:00:00Z", state: "done" }`;
  const code = `const { LabelBook } = await import(${JSON.stringify(book)});
    await new LabelBook(${JSON.stringify(folder)}).save(${line}, null).then(() => console.log("saved"), (error) => console.log(error.code));`;
  const command = `ulimit -f ${blocks} && exec "$0" --input-type=module -e "$1"`;
  const { stdout } = spawnSync("sh", ["-c", command, process.execPath, code], { encoding: "utf8" });
  return stdout.trim();
}

describe("faults of the studio", () => {
  test("a disk without space is told, and what was saved stays as it was", { timeout: LONG }, () => {
    const folder = makeFolder("full");
    expect(saveWithLimit(folder, 1000, 100)).toBe("saved");
    const path = join(folder, "labels/ann.jsonl");
    const before = readFileSync(path, "utf8");
    writeFileSync(path, before.replace('"two"', '"one"'));
    expect(saveWithLimit(folder, 1, 100_000)).toBe("DISK_FULL");
    expect(readFileSync(path, "utf8")).toBe(before.replace('"two"', '"one"'));
    expect(readdirSync(join(folder, "labels"))).toEqual(["ann.jsonl"]);
  });

  test("a set of 100,000 pages opens, lists and shows a page without reading the others", {
    timeout: LONG,
  }, async () => {
    const top = makeFolder("large");
    mkdirSync(join(top, "set"));
    const { html } = makeArticlePage({ look: "bem-2016", language: "en", seed: 1, hardCases: [] });
    writeFileSync(join(top, "set/last.html"), html);
    const index = createWriteStream(join(top, "set/index.jsonl"));
    // All pages but one are missing: opening any of them would fail.
    for (let at = 0; at < 100_000; at++) {
      const line = {
        id: `${at}`,
        url: `https://news.example/${at}`,
        htmlPath: at === 99_999 ? "last.html" : `${at}.html`,
      };
      if (!index.write(`${JSON.stringify(line)}\n`)) await once(index, "drain");
    }
    index.end();
    await once(index, "finish");
    const { ask } = await testStudio({ threads, folders: [top] });
    const { json: set } = await ask<SetSummary>("POST", "/sets", { kind: "folder", path: "set" });
    expect(set).toMatchObject({ pages: 100_000, damaged: [] });
    const { json: list } = await ask<PageList>("GET", `/sets/${set.id}/pages?by=ann&offset=99990&limit=20`);
    expect([list.total, list.pages.length]).toEqual([100_000, 10]);
    const { json: view } = await ask<PageView>("GET", `/sets/${set.id}/pages/99999?by=ann`);
    expect(view.guess.some(({ role }) => role === "body")).toBe(true);
    const reads = vi.spyOn(LabelBook.prototype, "people");
    const conflicts = await ask<PageList>("GET", `/sets/${set.id}/pages?by=ann&show=conflict`);
    expect(conflicts.json.total).toBe(0);
    // The folder of labels is read for the list, not for each of its pages.
    expect(reads.mock.calls.length).toBeLessThan(10);
    const gone = await ask("GET", `/sets/${set.id}/pages/5?by=ann`);
    expect([gone.status, gone.code]).toEqual([422, "BAD_SET"]);
  });

  test("a saved copy is shown with its own styles and pictures, and nothing from elsewhere", {
    timeout: LONG,
  }, async () => {
    const top = makeFolder("saved");
    mkdirSync(join(top, "set/files"), { recursive: true });
    writeFileSync(join(top, "set/files/a.css"), "@import 'b.css';P{color:green;background:url(dot.png)}");
    writeFileSync(
      join(top, "set/files/b.css"),
      "q{background:url(dot.png)}h1{background:url(http://out.example/x.png)}",
    );
    writeFileSync(join(top, "set/files/dot.png"), Buffer.from("89504e470d0a1a0a", "hex"));
    const html = `<link rel=stylesheet href="files/a.css"><link rel=stylesheet href="http://out.example/c.css"><h1>T</h1><p>Text<img src="files/dot.png"><img src="files/../../secret.png"><img src="http://out.example/y.png">`;
    writeFileSync(join(top, "set/page.html"), html);
    writeFileSync(join(top, "secret.png"), "secret");
    const { ask } = await testStudio({ threads, folders: [top] });
    const { json: set } = await ask<SetSummary>("POST", "/sets", { kind: "folder", path: "set" });
    const at = `/studio/frame/${set.id}/page.html`;
    const { text, headers } = await ask("GET", at);
    expect(text).toContain("p{color:green;");
    expect(text).not.toContain("out.example");
    expect(text.match(/<img [^>]*src=/g)).toHaveLength(1);
    expect(headers["content-security-policy"]).toContain("sandbox allow-same-origin");
    expect(headers["content-security-policy"]).not.toContain("allow-scripts");
    const picture = await ask("GET", `${at}/file/0`);
    expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/png"]);
    expect((await ask("GET", `${at}/file/99`)).status).toBe(404);
    expect((await ask("GET", `${at}/file/..%2Fsecret.png`)).status).toBe(404);
  });

  test("people are compared on the pages that are there", { timeout: LONG }, async () => {
    const top = makeFolder("agreed");
    mkdirSync(join(top, "set"));
    for (const name of ["a", "b"]) writeFileSync(join(top, `set/${name}.html`), `<h1>${name}</h1><p>Text.`);
    const { ask } = await testStudio({ threads, folders: [top] });
    const { json: set } = await ask<SetSummary>("POST", "/sets", { kind: "folder", path: "set" });
    for (const name of ["a.html", "b.html"]) {
      const at = `/sets/${set.id}/pages/${name}`;
      const { pageHash, guess: labels } = (await ask<PageView>("GET", `${at}?by=ann`)).json;
      for (const by of ["ann", "bob"])
        await ask("PUT", `${at}/labels`, { by, pageHash, labels, state: "done", revision: null });
    }
    rmSync(join(top, "set/a.html"));
    const { status, json } = await ask<Agreement>("GET", `/sets/${set.id}/agreement?a=ann&b=bob`);
    expect([status, json.pages]).toEqual([200, 1]);
  });

  test("styles and pictures are fetched only where that is allowed", { timeout: LONG }, async () => {
    const { ask } = await testStudio({ threads });
    const files = [
      {
        name: "a.html",
        html: `<link rel=stylesheet href=/s.css><img src=/p.png><p>Text`,
        url: "http://127.0.0.1:9/x",
      },
    ];
    const { json: set } = await ask<SetSummary>("POST", "/sets", { kind: "files", name: "Mine", files });
    const { text } = await ask("GET", `/studio/frame/${set.id}/a.html`);
    expect(text).not.toMatch(/<img [^>]*src=/);
    // The guard stays on: loopback is refused although fetching is allowed.
    const open = await testStudio({ network: {}, threads });
    const { json: other } = await open.ask<SetSummary>("POST", "/sets", {
      kind: "files",
      name: "Mine",
      files,
    });
    const at = `/studio/frame/${other.id}/a.html`;
    expect((await open.ask("GET", at)).text).toMatch(/<img [^>]*src="[^"]*\/file\/0"/);
    expect((await open.ask("GET", `${at}/file/0`)).status).toBe(404);
  });

  test("a server that comes back finds sets, labels and sessions again", { timeout: LONG }, async () => {
    const first = await testStudio({ threads });
    const { json: set } = await first.ask<SetSummary>("POST", "/sets", { kind: "samples" });
    const again = await testStudio({ threads, home: first.home });
    expect((await again.ask<SetSummary[]>("GET", "/sets")).json.map(({ id }) => id)).toEqual([set.id]);
    expect((await again.ask("GET", `/sets/${set.id}/pages/bem-2016?by=ann`)).status).toBe(200);
  });
});
