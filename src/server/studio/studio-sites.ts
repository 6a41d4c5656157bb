import { readFileSync } from "node:fs";
import { healthOf } from "../../collect/index.ts";
import { WHOLE_PARTS } from "../../default-parts.ts";
import { NewsError } from "../../errors/index.ts";
import { readModelHead } from "../../model/index.ts";
import { readSiteProfile } from "../../profile/index.ts";
import type { Taxonomy } from "../../site/index.ts";
import type { Store, StoredArticle } from "../../store/index.ts";
import { registrableDomain } from "../../url/index.ts";
import type { SiteSummary, SiteView } from "./contract.ts";
import type { StudioJobs } from "./studio-jobs.ts";
import type { StudioSets } from "./studio-sets.ts";
import type { StudioThreads } from "./studio-threads.ts";

/** Site knowledge is in the library; the studio shows it, and stores what people teach. */
interface SiteParts {
  readonly openStore: () => Promise<Store>;
  readonly threads: StudioThreads;
  readonly sets: StudioSets;
  readonly jobs: StudioJobs;
  readonly now: () => number;
  /** Called when the site knowledge has changed. */
  readonly onSites: () => Promise<void>;
}

/** Articles of a site that are listed, and pages on which its profile is checked. */
const MAX_ITEMS = 100;
const CHECKED_PAGES = 10;

/** The sites of a library. */
export class StudioSites {
  readonly #parts: SiteParts;

  constructor(parts: SiteParts) {
    this.#parts = parts;
  }

  async list(): Promise<readonly SiteSummary[]> {
    const store = await this.#parts.openStore();
    const counts = new Map((await store.report()).sites.map(({ name, articles }) => [name, articles]));
    const names = new Set([...(await store.listSiteRecords()).map(({ site }) => site), ...counts.keys()]);
    const drifts = await this.#driftsSeen(store);
    const sites = [...names].map(async (domain) => ({
      ...(await summarise(store, domain, counts.get(domain) ?? 0)),
      drift: drifts.get(domain) ?? null,
    }));
    return (await Promise.all(sites)).sort((a, b) => b.articles - a.articles);
  }

  async view(domain: string): Promise<SiteView> {
    const store = await this.#parts.openStore();
    const articles = (await store.report()).sites.find(({ name }) => name === domain)?.articles ?? 0;
    const summary = await summarise(store, domain, articles);
    if (articles === 0 && !summary.hasProfile && !summary.hasTaxonomy && summary.model === null)
      throw new NewsError("NOT_FOUND", `The library knows nothing of ${domain.slice(0, 100)}.`);
    const taxonomy = (await store.getSiteRecord(domain, "taxonomy"))?.value as Taxonomy | undefined;
    const record = await store.getSiteRecord(domain, "profile");
    const profile = record && readSiteProfile(record.value);
    const { hits } = await store.search(`site:${domain}`, { limit: MAX_ITEMS });
    const items = await Promise.all(hits.map(({ id }) => store.getArticle(id)));
    const shown = items.flatMap((item) => (item === undefined ? [] : [item]));
    return {
      ...summary,
      ...(await this.#drift(store, domain, profile !== undefined)),
      taxonomy: conceptsOf(taxonomy, shown),
      template: (profile?.templates[0]?.paths ?? []).map(({ role, path }) => ({ role, path })),
      items: shown.flatMap(({ article: { title, url, section } }) =>
        url === null ? [] : [{ title: title ?? url, url, section }],
      ),
    };
  }

  /** New layouts that the collector noticed, by site: a list cannot check the pages of all sites. */
  async #driftsSeen(store: Store): Promise<ReadonlyMap<string, string>> {
    const sources = await store.listSources();
    return new Map(
      sources.flatMap((source) => {
        const { problems } = healthOf(source, this.#parts.now());
        const drift = problems.find(({ kind }) => kind === "new layout");
        return drift === undefined ? [] : [[source.site, drift.reason]];
      }),
    );
  }

  /** Whether the profile fits the last pages of the site, with a page of each kind. */
  async #drift(
    store: Store,
    domain: string,
    hasProfile: boolean,
  ): Promise<Pick<SiteView, "drift" | "differing">> {
    const none = { drift: null, differing: [] };
    if (!hasProfile) return none;
    const raw = await store.listRawPagesOf(domain, CHECKED_PAGES);
    const profile = (await store.getSiteRecord(domain, "profile"))?.value;
    if (raw.length === 0) return none;
    const pages = raw.map(({ url, bytes, charset }) => ({ url, bytes, charset }));
    const fits = await this.#parts.threads.ask("fit", { profile, pages });
    const strange = raw[fits.indexOf(false)];
    if (strange === undefined) return none;
    const { id: set } = await this.#parts.sets.open({ kind: "library", domain });
    const usual = raw[fits.indexOf(true)];
    const page = (one: typeof usual, note: string) =>
      one === undefined ? [] : [{ set, page: one.url, note }];
    const strangers = fits.filter((fit) => !fit).length;
    return {
      drift: `${strangers} of the last ${fits.length} pages do not fit the profile.`,
      differing: [...page(strange, "does not fit the profile"), ...page(usual, "fits the profile")],
    };
  }

