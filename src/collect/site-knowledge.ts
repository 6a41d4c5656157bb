import type { Article } from "../article/index.ts";
import type { KnownSites } from "../batch/index.ts";
import { EXTRACTORS, type Extractor, extractorFromModel } from "../extractors/index.ts";
import type { SiteProfile } from "../page/index.ts";
import { readSiteProfile } from "../profile/index.ts";
import {
  type MinedSite,
  mineProfile,
  needsMining,
  placeArticles,
  readSitePage,
  type Taxonomy,
} from "../site/index.ts";
import type { RawPage, SiteRecordKind, Source, Store } from "../store/index.ts";
import { addressKey } from "../url/index.ts";

/** The last pages of a site, on which its profile is checked, and from which it is mined again. */
const CHECKED_PAGES = 20;

/** With this many pages of one run no older ones are added, which would hide a redesign until the next run. */
const ENOUGH_PAGES = 8;

/** A page, and whether it fits the profile of its site. */
export interface ReadSitePage {
  readonly site: string;
  readonly rawPage: RawPage;
  /** Whether it does not fit the site's profile. */
  readonly isStale: boolean;
}

/** What a library knows of sites: profiles and models, read once a run; profiles that no longer fit are mined again. */
export class SiteKnowledge {
  readonly #store: Store;
  readonly #profiles = new Map<string, Promise<SiteProfile | undefined>>();
  readonly #extractors = new Map<string, Promise<Extractor | undefined>>();
  readonly #taxonomies = new Map<string, Promise<Taxonomy | undefined>>();
  readonly #pages = new Map<string, ReadSitePage[]>();

  constructor(store: Store) {
    this.#store = store;
  }

  readonly profileOf = (site: string): Promise<SiteProfile | undefined> =>
    once(this.#profiles, site, () => this.#read(site, "profile", readSiteProfile));

  /** The extractor that somebody taught for a registrable domain. */
  readonly extractorOf = (site: string): Promise<Extractor | undefined> =>
    once(this.#extractors, site, () => this.#read(site, "model", (value) => extractorFromModel(value)));

  /** The concept of an article in the taxonomy of its site: by its section or its address. */
  readonly conceptOf = async (site: string, { url, title, section }: Article): Promise<string | null> => {
    const taxonomy = await once(this.#taxonomies, site, () =>
      this.#read(site, "taxonomy", (value) => value as Taxonomy),
    );
    if (taxonomy === undefined || url === null) return null;
    const [placed] = placeArticles([{ url, title: title ?? "", section, foundOn: [] }], taxonomy);
    return placed?.concept ?? null;
  };

  async #read<T>(site: string, kind: SiteRecordKind, read: (value: unknown) => T): Promise<T | undefined> {
    const record = await this.#store.getSiteRecord(site, kind);
    return record && read(record.value);
  }

  /** Keeps the last pages of a site that has a profile. */
  readonly notePage = async (page: ReadSitePage): Promise<void> => {
    if ((await this.profileOf(page.site)) === undefined) return;
    const pages = this.#pages.get(page.site) ?? [];
    this.#pages.set(page.site, [...pages, page].slice(-CHECKED_PAGES));
  };

  /** Mines profiles again if most of the last pages do not fit them; returns their sites. */
  async renew(nowMs: number): Promise<readonly string[]> {
    const renewed: string[] = [];
    for (const [site, pages] of this.#pages) {
      if (pages.some(({ isStale }) => isStale) && (await this.#renewSite(site, pages, nowMs)))
        renewed.push(site);
    }
    this.#pages.clear();
    return renewed;
  }

  async #renewSite(site: string, read: readonly ReadSitePage[], nowMs: number): Promise<boolean> {
    const profile = await this.profileOf(site);
    if (profile === undefined) return false;
    const own = read.map(({ rawPage }) => rawPage);
    // Where a run reads too few pages to judge by, earlier ones are added.
    const kept = own.length < ENOUGH_PAGES ? await this.#store.listRawPagesOf(site, CHECKED_PAGES) : [];
    const known = new Set(own.map(({ url }) => addressKey(url)));
    const earlier = kept.filter(({ url }) => !known.has(addressKey(url)));
    const pages = [...own, ...earlier].slice(0, CHECKED_PAGES).map(({ url, bytes, charset }) => {
      return readSitePage(bytes, { url, charset: charset ?? undefined }).page;
    });
    if (!needsMining(profile, pages).isStale) return false;
    const head = { site, made: new Date(nowMs).toISOString() };
    const value = mineProfile(pages, head, { judge: EXTRACTORS.fused });
    if (needsMining(value, pages).isStale) return false;
    await this.#store.putSiteRecord({ site, kind: "profile", atMs: nowMs, value });
    this.#profiles.delete(site);
    return true;
  }
}

/** The profiles and models of all sites, for threads without the store. */
export async function readKnownSites(store: Store): Promise<KnownSites> {
  const knowledge = new SiteKnowledge(store);
  const sites = new Set((await store.listSiteRecords()).map(({ site }) => site));
  const known: [string, KnownSites[string]][] = [];
  for (const site of sites) {
    const model = (await store.getSiteRecord(site, "model"))?.value;
    known.push([site, { profile: await knowledge.profileOf(site), model }]);
  }
  return Object.fromEntries(known);
}

function once<T>(known: Map<string, Promise<T>>, site: string, read: () => Promise<T>): Promise<T> {
  const found = known.get(site);
  if (found) return found;
  const reading = read();
  known.set(site, reading);
  // A failed reading is tried again.
  reading.catch(() => known.delete(site));
  return reading;
}

/** Keeps what was mined of a site: its profile, its taxonomy, and its sections as sources with their concepts. */
export async function keepMinedSite(
  store: Store,
  mined: MinedSite,
  nowMs: number,
): Promise<readonly Source[]> {
  const { site, taxonomy, profile } = mined;
  await store.putSiteRecord({ site, kind: "profile", atMs: nowMs, value: profile });
  await store.putSiteRecord({ site, kind: "taxonomy", atMs: nowMs, value: taxonomy });
  const sections = sectionSources(mined);
  for (const section of sections) await store.putSource(section, nowMs);
  return sections;
}

/** The pages of a site's sections that announce articles; the home page is a source of its own. */
function sectionSources({ home, sections, taxonomy }: MinedSite): readonly Source[] {
  const announcing = new Map(
    sections
      .filter(({ url, articles }) => articles > 0 && addressKey(url) !== addressKey(home))
      .map(({ url }) => [addressKey(url), url]),
  );
  const found = taxonomy.concepts.flatMap(({ id: concept, labels }) =>
    labels.flatMap(({ text, urls }) =>
      urls.flatMap((address): readonly Source[] => {
        const url = announcing.get(addressKey(address));
        return url === undefined
          ? []
          : [{ id: url, kind: "section", url, title: text, topic: text, concept }];
      }),
    ),
  );
  return [...new Map(found.map((source) => [source.id, source])).values()];
}

/** Removes the newest records of a site; its sections go with its last taxonomy. Returns the kinds that there were. */
export async function forgetSite(
  store: Store,
  site: string,
  kinds: readonly SiteRecordKind[],
): Promise<readonly SiteRecordKind[]> {
  const taken: SiteRecordKind[] = [];
  for (const kind of kinds) if (await store.takeBackSiteRecord(site, kind)) taken.push(kind);
  if (taken.includes("taxonomy") && (await store.getSiteRecord(site, "taxonomy")) === undefined) {
    const sources = (await store.listKnownSources()).filter((source) => source.site === site);
    for (const { id, kind } of sources) if (kind === "section") await store.removeSource(id);
  }
  return taken;
}
