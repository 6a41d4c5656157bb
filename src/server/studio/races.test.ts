import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { LabelBook, type LabelLine, revisionOf } from "../../sets/index.ts";
import type { PageList, PageView, SetSummary } from "./contract.ts";
import { makeFolder, testStudio } from "./studio.testing.ts";
import { StudioJobs } from "./studio-jobs.ts";
import { StudioThreads } from "./studio-threads.ts";

const LONG = 120_000;
const threads = new StudioThreads({});
afterAll(() => threads.close());

describe("work that is done at the same time", () => {
  test("pages that are opened into one set at once are all in it", { timeout: LONG }, async () => {
    const { ask } = await testStudio({ threads });
    const open = (name: string) =>
      ask<SetSummary>("POST", "/sets", {
        kind: "files",
        name: "Mine",
        files: [{ name, html: `<h1>${name}</h1><p>Text of ${name}.` }],
      });
    const opened = await Promise.all(["a.html", "b.html", "c.html", "d.html"].map(open));
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { id } = opened[0]!.json;
    const { json } = await ask<PageList>("GET", `/sets/${id}/pages?by=ann`);
    expect(json.pages.map((page) => page.id).sort()).toEqual(["a.html", "b.html", "c.html", "d.html"]);
  });

  test("labels that are saved while their set is opened again are all kept", { timeout: LONG }, async () => {
    const top = makeFolder("reopened");
    mkdirSync(join(top, "set"));
    const names = Array.from({ length: 8 }, (_, at) => `${at}.html`);
    for (const name of names) writeFileSync(join(top, "set", name), `<h1>${name}</h1><p>Text of ${name}.`);
    const { ask } = await testStudio({ threads, folders: [top] });
    const open = () => ask<SetSummary>("POST", "/sets", { kind: "folder", path: "set" });
    const { id } = (await open()).json;
    const save = async (name: string) => {
      const { json } = await ask<PageView>("GET", `/sets/${id}/pages/${name}?by=ann`);
      const { pageHash, guess: labels } = json;
      const body = { by: "ann", pageHash, state: "done", labels, revision: null };
      const [saved] = await Promise.all([ask("PUT", `/sets/${id}/pages/${name}/labels`, body), open()]);
      return saved.status;
    };
    expect(await Promise.all(names.map(save))).toEqual(names.map(() => 200));
    const lines = readFileSync(join(top, "set/labels/ann.jsonl"), "utf8").trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).id).sort()).toEqual(names);
  });

  test("a list that somebody looks at keeps its order while guesses come", { timeout: LONG }, async () => {
    const top = makeFolder("ordered");
    const story =
      "<p>The ferry did not leave this morning, as the captain had slept too long, people said.</p>";
    // The one that needs a person most is the last of the index.
    const texts = [...Array.from({ length: 5 }, () => story.repeat(12)), "<p>Menu</p><p>Terms</p>"];
    for (const [at, text] of texts.entries())
      writeFileSync(join(top, `${at}.html`), `<h1>Ferry ${at}</h1>${text}`);
    const { ask } = await testStudio({ threads, folders: [top] });
    const { id } = (await ask<SetSummary>("POST", "/sets", { kind: "folder", path: "." })).json;
    const list = async (query: string) =>
      (await ask<PageList>("GET", `/sets/${id}/pages?by=ann${query}`)).json;
    const first = await list("");
    await vi.waitFor(async () => expect((await list("")).waiting).toBe(0), { timeout: LONG });
    const names = ({ pages }: PageList) => pages.map((page) => page.id);
    const kept = await list(`&order=${first.order}`);
    expect(names(kept)).toEqual(names(first));
    expect(kept.isOutdated).toBe(true);
    expect(kept.pages.every(({ confidence }) => confidence !== null)).toBe(true);
    const rest = await list(`&order=${first.order}&offset=4`);
    expect(names(rest)).toEqual(names(first).slice(4));
    const newest = await list("&order=999");
    expect(names(newest)[0]).toBe("5.html");
    expect(newest.isOutdated).toBe(false);
  });

  const line = (id: string, text = "x".repeat(200_000)): LabelLine => ({
    id,
    pageHash: "",
    by: "ann",
    at: "2026-11-18T10:00:00Z",
    state: "done",
    labels: [{ node: 3, role: "body", text }],
  });

  test("two programs that save the same labels leave a whole file with all of them", {
    timeout: LONG,
  }, async () => {
    const folder = makeFolder("programs");
    const books = [new LabelBook(folder), new LabelBook(folder)];
    const ids: string[] = [];
    for (let turn = 0; turn < 10; turn++) {
      ids.push(`${turn} 0`, `${turn} 1`);
      const saves = books.map((book, at) => book.saveAll("ann", [line(`${turn} ${at}`)]));
      expect((await Promise.allSettled(saves)).map(({ status }) => status)).toEqual([
        "fulfilled",
        "fulfilled",
      ]);
      expect(new LabelBook(folder).damaged()).toEqual([]);
    }
    expect([...new LabelBook(folder).linesOf("ann").keys()].sort()).toEqual(ids.sort());
    expect(readdirSync(join(folder, "labels"))).toEqual(["ann.jsonl"]);
  });

  test("of two programs that save the same page at once, one is refused", { timeout: LONG }, async () => {
    const folder = makeFolder("same-page");
    const books = [new LabelBook(folder), new LabelBook(folder)];
    for (let turn = 0; turn < 10; turn++) {
      const known = new LabelBook(folder).linesOf("ann").get("quay");
      const revision = known === undefined ? null : revisionOf(known);
      const saves = books.map((book, at) => book.save(line("quay", `${turn} ${at}`), revision));
      const ends = await Promise.allSettled(saves);
      const refused = ends.filter((end) => end.status === "rejected");
      expect(refused).toEqual([
        { status: "rejected", reason: expect.objectContaining({ code: "LABELS_CHANGED" }) },
      ]);
      const [kept] = ends.flatMap((end) => (end.status === "fulfilled" ? [end.value.labels[0]?.text] : []));
      expect(new LabelBook(folder).linesOf("ann").get("quay")?.labels[0]?.text).toBe(kept);
    }
  });

  test("the lock of a program that was killed holds nobody up", { timeout: LONG }, async () => {
    const folder = makeFolder("killed");
    const book = new LabelBook(folder);
    await book.saveAll("ann", [line("quay", "a")]);
    const lock = join(folder, "labels/ann.jsonl.lock");
    writeFileSync(lock, "");
    utimesSync(lock, 0, 0);
    await book.saveAll("ann", [line("ferry", "b")]);
    expect([...new LabelBook(folder).linesOf("ann").keys()]).toEqual(["quay", "ferry"]);
  });
});

