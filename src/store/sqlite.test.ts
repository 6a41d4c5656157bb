import {
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkOldRows, OLD_ROWS } from "../../test/contract/store-old-rows.ts";
import { obtained } from "../../test/contract/store-samples.ts";
import { MIGRATIONS } from "./schema.data.ts";
import { openStore } from "./sql-store.ts";

const TERMS =
  "CREATE VIRTUAL TABLE article_terms USING fts5(terms, content='', contentless_delete=1, tokenize=\"ascii tokenchars '_.:-'\")";

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-store-"));
  path = join(folder, "galley.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (mayCreate = true) => openStore(path, { mayCreate });

test("a store that must be there is not made", async () => {
  await expect(open(false)).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
  await expect(openStore(join(path, "below", "x.db"), { mayCreate: true })).rejects.toMatchObject({
    code: "WRITE_FAILED",
  });
});

test("sources are summed up one at a time, so that a server answers others in between", async () => {
  const store = await open();
  for (let at = 0; at < 20; at++) {
    const url = `https://example.org/${at}`;
    await store.putSource({ id: url, kind: "feed", url, title: null, topic: null, concept: null }, 0);
  }
  let turns = 0;
  const count = () => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  expect(await store.listSources()).toHaveLength(20);
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(19);
  await store.close();
});

test("articles are there after the store was closed and opened", async () => {
  const store = await open();
  await store.finish(obtained("https://example.org/a"));
  await store.close();
  const again = await open(false);
  expect((await again.report()).articles).toBe(1);
  await again.close();
});

async function* junk(): AsyncGenerator<string> {
  yield "no backup";
}

/** Opens and closes a store in a thread of its own, once for each path; gives the codes of what failed. */
function openInThread(paths: readonly string[]): Promise<readonly string[]> {
  const store = JSON.stringify(new URL("./sql-store.ts", import.meta.url).href);
  const code = `
    const { parentPort, workerData } = require("node:worker_threads");
    import(${store}).then(async ({ openStore }) => {
      const failed = [];
      for (const path of workerData) {
        try {
          const store = await openStore(path, { mayCreate: true });
          await store.report();
          await store.close();
        } catch (error) {
          failed.push(String(error.code ?? error));
        }
      }
      parentPort.postMessage(failed);
    });`;
  const worker = new Worker(code, { eval: true, workerData: paths });
  return new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
}

test("collectors that make and open a store at the same time wait for each other", async () => {
  const paths = Array.from({ length: 20 }, (_, at) => join(folder, `${at}.db`));
  const failed = await Promise.all([openInThread(paths), openInThread(paths), openInThread(paths)]);
  expect(failed.flat()).toEqual([]);
}, 60_000);

test("a restore of junk leaves no new store behind, and one that was there as it is", async () => {
  const store = await open();
  await expect(store.restore(junk())).rejects.toMatchObject({ code: "BAD_BACKUP" });
  await store.close();
  expect(readdirSync(folder)).toEqual([]);
  const used = await open();
  await expect(used.restore(junk())).rejects.toMatchObject({ code: "BAD_BACKUP" });
  await used.finish(obtained("https://example.org/a"));
  await used.close();
  const again = await open(false);
  await expect(again.restore(junk())).rejects.toMatchObject({ code: "BAD_OPTION" });
  await again.close();
  expect(existsSync(path)).toBe(true);
});

test("a store of a newer build is refused and left as it is", async () => {
  await (await open()).close();
  const file = new DatabaseSync(path);
  file.exec("PRAGMA user_version = 1000");
  file.close();
  const before = readFileSync(path);
  await expect(open()).rejects.toMatchObject({ code: "STORE_NEWER" });
  expect(readFileSync(path).equals(before)).toBe(true);
});

test.each(MIGRATIONS.slice(1).map((_, at) => at + 1))(
  "a store of version %i is brought up to date with what it holds",
  async (version) => {
    const file = new DatabaseSync(path);
    for (const sql of MIGRATIONS.slice(0, version).flat())
      file.exec(
        sql
          .replace("{id}", "INTEGER PRIMARY KEY AUTOINCREMENT")
          .replace("{bytes}", "BLOB")
          .replace("{terms}", TERMS),
      );
    for (const sql of OLD_ROWS) file.exec(sql);
    file.exec(`PRAGMA application_id = 0x47414c59; PRAGMA user_version = ${version}`);
    file.close();
    const store = await open(false);
    await checkOldRows(store);
    await store.close();
    const again = new DatabaseSync(path);
    expect(again.prepare("PRAGMA user_version").get()).toEqual({ user_version: MIGRATIONS.length });
    again.close();
  },
);

test("other files and other people's databases are refused and left as they are", async () => {
  writeFileSync(path, "not a database, but long enough to have a header of sixteen bytes".repeat(20));
  await expect(open()).rejects.toMatchObject({ code: "NOT_A_STORE" });
  rmSync(path);
  const file = new DatabaseSync(path);
  file.exec("CREATE TABLE theirs (x)");
  file.close();
  const before = readFileSync(path);
  await expect(open()).rejects.toMatchObject({ code: "NOT_A_STORE" });
  expect(readFileSync(path).equals(before)).toBe(true);
});

test("damaged pages are a failure with a code", async () => {
  const store = await open();
  for (let at = 0; at < 50; at++)
    await store.finish(obtained(`https://example.org/${at}`, { text: `${at} `.repeat(500) }));
  await store.close();
  const file = openSync(path, "r+");
  for (let at = 4096; at < 400_000; at += 512) writeSync(file, Buffer.alloc(512, 0x5a), 0, 512, at);
  const read = async () => {
    const damaged = await open();
    try {
      await damaged.listArticles({ limit: 100 });
    } finally {
      await damaged.close();
    }
  };
  await expect(read()).rejects.toMatchObject({ code: "STORE_DAMAGED" });
});

test("two collectors on one file wait for each other", async () => {
  const [first, second] = [await open(), await open()];
  const writes = Array.from({ length: 40 }, (_, at) =>
    (at % 2 === 0 ? first : second).finish(obtained(`https://example.org/${at % 10}`)),
  );
  const outcomes = (await Promise.all(writes)).map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === "stored")).toHaveLength(10);
  expect(outcomes.filter((outcome) => outcome === "seen")).toHaveLength(30);
  await first.close();
  await second.close();
});

test("a file that another process holds is a failure with a code, and works when it is free", async () => {
  const store = await openStore(path, { mayCreate: true, lockTimeoutMs: 30 });
  const holder = new DatabaseSync(path);
  holder.exec("BEGIN IMMEDIATE");
  const finish = () => store.finish(obtained("https://example.org/a"));
  await expect(finish()).rejects.toMatchObject({ code: "STORE_LOCKED", retry: true });
  expect((await store.report()).articles).toBe(0);
  holder.exec("COMMIT");
  holder.close();
  expect(await finish()).toMatchObject({ outcome: "stored" });
  await store.close();
});

test("a failed transaction leaves nothing behind, and the next one works", async () => {
  const store = await open();
  const { result, ...rest } = obtained("https://example.org/a");
  const broken = { ...rest, result: { ...result, signature: { bands: [0.5, {}], value: "x" } } };
  await expect(store.finish(broken as never)).rejects.toThrow();
  expect((await store.report()).articles).toBe(0);
  expect(await store.finish(obtained("https://example.org/a"))).toMatchObject({ outcome: "stored" });
  await store.close();
});
