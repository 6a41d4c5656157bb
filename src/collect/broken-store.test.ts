import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { startPostgres } from "../../test/postgres.ts";
import { NewsError } from "../errors/index.ts";
import { openStore, type Store } from "../store/index.ts";
import { collect } from "./collect.ts";
import {
  at,
  feedOf,
  type MadeUp,
  makeOptions,
  makeUp,
  NOW,
  SENTENCES,
  storyPage,
} from "./made-up.testing.ts";

const STORIES = 40;
/** Longer than the leases that a run could not release. */
const LATER_MS = 4 * 60 * 1000;

/** A site with many stories of some length. */
function makeSite(): Promise<MadeUp> {
  const names = Array.from({ length: STORIES }, (_, number) => `/storm-${number}`);
  const text = Array.from({ length: 20 }, () => `<p>${SENTENCES.join("</p><p>")}</p>`).join("");
  return makeUp({
    "/feed": feedOf(...names.map((name) => [name, `Storm ${name}`] as const)),
    ...Object.fromEntries(names.map((name) => [name, storyPage(`Storm ${name.slice(1)}`, text)])),
  });
}

function newPlace(): string {
  const folder = mkdtempSync(join(tmpdir(), "galley-broken-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "galley.db");
}

async function open(place: string, lockTimeoutMs?: number): Promise<Store> {
  const store = await openStore(place, { mayCreate: true, lockTimeoutMs });
  onTestFinished(() => store.close());
  return store;
}

/** Collects everything that is left, and checks that every story is stored once. */
async function expectAll(site: MadeUp, store: Store, nowMs = NOW): Promise<void> {
  const options = await makeOptions(nowMs);
  await collect([at(`${site.origin}/feed`)], { ...options, store });
  const urls = (await store.listArticles({ limit: 2 * STORIES })).map(({ article }) => article.url);
  expect(new Set(urls).size).toBe(STORIES);
  expect(urls).toHaveLength(STORIES);
}

/** A process that collects a site into a library, and says how many articles it holds. */
function collectorArguments(place: string, site: MadeUp): readonly string[] {
  const file = (path: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, path)).href);
  const collector = `
    const { collect } = await import(${file("./collect.ts")});
    const { openStore } = await import(${file("../store/index.ts")});
    const { makePoliteFetcher } = await import(${file("../fetch/index.ts")});
    const store = await openStore(process.argv[1], { mayCreate: true });
    const fetcher = makePoliteFetcher({ allow: ["127.0.0.1"], delayMs: 0 });
    await collect([{ kind: "address", url: process.argv[2] }], { store, fetcher, now: () => ${NOW} }).catch(({ code }) => {
      console.log("failed", code);
      process.exit(1);
    });
    console.log("stored", (await store.report()).articles);`;
  return [process.execPath, "--input-type=module", "-e", collector, place, `${site.origin}/feed`];
}

async function spawnAndRead(
  program: string,
  args: readonly string[],
): Promise<{ readonly status: number | null; readonly output: string }> {
  const child = spawn(program, args);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  // Where there is no such program, its closing says so.
  child.on("error", () => undefined);
  const [status] = await once(child, "close");
  return { status, output };
}

