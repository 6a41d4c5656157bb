import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { openStore } from "../../src/store/index.ts";
import { startPostgres } from "../postgres.ts";
import { checkStore } from "./store.ts";
import { obtained } from "./store-samples.ts";
import { toldBy, watchQuay } from "./store-watches.ts";

const server = await startPostgres();
afterAll(() => server?.stop());
const isOurs = !process.env.GALLEY_TEST_POSTGRES;

const openEmpty = async () => openStore((await server?.emptyDatabase()) ?? "", { mayCreate: true });

describe.skipIf(server === undefined)("PostgreSQL (needs a build of it for this platform)", () => {
  checkStore("postgres", openEmpty);

  test("a store that must be there is not made", async () => {
    const url = (await server?.emptyDatabase()) ?? "";
    await expect(openStore(url, { mayCreate: false })).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
    await (await openStore(url, { mayCreate: true })).close();
    await (await openStore(url, { mayCreate: false })).close();
  });

  test("a store of a newer build is refused", async () => {
    const url = (await server?.emptyDatabase()) ?? "";
    await (await openStore(url, { mayCreate: true })).close();
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query("UPDATE galley.store_version SET version = 1000");
    await client.end();
    await expect(openStore(url, { mayCreate: true })).rejects.toMatchObject({ code: "STORE_NEWER" });
  });

  test("two collectors store an article once", async () => {
    const url = (await server?.emptyDatabase()) ?? "";
    const [first, second] = await Promise.all([1, 2].map(() => openStore(url, { mayCreate: true })));
    const writes = Array.from({ length: 40 }, (_, at) =>
      (at % 2 === 0 ? first : second)!.finish(obtained(`https://example.org/${at % 5}`)),
    );
    const outcomes = (await Promise.all(writes)).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === "stored")).toHaveLength(5);
    expect((await first!.report()).articles).toBe(5);
    await first!.close();
    await second!.close();
  });

  test("a table that another process holds is a failure with a code", async () => {
    const url = (await server?.emptyDatabase()) ?? "";
    const store = await openStore(url, { mayCreate: true, lockTimeoutMs: 30 });
    const holder = new Client({ connectionString: url });
    await holder.connect();
    await holder.query("BEGIN; LOCK TABLE galley.articles");
    const finish = () => store.finish(obtained("https://example.org/a"));
    await expect(finish()).rejects.toMatchObject({ code: "STORE_LOCKED" });
    await holder.query("COMMIT");
    await holder.end();
    expect(await finish()).toMatchObject({ outcome: "stored" });
    await store.close();
  });

  test("an article that is committed after one with a larger id is told", async () => {
    const url = (await server?.emptyDatabase()) ?? "";
    const store = await openStore(url, { mayCreate: true });
    await watchQuay(store, "webhook");
    const holder = new Client({ connectionString: url });
    await holder.connect();
    // The address of the first article's identity is held, so that it waits after it was given its id.
    await holder.query(
      `BEGIN; INSERT INTO galley.addresses (key, url, site, detail, attempts, found_ms, leased_until_ms)
       VALUES ('example.org/late', '', '', '', 0, 0, 0)`,
    );
    const late = store.finish({ ...obtained("https://example.org/late"), url: "https://example.org/short" });
    while ((await lastGivenId(holder)) < 1) await sleep(5);
    await store.finish(obtained("https://example.org/early"));
    const told = toldBy(store);
    await sleep(50);
    await holder.query("ROLLBACK");
    await holder.end();
    await late;
    expect(await told).toEqual(["https://example.org/late", "https://example.org/early"]);
    await store.close();
  });

  test("two collectors never lease the same candidate", async () => {
    const store = await openEmpty();
    const findings = Array.from({ length: 60 }, (_, at) => ({
      url: `https://example.org/${at}`,
      source: "s",
      title: null,
      topic: null,
    }));
    await store.addFindings(findings, { nowMs: 1 });
    const leases = Array.from({ length: 6 }, () => store.lease({ nowMs: 2, leaseMs: 9, limit: 20 }));
    const urls = (await Promise.all(leases)).flat().map(({ url }) => url);
    expect(new Set(urls).size).toBe(urls.length);
    await store.close();
  });

  test.skipIf(!isOurs)(
    "a server that goes away is a failure with a code, and loses nothing (needs our own server)",
    async () => {
      const store = await openEmpty();
      await store.finish(obtained("https://example.org/a"));
      const under = Promise.allSettled(
        Array.from({ length: 30 }, (_, at) => store.finish(obtained(`https://example.org/b${at}`))),
      );
      await server?.crash();
      const ends = await under;
      const broken = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
      expect(broken.every(({ code, retry }) => code === "STORE_UNAVAILABLE" && retry)).toBe(true);
      await expect(store.report()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
      await server?.start();
      const { articles } = await store.report();
      expect(articles).toBeGreaterThanOrEqual(1 + ends.length - broken.length);
      expect(await store.finish(obtained("https://example.org/a"))).toMatchObject({ outcome: "seen" });
      await store.close();
    },
  );
});

test("a server that is not there is a failure with a code that shows no password", async () => {
  const failed = openStore("postgres://ada:secret@127.0.0.1:1/library", { mayCreate: true });
  await expect(failed).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
    message: "The store postgres://127.0.0.1:1/library cannot be reached.",
  });
});

async function lastGivenId(client: Client): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    "SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS id FROM galley.articles_id_seq",
  );
  return Number(rows[0]?.id);
}
