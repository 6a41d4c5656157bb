import { EXTRACTORS } from "../extractors/index.ts";
import type { Page, SiteProfile } from "../page/index.ts";
import { type ArticlePage, articlePages } from "./article-pages.ts";
import { frontOddities, homeOddities } from "./find-oddities.ts";
import {
  type ArticleLink,
  articleLinks,
  type FollowOptions,
  type Front,
  followSections,
} from "./fronts/index.ts";
import type { MinedSite } from "./mined-site.ts";
import type { SitePage } from "./page-source.ts";
import { placeArticles } from "./place-articles.ts";
import { RepeatedBlocks } from "./repeated/index.ts";
import { type OpenedSource, warningsOf } from "./source/index.ts";
import { mineTaxonomy } from "./taxonomy/index.ts";
import { mineProfile, needsMining } from "./template/index.ts";
import type { SiteWarningCode } from "./warnings.data.ts";

/** How far mining is. */
export interface MineProgress {
  readonly step: "sections" | "articles";
  /** Pages read in this step. */
  readonly pages: number;
}

/** How a site is mined. */
export interface MineOptions extends FollowOptions {
  /** Article pages that are opened at most; all that the source has where it is not said. */
  readonly maxArticles?: number | undefined;
  /** The profile of an earlier run, to be told how it fits now. */
  readonly before?: SiteProfile | undefined;
  /** The clock behind `made`. */
  readonly now?: (() => Date) | undefined;
  /** Told of each front page that was not known before. */
  readonly onFront?: ((front: Front) => void) | undefined;
  readonly onProgress?: ((progress: MineProgress) => void) | undefined;
}

/** Article pages that templates are mined from: more bring next to nothing, and all of them are in memory at once. */
const SAMPLE = 40;

/** Mines one site: its sections, their taxonomy, the articles in them, its profile. Holds a bounded number of pages. */
export async function mineSite(source: OpenedSource, options: MineOptions = {}): Promise<MinedSite> {
  const oddities = new Set<SiteWarningCode>();
  const { home, fronts } = await readFronts(source, oddities, options);
  const links = articleLinks(fronts);
  const made = (options.now?.() ?? new Date()).toISOString();
  const { profile, drift } = await readProfile(source, { made, fronts, links }, options);
  const taxonomy = mineTaxonomy([{ site: source.site, pages: fronts.map(({ labels }) => labels) }]);
  const found = { fronts, profile, concepts: taxonomy.concepts.length };
  for (const code of [...source.oddities, ...homeOddities(home.page), ...frontOddities(found)])
    oddities.add(code);
  return {
    format: "galley-site",
    version: 1,
    ...{ site: source.site, home: home.url ?? home.id, made },
    sections: sectionsOf(fronts),
    ...{ articles: placeArticles(links, taxonomy), taxonomy, profile, drift },
    warnings: warningsOf(oddities),
    failures: source.failures,
  };
}

/** The home page and what announces articles; menus lead to the imprint and the shop too. */
function sectionsOf(fronts: readonly Front[]): MinedSite["sections"] {
  return fronts
    .filter(({ items }, at) => at === 0 || items.length > 0)
    .map(({ id, labels, items }) => ({ id, url: labels.url ?? id, articles: items.length }));
}

async function readFronts(
  source: OpenedSource,
  oddities: Set<SiteWarningCode>,
  { onFront, onProgress, ...follow }: MineOptions,
): Promise<{ readonly home: SitePage; readonly fronts: readonly Front[] }> {
  const fronts: Front[] = [];
  for await (const { front, isNew } of followSections(source, oddities, follow)) {
    fronts.push(front);
    if (isNew) onFront?.(front);
    onProgress?.({ step: "sections", pages: fronts.length });
  }
  return { home: await source.home(), fronts };
}

interface ProfileRequest {
  readonly made: string;
  readonly fronts: readonly Front[];
  readonly links: readonly ArticleLink[];
}

async function readProfile(
  source: OpenedSource,
  { made, fronts, links }: ProfileRequest,
  { before, maxArticles = Number.POSITIVE_INFINITY, onProgress }: MineOptions,
): Promise<Pick<MinedSite, "profile" | "drift">> {
  const repeated = new RepeatedBlocks();
  const sample: ArticlePage[] = [];
  let pages = 0;
  for await (const article of articlePages(source, links, new Set(fronts.map(({ id }) => id)))) {
    repeated.add(article.page);
    if (sample.length < SAMPLE) sample.push(article);
    pages++;
    onProgress?.({ step: "articles", pages });
    if (pages >= maxArticles) break;
  }
  const opened = sample.map(({ page }) => page);
  const mined = mineProfile(
    opened,
    { site: source.site, made },
    { groups: groupsOf(sample), judge: EXTRACTORS.fused },
  );
  // The template is mined from some pages, what is repeated from all of them.
  const profile = { ...mined, ...repeated.result() };
  return { profile, drift: before && needsMining(before, opened) };
}

/** The pages that front pages link to side by side. */
function groupsOf(articles: readonly ArticlePage[]): readonly (readonly Page[])[] {
  const linked = articles.filter(({ group }) => group !== undefined);
  return [...Map.groupBy(linked, ({ group }) => group).values()].map((own) => own.map(({ page }) => page));
}
