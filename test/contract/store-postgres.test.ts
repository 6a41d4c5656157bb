import { Client } from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { openStore } from "../../src/store/index.ts";
import { startPostgres } from "../postgres.ts";
import { checkStore } from "./store.ts";
import { obtained } from "./store-samples.ts";

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