  /** Keeps a model that a job has trained, or a file: the site's pages are read with it from now on. */
  async keepModel(domain: string, given: GivenModel): Promise<SiteSummary> {
    const { jobs, threads } = this.#parts;
    const file =
      "job" in given
        ? readFileSync(jobs.file(given.job, `${given.method}.json`))
        : Buffer.from(given.file, "base64");
    const { value } = await threads.ask("sentModel", { file });
    return this.#keep(domain, "model", value);
  }

  /** Keeps a profile that somebody has sent. */
  async keepProfile(domain: string, file: string): Promise<SiteSummary> {
    const bytes = Buffer.from(file, "base64");
    return this.#keep(domain, "profile", await this.#parts.threads.ask("sentProfile", { file: bytes }));
  }

  async #keep(domain: string, kind: Kept, value: unknown): Promise<SiteSummary> {
    const site = siteNamed(domain);
    const store = await this.#parts.openStore();
    await store.putSiteRecord({ site, kind, atMs: this.#parts.now(), value });
    await this.#parts.onSites();
    return summarise(store, site, 0);
  }

  /** Drops the newest model or profile of a site. */
  async drop(domain: string, kind: Kept): Promise<SiteSummary> {
    const store = await this.#parts.openStore();
    await store.takeBackSiteRecord(domain, kind);
    await this.#parts.onSites();
    return summarise(store, domain, 0);
  }

  /** What is kept of a site, as the command line writes it. */
  async file(domain: string, kind: Kept): Promise<string> {
    const record = await (await this.#parts.openStore()).getSiteRecord(domain, kind);
    if (record !== undefined) return `${JSON.stringify(record.value)}\n`;
    throw new NewsError("NOT_FOUND", `The library has no ${kind} of ${domain.slice(0, 100)}.`);
  }
}

type Kept = "model" | "profile";

/** A model of a job, or the base64 of a model file. */
type GivenModel = { readonly job: string; readonly method: string } | { readonly file: string };

/** Pages are looked up by their registrable domain: a model under another name would never be used. */
function siteNamed(domain: string): string {
  const site = registrableDomain(`https://${domain}/`, WHOLE_PARTS.suffixes);
  if (site === domain.toLowerCase()) return site;
  const hint = site === undefined ? "" : `; it is ${site}`;
  throw new NewsError("BAD_REQUEST", `No site is called ${domain.slice(0, 100)}${hint}.`);
}

async function summarise(store: Store, domain: string, articles: number): Promise<SiteSummary> {
  const [profile, taxonomy, model] = await Promise.all(
    (["profile", "taxonomy", "model"] as const).map((kind) => store.getSiteRecord(domain, kind)),
  );
  return {
    domain,
    articles,
    hasProfile: profile !== undefined,
    hasTaxonomy: taxonomy !== undefined,
    model:
      model === undefined
        ? null
        : { extractor: readModelHead(model.value).method, at: new Date(model.atMs).toISOString() },
    drift: null,
  };
}

function conceptsOf(
  taxonomy: Taxonomy | undefined,
  articles: readonly Pick<StoredArticle, "concepts">[],
): SiteView["taxonomy"] {
  return (taxonomy?.concepts ?? []).map(({ id, labels, broader }) => ({
    id,
    label: labels[0]?.text ?? id,
    parent: broader ?? null,
    url: labels[0]?.urls[0] ?? null,
    instances: articles.filter(({ concepts }) => concepts.includes(id)).length,
  }));
}
