import { expect, onTestFinished, test } from "vitest";
import { makeArticle } from "../../test/contract/store-samples.ts";
import { type LookId, makeSite, type NewsPage } from "../../test/newsroom/index.ts";
import { EXTRACTORS } from "../extractors/index.ts";
import { parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { type MinedSite, mineProfile } from "../site/index.ts";
import { openStore, type Store } from "../store/index.ts";
import { type CollectOptions, collect } from "./collect.ts";
import { forgetSite, keepMinedSite, SiteKnowledge } from "./site-knowledge.ts";

const NOW = Date.UTC(2026, 10, 17);
const SITE = "bay.example";

async function open(): Promise<Store> {
  const store = await openStore(":memory:", { mayCreate: true });
  onTestFinished(() => store.close());
  return store;
}

function articlesOf(look: LookId): readonly NewsPage[] {
  const { pages } = makeSite({ look, language: "en", seed: 7, articles: 8, hardCases: [] });
  return pages.filter(({ pageType }) => pageType === "article");
}

const profileOf = (look: LookId) =>
  mineProfile(
    articlesOf(look).map(({ html, url }) => new Page(parseHtml(html), url)),
    { site: SITE, made: "2026-11-01T00:00:00.000Z" },
    { judge: EXTRACTORS.fused },
  );

const MINED: MinedSite = {
  format: "galley-site",
  version: 1,
  site: SITE,
  home: "https://bay.example/",
  made: "2026-11-17",
  sections: [
    { id: "1", url: "https://bay.example/", articles: 9 },
    { id: "2", url: "https://bay.example/sport/", articles: 4 },
    { id: "3", url: "https://bay.example/about/", articles: 0 },
  ],
  articles: [],
  taxonomy: {
    concepts: [
      {
        id: "sport",
        labels: [{ text: "Sport", sites: [SITE], urls: ["https://bay.example/sport"] }],
        sites: [SITE],
        related: [],
        joins: [],
      },
    ],
  } as unknown as MinedSite["taxonomy"],
  profile: profileOf("bem-2016"),
  warnings: [],
  failures: [],
};

test("a mined site is kept with its sections as sources, and can be taken back", async () => {
  const store = await open();
  await keepMinedSite(store, MINED, NOW);
  expect(await store.listSources()).toMatchObject([
    { id: "https://bay.example/sport/", kind: "section", topic: "Sport", concept: "sport", site: SITE },
  ]);
  const knowledge = new SiteKnowledge(store);
  expect(await knowledge.profileOf(SITE)).toEqual(MINED.profile);
  expect(await knowledge.extractorOf(SITE)).toBeUndefined();
  expect(await forgetSite(store, SITE, ["profile", "taxonomy", "model"])).toEqual(["profile", "taxonomy"]);
  expect(await new SiteKnowledge(store).profileOf(SITE)).toBeUndefined();
  expect(await store.listSources()).toEqual([]);
  expect(await forgetSite(store, SITE, ["profile"])).toEqual([]);
});

test("an article has the concept of its section or of the address it lies under", async () => {
  const store = await open();
  await keepMinedSite(store, MINED, NOW);
  const { conceptOf } = new SiteKnowledge(store);
  const at = (url: string, section: string | null = null) =>
    conceptOf(SITE, { ...makeArticle({ url: `https://bay.example/${url}`, section }) });
  expect(await at("1", "SPORT")).toBe("sport");
  expect(await at("sport/cup-final")).toBe("sport");
  expect(await at("1", "Weather")).toBeNull();
  expect(await conceptOf("other.example", makeArticle())).toBeNull();
});

/** Collects articles of a look under addresses of the site, and gives what the profile says of them. */
async function collectLook(store: Store, look: LookId, nowMs: number, more: Partial<CollectOptions> = {}) {
  const pages = articlesOf(look).slice(0, more.keepRaw ? 8 : 5);
  const files = new Map(pages.map(({ html }, at) => [`https://bay.example/${look}/${at}`, html]));
  const nothingNew = { nowMs };
  for (const url of files.keys())
    await store.addFindings([{ url, source: "front", title: null, topic: null }], nothingNew);
  const get = async (url: string | URL) => ({
    requestedUrl: String(url),
    url: String(url),
    redirects: [],
    status: 200,
    contentType: "text/html",
    fetchedAt: "2026-11-17T00:00:00Z",
    validators: {},
    charset: "utf-8",
    bytes: new TextEncoder().encode(files.get(String(url)) ?? ""),
  });
  const { profiles } = await collect([], {
    store,
    fetcher: { get, robots: async () => undefined as never },
    now: () => nowMs,
    ...more,
  });
  const [report] = await store.listRuns(1);
  return { profiles, stale: report?.counts.filter(({ detail }) => detail === "profile") };
}

test("collecting uses the profile of a site and mines it again after a redesign", async () => {
  const store = await open();
  await store.putSiteRecord({ site: SITE, kind: "profile", atMs: 1, value: MINED.profile });
  expect(await collectLook(store, "bem-2016", NOW)).toEqual({ profiles: [], stale: [] });
  const redesigned = await collectLook(store, "tables-2005", NOW + 1);
  expect(redesigned).toEqual({
    profiles: [SITE],
    stale: [{ outcome: "stored", detail: "profile", count: 5 }],
  });
  expect((await store.getSiteRecord(SITE, "profile"))?.atMs).toBe(NOW + 1);
  await forgetSite(store, SITE, ["profile"]);
  expect((await store.getSiteRecord(SITE, "profile"))?.atMs).toBe(1);
});

test("pages kept from before a redesign do not hide it, and mining again can be switched off", async () => {
  const store = await open();
  await store.putSiteRecord({ site: SITE, kind: "profile", atMs: 1, value: MINED.profile });
  await collectLook(store, "bem-2016", NOW, { keepRaw: true });
  const off = await collectLook(store, "tables-2005", NOW + 1, { keepRaw: true, mineAgain: false });
  expect(off.profiles).toEqual([]);
  const on = await collectLook(store, "portal-2008", NOW + 2, { keepRaw: true });
  expect(on.profiles).toEqual([SITE]);
});