describe("jobs", () => {
  const placesOf = (home: string, folder: string) => ({
    home,
    now: () => Date.parse("2026-11-18T12:00:00Z"),
    folderOf: () => folder,
    keepMined: async () => undefined,
  });
  const request = { kind: "train", set: "any", by: "" } as const;

  test("whose folder cannot be written fails, and the next one runs", { timeout: LONG }, async () => {
    const home = makeFolder("jobs");
    const jobs = new StudioJobs(placesOf(home, makeFolder("empty")));
    const [, second, third] = [
      await jobs.start(request),
      await jobs.start(request),
      await jobs.start(request),
    ];
    // A file in place of the folder: nothing can be written there.
    rmSync(join(home, "jobs", second.id), { recursive: true });
    writeFileSync(join(home, "jobs", second.id), "");
    await vi.waitFor(() => expect(jobs.get(third.id).state).toBe("failed"), { timeout: LONG });
    expect(jobs.get(second.id).state).toBe("failed");
    await jobs.close();
  });

  test("that wait are not begun by a server that ends", { timeout: LONG }, async () => {
    const jobs = new StudioJobs(placesOf(makeFolder("jobs"), makeFolder("empty")));
    const [, second] = [await jobs.start(request), await jobs.start(request)];
    const states: string[] = [];
    jobs.follow(second.id, ({ state }) => states.push(state));
    await jobs.close();
    expect(states).toEqual(["waiting"]);
  });
});
