import { afterEach, beforeEach, expect, test } from "vitest";
import { openStore, type Store } from "../store/index.ts";
import { LiveSites } from "./live-sites.ts";

let store: Store;
beforeEach(async () => {
  store = await openStore(":memory:", { mayCreate: true });
});
afterEach(() => store.close());

const keep = (site: string, atMs: number) =>
  store.putSiteRecord({ site, kind: "taxonomy", atMs, value: { concepts: [] } });

test("what other programs keep is there after two seconds", async () => {
  let nowMs = 0;
  const sites = new LiveSites(
    async () => store,
    () => nowMs,
  );
  await sites.refresh();
  expect(await sites.current()).toBeUndefined();
  await keep("news.example", 1);
  expect(await sites.current()).toBeUndefined();
  nowMs = 2001;
  expect(await sites.current()).toMatchObject({ generation: 1 });
});

test("no page waits long for a library that does not answer, or is refused for it", async () => {
  let nowMs = 0;
  let opened: Promise<Store> = Promise.resolve(store);
  const sites = new LiveSites(
    () => opened,
    () => nowMs,
  );
  await keep("news.example", 1);
  await sites.refresh();
  opened = new Promise(() => undefined);
  nowMs = 2001;
  const startedMs = performance.now();
  expect(await sites.current()).toMatchObject({ generation: 1 });
  expect(performance.now() - startedMs).toBeLessThan(5000);
});
