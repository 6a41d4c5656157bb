import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore } from "../../src/store/index.ts";
import { seededRandom } from "../../src/text/index.ts";
import { startPostgres } from "../postgres.ts";
import { obtained } from "./store-samples.ts";

const KILLS = 50;
const CANDIDATES = 20_000;
const fileUrl = (path: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, path)).href);

/** A collector that reports every article once it is stored. */
const COLLECTOR = `
  const { openStore } = await import(${fileUrl("../../src/store/index.ts")});
  const { obtained } = await import(${fileUrl("./store-samples.ts")});
  const store = await openStore(process.argv[1], { mayCreate: false });
  for (;;) {
    const candidates = await store.lease({ nowMs: Date.now(), leaseMs: 50, limit: 20 });
    for (const { url } of candidates) {
      const rawPages = [{ url, bytes: new Uint8Array(3000), charset: null }];
      const signature = { bands: [1, 2, 3], value: url };
      await store.finish({ ...obtained(url, { text: "story ".repeat(200) }, { rawPages, signature }), nowMs: Date.now() });
      process.stdout.write(url + "\\n");
    }
  }`;

let folder = "";
let server: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "galley-kills-"));
  server = await startPostgres();
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("two collectors that are killed 50 times", () => {
  test.for(["sqlite", "postgres"])(
    "lose no finished article and store none twice: %s",
    async (driver, context) => {
      if (driver === "postgres" && !server) return context.skip("there is no PostgreSQL for this platform");
      const name = driver === "sqlite" ? join(folder, "galley.db") : await server!.emptyDatabase();
      await addCandidates(name);
      const finished = await killAgainAndAgain(name);
      // Leases are so short that both often work on the same candidates.
      expect(finished.size).toBeGreaterThan(KILLS / 4);
      const store = await openStore(name, { mayCreate: false });
      const { articles, versions } = await store.report();
      const stored = await store.listArticles({ limit: CANDIDATES });
      const urls = new Set(stored.map(({ article }) => article.url));
      expect([...finished].filter((url) => !urls.has(url))).toEqual([]);
      expect({ articles, versions }).toEqual({ articles: urls.size, versions: urls.size });
      // Whole: everything that is written with an article is there.
      expect(stored.filter(({ topics }) => topics.join() !== "kills")).toEqual([]);
      expect((await store.listRawPages({ limit: CANDIDATES })).length).toBe(urls.size);
      expect((await store.search("story topic:kills", { limit: CANDIDATES })).hits).toHaveLength(urls.size);
      await store.close();
    },
  );

  test("a disk that is full is a failure with a code, and what was finished stays", async () => {
    const name = join(folder, "full.db");
    await addCandidates(name);
    // Its files can grow by half a megabyte more; the signal of that limit is ignored, so that writing fails.
    const blocks = Math.ceil(statSync(name).size / 512) + 1000;
    const script = `trap '' XFSZ; ulimit -f ${blocks}; exec "$@"`;
    const child = spawn("bash", ["-c", script, "bash", process.execPath, ...argumentsFor(name)]);
    const finished = readLines(child.stdout);
    let failure = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      failure += text;
    });
    await once(child, "close");
    expect(failure).toContain("code: 'WRITE_FAILED'");
    const store = await openStore(name, { mayCreate: false });
    expect(finished.size).toBeGreaterThan(0);
    expect((await store.report()).articles).toBeGreaterThanOrEqual(finished.size);
    for (const url of finished) expect(await store.getArticle(url), url).toBeDefined();
    await store.close();
  });
});

test("transactions that wait for others are not taken for a server that does not answer", async (context) => {
  if (!server) return context.skip("there is no PostgreSQL for this platform");
  const url = await server.emptyDatabase();
  const store = await openStore(url, { mayCreate: true });
  const holder = new Client({ connectionString: url });
  await holder.connect();
  await holder.query("BEGIN; LOCK TABLE galley.articles");
  const writes = Array.from({ length: 20 }, (_, at) => store.finish(obtained(`https://example.org/${at}`)));
  // Longer than a server has to answer.
  await sleep(11_000);
  await holder.query("COMMIT");
  await holder.end();
  const outcomes = (await Promise.all(writes)).map(({ outcome }) => outcome);
  expect(outcomes).toEqual(Array(20).fill("stored"));
  await store.close();
});

async function addCandidates(name: string): Promise<void> {
  const store = await openStore(name, { mayCreate: true });
  const findings = Array.from({ length: CANDIDATES }, (_, at) => ({
    url: `https://example.org/${at}`,
    source: "list",
    title: `Story ${at}`,
    topic: "kills",
  }));
  await store.addFindings(findings, { nowMs: 1 });
  await store.close();
}

function argumentsFor(name: string): readonly string[] {
  return ["--input-type=module", "-e", COLLECTOR, name];
}

/** The addresses that collectors have said to be finished. */
async function killAgainAndAgain(name: string): Promise<ReadonlySet<string>> {
  const random = seededRandom(50);
  const finished = new Set<string>();
  for (let kill = 0; kill < KILLS; kill += 2) {
    await Promise.all(
      [1, 2].map(async () => {
        const child = spawn(process.execPath, argumentsFor(name), { stdio: ["ignore", "pipe", "inherit"] });
        const seen = readLines(child.stdout);
        const ended = once(child, "close");
        // Killed at any moment after it has begun.
        await Promise.race([once(child.stdout, "data"), ended]);
        await sleep(random() * 100);
        child.kill("SIGKILL");
        await ended;
        for (const url of seen) finished.add(url);
      }),
    );
  }
  return finished;
}

/** The whole lines of a stream, as they come. */
function readLines(stream: NodeJS.ReadableStream): ReadonlySet<string> {
  const lines = new Set<string>();
  let rest = "";
  stream.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) lines.add(part);
  });
  return lines;
}
