import { expect, test } from "vitest";
import type { Store } from "../../src/store/index.ts";
import { finding, obtained, START_MS, STORY } from "./store-samples.ts";

const DAY_MS = 86_400_000;

/** The contract of candidates. */
export function checkCandidates(store: () => Store): void {
  const lease = { nowMs: START_MS, leaseMs: 60_000, limit: 10 };

  test("an address that is found twice is one candidate", async () => {
    const found = [finding(), finding({ url: `${STORY}/?utm_source=feed`, source: "feed" })];
    expect(await store().addFindings(found, { nowMs: START_MS })).toMatchObject({ fresh: 1, known: 0 });
    expect(await store().addFindings(found, { nowMs: START_MS })).toMatchObject({ fresh: 0, known: 1 });
    const [candidate, ...others] = await store().lease(lease);
    expect(others).toEqual([]);
    expect(candidate?.site).toBe("example.org");
    expect(candidate?.findings.map(({ source }) => source).sort()).toEqual(["feed", "front"]);
  });

  test("a candidate is leased to one collector until the lease ends", async () => {
    await store().addFindings([finding()], { nowMs: START_MS });
    expect(await store().lease(lease)).toHaveLength(1);
    expect(await store().lease({ ...lease, nowMs: START_MS + 59_999 })).toHaveLength(0);
    expect(await store().lease({ ...lease, nowMs: START_MS + 60_000 })).toHaveLength(1);
  });

  test("a run holds what it leased for longer, but not what it finished or another has taken", async () => {
    const urls = ["a", "b", "c"].map((name) => `https://example.org/${name}`);
    await store().addFindings(
      urls.map((url) => finding({ url })),
      { nowMs: START_MS },
    );
    const [mine, other] = [await store().startRun({}, START_MS), await store().startRun({}, START_MS)];
    expect(await store().lease({ ...lease, run: mine })).toHaveLength(3);
    await store().finish(obtained(urls[0]!));
    const renew = (run: number, atMs: number) =>
      store().renewLeases(urls, { run, nowMs: START_MS + atMs, leaseMs: 60_000 });
    expect([await renew(mine, 50_000), await renew(other, 50_000)]).toEqual([2, 0]);
    const later = { ...lease, run: other, nowMs: START_MS + 109_999 };
    expect(await store().lease(later)).toEqual([]);
    expect(await store().lease({ ...later, nowMs: START_MS + 110_000, limit: 1 })).toHaveLength(1);
    expect([await renew(mine, 111_000), await renew(other, 111_000)]).toEqual([1, 1]);
  });

  test("a candidate is claimed by one run, and given to another when its lease is over", async () => {
    const url = "https://example.org/claimed";
    await store().addFindings([finding({ url })], { nowMs: START_MS });
    const [mine, other] = [
      await store().startRun({}, START_MS, "a"),
      await store().startRun({}, START_MS, "b"),
    ];
    const claim = (run: number, atMs: number) =>
      store().claim(url, { run, nowMs: START_MS + atMs, leaseMs: 1000 });
    expect(await store().countWaiting(START_MS)).toEqual({ count: 1, sinceMs: START_MS });
    expect(await claim(mine, 0)).toMatchObject({ kind: "claimed", candidate: { url, attempts: 0 } });
    expect(await store().countWaiting(START_MS)).toEqual({ count: 0, sinceMs: null });
    expect(await claim(other, 999)).toEqual({ kind: "held", untilMs: START_MS + 1000 });
    expect(await claim(mine, 999)).toMatchObject({ kind: "claimed" });
    expect(await claim(other, 1999)).toMatchObject({ kind: "claimed" });
    // The first run was stopped, and comes back: what it writes late must not win.
    const late = { ...obtained(url, { text: "late" }), run: mine, isFenced: true };
    await expect(store().finish(late)).rejects.toMatchObject({ code: "LEASE_LOST" });
    expect((await store().report()).articles).toBe(0);
    await store().finish({ ...obtained(url, { text: "in time" }), run: other, isFenced: true });
    await expect(store().finish(late)).rejects.toMatchObject({ code: "LEASE_LOST" });
    expect((await store().listArticles({ limit: 9 })).map(({ article }) => article.text)).toEqual([
      "in time",
    ]);
    expect(await claim(mine, 5000)).toEqual({ kind: "done" });
    expect(await store().makeDue([url, "https://example.org/unknown"], START_MS)).toBe(1);
    const last = { run: mine, nowMs: START_MS, leaseMs: 1000, isLastTry: true };
    expect(await store().claim(url, last)).toMatchObject({ kind: "claimed" });
    // A worker that dies in the last try leaves nothing that is due.
    expect(await claim(other, 9000)).toEqual({ kind: "done" });
    expect(await store().lease({ ...lease, nowMs: START_MS + 9000 })).toEqual([]);
  });

  test("a lease takes so many candidates of a site, longest due first", async () => {
    const urls = ["a", "b", "c"].map((name) => `https://example.org/${name}`);
    for (const [at, url] of urls.entries())
      await store().addFindings([finding({ url })], { nowMs: START_MS - 10 + at });
    await store().addFindings([finding({ url: "https://example.net/d" })], { nowMs: START_MS });
    const leased = await store().lease({ ...lease, perSite: 1 });
    expect(leased.map(({ url }) => url).sort()).toEqual(["https://example.net/d", "https://example.org/a"]);
  });

  test("a lease takes none of the sites that have enough", async () => {
    const found = ["https://example.org/a", "https://example.net/b"].map((url) => finding({ url }));
    await store().addFindings(found, { nowMs: START_MS });
    const leased = await store().lease({ ...lease, exceptSites: ["example.org"] });
    expect(leased.map(({ url }) => url)).toEqual(["https://example.net/b"]);
  });

  test("a long queue of one site hides no other site", async () => {
    const queue = Array.from({ length: 2500 }, (_, at) => finding({ url: `https://example.org/${at}` }));
    await store().addFindings(queue, { nowMs: START_MS - 2 });
    const others = ["https://example.net/b", "https://example.net/c", "https://example.com/d"];
    for (const url of others) await store().addFindings([finding({ url })], { nowMs: START_MS - 1 });
    const leased = await store().lease({ ...lease, perSite: 2 });
    expect(leased.map(({ site }) => site).sort()).toEqual([
      "example.com",
      "example.net",
      "example.net",
      "example.org",
      "example.org",
    ]);
  });

  test("a lease takes one candidate of each site before the second of one", async () => {
    const sites = ["a", "b", "c"].map((name) => `https://${name}.example`);
    for (const site of sites)
      await store().addFindings(
        ["1", "2", "3"].map((name) => finding({ url: `${site}/${name}` })),
        { nowMs: START_MS },
      );
    const leased = await store().lease({ ...lease, limit: 4, perSite: 3 });
    expect(leased.map(({ url }) => url).sort()).toEqual([
      "https://a.example/1",
      "https://a.example/2",
      "https://b.example/1",
      "https://c.example/1",
    ]);
    const rest = await store().lease({ ...lease, perSite: 3 });
    expect(rest).toHaveLength(5);
  });

  test("a failure is tried again when it is due, and tells how often it was tried", async () => {
    await store().addFindings([finding()], { nowMs: START_MS });
    await store().lease(lease);
    const nextTryMs = START_MS + DAY_MS;
    const result = { kind: "failed", code: "FETCH_TIMEOUT", message: "Too slow.", nextTryMs } as const;
    const ended = await store().finish({ url: STORY, nowMs: START_MS, run: null, result });
    expect(ended).toEqual({ outcome: "failed", articleId: null, changed: [] });
    expect(await store().listFailures(10)).toMatchObject([
      {
        url: STORY,
        outcome: "failed",
        detail: "FETCH_TIMEOUT",
        message: "Too slow.",
        attempts: 1,
        nextTryMs,
      },
    ]);
    expect(await store().lease({ ...lease, nowMs: nextTryMs - 1 })).toEqual([]);
    expect(await store().lease({ ...lease, nowMs: nextTryMs })).toMatchObject([{ attempts: 1 }]);
  });

  test("a next try beyond all dates can be read again", async () => {
    const result = { kind: "failed", code: "HTTP_STATUS", message: "Busy.", nextTryMs: 1e25 } as const;
    await store().finish({ url: STORY, nowMs: START_MS, run: null, result });
    const [failure] = await store().listFailures(10);
    expect(new Date(failure?.nextTryMs ?? 0).toISOString()).toMatch(/^\+275760/);
    await store().backup(async (lines) => expect(lines).not.toBe(""));
  });

  test("a page that was never asked for was not tried once more", async () => {
    for (const code of ["FETCH_TIMEOUT", "SERVER_GONE"] as const) {
      const result = { kind: "failed", code, message: "No.", nextTryMs: START_MS } as const;
      await store().finish({ url: STORY, nowMs: START_MS, run: null, result });
    }
    expect(await store().listFailures(10)).toMatchObject([{ detail: "SERVER_GONE", attempts: 1 }]);
    expect(await store().lease(lease)).toMatchObject([{ attempts: 1 }]);
  });

  test("a page that was not obtained or was refused is not tried again by itself", async () => {
    for (const result of [
      { kind: "not-obtained", reason: "wall" },
      { kind: "refused", rule: "not an article" },
    ] as const) {
      const { outcome } = await store().finish({ url: STORY, nowMs: START_MS, run: null, result });
      expect(outcome).toBe(result.kind);
    }
    expect(await store().lease({ ...lease, nowMs: START_MS + DAY_MS })).toEqual([]);
  });

  test("a known address is due again once it was last looked at long enough ago", async () => {
    await store().finish(obtained(STORY));
    const add = (nowMs: number) => store().addFindings([finding()], { nowMs, recheckMs: DAY_MS });
    expect(await add(START_MS + DAY_MS - 1)).toMatchObject({ due: 0, known: 1 });
    expect(await add(START_MS + DAY_MS)).toMatchObject({ due: 1, known: 0 });
    const [candidate] = await store().lease({ ...lease, nowMs: START_MS + DAY_MS });
    expect(candidate?.articleId).toBeTypeOf("number");
  });

  test("what a run would do with addresses is known before it notes them", async () => {
    const url = (name: string) => `https://example.org/${name}`;
    await store().finish(obtained(url("stored")));
    await store().removeArticles([(await store().finish(obtained(url("removed")))).articleId!], START_MS);
    const result = {
      kind: "failed",
      code: "HTTP_STATUS",
      message: "Busy.",
      nextTryMs: START_MS + 5,
    } as const;
    await store().finish({ url: url("busy"), nowMs: START_MS, run: null, result });
    const refused = { kind: "refused", rule: "date-range" } as const;
    await store().finish({ url: url("early"), nowMs: START_MS, run: null, result: refused });
    await store().addFindings([finding({ url: url("open") })], { nowMs: START_MS });
    const urls = ["stored", "removed", "busy", "early", "open", "fresh"].map(url);
    const preview = (nowMs: number, more = {}) =>
      store().previewFindings(urls, { nowMs: START_MS + nowMs, recheckMs: DAY_MS, ...more });
    const states = (found: Awaited<ReturnType<typeof preview>>) => found.map(({ state }) => state);
    const now = await preview(1);
    expect(states(now)).toEqual(["known", "removed", "known", "known", "waiting", "new"]);
    expect(now[0]?.published).toBe("2026-02-27T08:00:00Z");
    expect(states(await preview(5, { againRule: "date-range" }))).toEqual([
      "known",
      "removed",
      "waiting",
      "again",
      "waiting",
      "new",
    ]);
    const nextDay = await preview(DAY_MS);
    expect(states(nextDay)).toEqual(["again", "removed", "waiting", "again", "waiting", "new"]);
    const added = await store().addFindings(
      urls.map((each) => finding({ url: each })),
      { nowMs: START_MS + DAY_MS, recheckMs: DAY_MS },
    );
    expect(added).toEqual({ fresh: 1, due: 2, known: 2, removed: 1 });
  });

  test("different stories that state one address are stored apart, also at once", async () => {
    const names = ["storm", "fog", "crane", "ferry"];
    const stories = names.map((name) => {
      const own = `https://example.org/2026/${name}`;
      const { result, ...rest } = obtained(own, { title: name, text: `All of the ${name}.` });
      const isSameStory = ({ title }: { readonly title: string | null }) => title === name;
      return { ...rest, result: { ...result, identity: STORY, ownIdentity: own, isSameStory } };
    });
    const finish = () => Promise.all(stories.map((each) => store().finish(each)));
    expect((await finish()).map(({ outcome }) => outcome)).toEqual(names.map(() => "stored"));
    expect((await finish()).map(({ outcome }) => outcome)).toEqual(names.map(() => "seen"));
  });

  test("validators are kept under the address that answered", async () => {
    const validators = { etag: '"1"', lastModified: null };
    await store().finish({ ...obtained(STORY), validators });
    expect(await store().getValidators(STORY)).toEqual({ ...validators, atMs: START_MS });
    const short = "https://example.net/r/1";
    await store().finish({ ...obtained(STORY), url: short, validators: { ...validators, url: STORY } });
    expect(await store().getValidators(short)).toBeUndefined();
    await store().putValidators("https://example.org/feed", { etag: null, lastModified: "x", atMs: 1 });
    expect(await store().getValidators("https://example.org/feed")).toMatchObject({ lastModified: "x" });
    expect(await store().getValidators("https://example.org/other")).toBeUndefined();
  });
}