describe("a library that breaks in the middle of a run", () => {
  test("by a full file system ends it with a code, and a run with more space completes it", async (context) => {
    // A mount of our own that only this shell and what it starts can see.
    const mount = 'mount -t tmpfs -o size=1500k galley "$0"';
    const [site, folder] = [await makeSite(), dirname(newPlace())];
    const inNamespace = (script: string, ...args: readonly string[]) =>
      spawnAndRead("unshare", ["--user", "--map-root-user", "--mount", "sh", "-c", script, folder, ...args]);
    if ((await inNamespace(mount)).status !== 0) return context.skip("this system lets nobody mount");
    const script = `${mount}; "$@"; mount -o remount,size=64m "$0"; "$@"`;
    const { output } = await inNamespace(script, ...collectorArguments(join(folder, "galley.db"), site));
    expect(output).toBe(`failed WRITE_FAILED\nstored ${STORIES}\n`);
  });

  test("by a limit of its size ends it with a code, and nothing that was stored is lost", async () => {
    const [site, place] = [await makeSite(), newPlace()];
    const store = await open(place);
    // Its files can grow by a few hundred kilobytes more; the signal of that limit is ignored, so that writing fails.
    const blocks = Math.ceil(statSync(place).size / 512) + 500;
    const limited = `trap '' XFSZ; ulimit -f ${blocks}; exec "$@"`;
    const ended = await spawnAndRead("bash", ["-c", limited, "bash", ...collectorArguments(place, site)]);
    expect(ended).toEqual({ status: 1, output: expect.stringContaining("failed WRITE_FAILED") });
    const { articles } = await store.report();
    expect(articles).toBeGreaterThan(0);
    expect(articles).toBeLessThan(STORIES);
    await expectAll(site, store);
  });

  test("by a lock of another program waits for it, and gives up with a code where it stays", async () => {
    const [site, place] = [await makeSite(), newPlace()];
    const [store, hasty] = [await open(place), await open(place, 50)];
    const holder = new DatabaseSync(place);
    onTestFinished(() => holder.close());
    holder.exec("BEGIN IMMEDIATE");
    const options = { ...(await makeOptions()), store: hasty };
    await expect(collect([at(`${site.origin}/feed`)], options)).rejects.toMatchObject({
      code: "STORE_LOCKED",
    });
    const run = expectAll(site, store);
    setTimeout(() => holder.exec("COMMIT"), 300);
    await run;
  });

  test.each([
    ["getSiteRecord", "STORE_LOCKED"],
    ["getSiteRecord", "STORE_UNAVAILABLE"],
    ["addFindings", "WRITE_FAILED"],
    ["finish", "WRITE_FAILED"],
  ] as const)("for one call of %s ends it with %s, and no page or source is blamed", async (name, code) => {
    const [site, store] = [await makeSite(), await open(":memory:")];
    let calls = 0;
    const faulty = new Proxy(store, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property, target);
        if (typeof value !== "function") return value;
        return property === name && calls++ === 0
          ? () => Promise.reject(new NewsError(code, "The disk is full."))
          : value.bind(target);
      },
    });
    const run = collect([at(`${site.origin}/feed`)], { ...(await makeOptions()), store: faulty });
    await expect(run).rejects.toMatchObject({ code });
    expect(await store.listFailures(STORIES)).toEqual([]);
    await expectAll(site, store);
  });

  test("by damage is a code, not a run that goes on", async () => {
    const [site, place] = [await makeSite(), newPlace()];
    const store = await open(place);
    await expectAll(site, store);
    await store.close();
    const file = openSync(place, "r+");
    const { size } = statSync(place);
    for (let from = 4096; from < size; from += 512) writeSync(file, Buffer.alloc(512, 0x5a), 0, 512, from);
    const run = async () => {
      const damaged = await openStore(place, { mayCreate: false });
      onTestFinished(() => damaged.close());
      await collect([at(`${site.origin}/feed`)], { ...(await makeOptions()), store: damaged });
    };
    await expect(run()).rejects.toMatchObject({ code: "STORE_DAMAGED" });
  });

  test("by a PostgreSQL server that goes away ends it with a code, and the next run completes it", async (context) => {
    const server = process.env.GALLEY_TEST_POSTGRES ? undefined : await startPostgres();
    if (server === undefined) return context.skip("needs a PostgreSQL of our own for this platform");
    onTestFinished(() => server.stop());
    const site = await makeSite();
    const store = await open(await server.emptyDatabase());
    const run = (async () => collect([at(`${site.origin}/feed`)], { ...(await makeOptions()), store }))();
    const failed = expect(run).rejects.toMatchObject({ code: "STORE_UNAVAILABLE", retry: true });
    await site.begun("/storm-5");
    await server.crash();
    await failed;
    await server.start();
    await expectAll(site, store, NOW + LATER_MS);
  });
});
