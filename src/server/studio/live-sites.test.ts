import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { makeSite, writeSite } from "../../../test/newsroom/index.ts";
import { openStore, type Store } from "../../store/index.ts";
import { type RunningServer, startServer } from "../serve.ts";
import type { Job, SetSummary, SiteSummary, TrainResult } from "./contract.ts";
import { makeFolder } from "./studio.testing.ts";

const LONG = 240_000;
const site = makeSite({ look: "wordpress-2014", language: "en", seed: 5, articles: 4 });
const story = site.pages.find(({ pageType }) => pageType === "article")!;
let server: RunningServer;
let store: Store;
let cookie: string;

beforeAll(async () => {
  const top = makeFolder("live-sets");
  mkdirSync(join(top, "harbour"));
  await writeSite(site, join(top, "harbour"));
  store = await openStore(join(makeFolder("live-store"), "galley.db"), { mayCreate: true });
  server = await startServer({
    host: "127.0.0.1",
    port: 0,
    workers: 2,
    network: {},
    store: "",
    openStore: async () => store,
    version: "0.0.0",
    studio: { home: makeFolder("live-studio"), folders: [top], onAddress: () => undefined },
  });
  const token = server.studioUrl!.split("#token=")[1];
  const answer = await fetch(`${server.urls[0]}/studio/api/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  cookie = answer.headers.get("set-cookie")!.split(";")[0]!;
}, LONG);
afterAll(async () => {
  await server?.close();
  await store?.close();
});

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${server.urls[0]}/studio/api${path}`, {
    method,
    headers: { "content-type": "application/json", cookie },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.json() as Promise<T>;
}

/** The method of the site's story, asked of every thread. */
async function methodsOf(): Promise<readonly string[]> {
  const extract = async () => {
    const address = `${server.urls[0]}/extract?url=${encodeURIComponent(story.url)}`;
    const headers = { "content-type": "text/html" };
    const answer = await fetch(address, { method: "POST", headers, body: story.html });
    return ((await answer.json()) as { readonly extractor: string }).extractor;
  };
  return [...new Set(await Promise.all(Array.from({ length: 8 }, extract)))];
}

describe("a running server", () => {
  test("reads pages by a model as soon as the studio keeps it, and no longer when it is taken back", {
    timeout: LONG,
  }, async () => {
    const { id: set } = await ask<SetSummary>("POST", "/sets", { kind: "folder", path: "harbour" });
    const { id } = await ask<Job>("POST", "/jobs", { kind: "train", set, by: "ann" });
    const job = await vi.waitFor(
      async () => {
        const now = await ask<Job>("GET", `/jobs/${id}`);
        expect(now.state).toBe("done");
        return now;
      },
      { timeout: LONG, interval: 200 },
    );
    const { domain } = job.result as TrainResult;
    expect(await methodsOf()).toEqual(["fused"]);
    const kept = await ask<SiteSummary>("PUT", `/sites/${domain}/model`, { job: id, method: "wrapper" });
    expect(kept.model?.extractor).toBe("wrapper");
    expect(await methodsOf()).toEqual(["wrapper"]);
    await ask("DELETE", `/sites/${domain}/model`, {});
    expect(await methodsOf()).toEqual(["fused"]);
  });

  test("finds what another program keeps in its library", { timeout: LONG }, async () => {
    expect(await methodsOf()).toEqual(["fused"]);
    const [job] = await ask<readonly Job[]>("GET", "/jobs");
    const answer = await fetch(`${server.urls[0]}/studio/api/jobs/${job?.id}/model/wrapper`, {
      headers: { cookie },
    });
    const value: unknown = await answer.json();
    await store.putSiteRecord({ site: site.domain, kind: "model", atMs: Date.now(), value });
    await vi.waitFor(async () => expect(await methodsOf()).toEqual(["wrapper"]), { timeout: 20_000 });
    await store.takeBackSiteRecord(site.domain, "model");
    await vi.waitFor(async () => expect(await methodsOf()).toEqual(["fused"]), { timeout: 20_000 });
  });
});
