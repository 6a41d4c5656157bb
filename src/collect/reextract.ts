import type { Article } from "../article/index.ts";
import { extract } from "../default-extract.ts";
import type { Extractor } from "../extractors/index.ts";
import type { SiteProfile } from "../page/index.ts";
import { readSitePage } from "../site/index.ts";
import { type Store, type StoredArticle, type StoredRawPage, VERSIONED_FIELDS } from "../store/index.ts";
import { refusalOf } from "./judge-page.ts";
import { joinParts } from "./obtain.ts";

/** Articles that are read from the store at once. */
const AT_ONCE = 50;

/** How to extract stored pages again. */
export interface ReextractOptions {
  readonly store: Store;
  /** The default one where it is not said. */
  readonly extractorOf?: ((site: string) => Promise<Extractor | undefined>) | undefined;
  readonly profileOf?: ((site: string) => Promise<SiteProfile | undefined>) | undefined;
  /** Only articles of this registrable domain. */
  readonly site?: string | undefined;
  /** Compares and writes nothing. */
  readonly isTrial?: boolean | undefined;
  readonly now: () => number;
  readonly onArticle?: ((url: string, changed: readonly string[]) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What became of the articles. */
export interface Reextracted {
  readonly changed: number;
  readonly same: number;
  /** Their page was not kept. */
  readonly withoutPage: number;
  /** Nothing was found any more; the version before stays. */
  readonly lost: number;
}

/** Extracts the articles of a store again from their kept pages; what differs becomes a further version. */
export async function reextract(options: ReextractOptions): Promise<Reextracted> {
  const { store, site, signal } = options;
  const counts = { changed: 0, same: 0, withoutPage: 0, lost: 0 };
  for (let after = 0; !signal?.aborted; ) {
    const articles = await store.listArticles({ after, limit: AT_ONCE });
    if (articles.length === 0) break;
    for (const stored of articles) {
      after = stored.id;
      if (signal?.aborted) break;
      if (site === undefined || stored.site === site) counts[await again(stored, options)]++;
    }
  }
  return counts;
}

async function again(stored: StoredArticle, options: ReextractOptions): Promise<keyof Reextracted> {
  const { store, isTrial, now, onArticle } = options;
  const pages = await store.getRawPages(stored.id);
  if (pages.length === 0) return "withoutPage";
  const article = await readPages(stored, pages, options);
  const url = pages[0]!.url;
  // A page that was worth storing is not given up for an extraction that finds nothing on it.
  if (refusalOf({ article, requestedUrl: url, url }, { nowMs: now(), attempts: 0 })) return "lost";
  const { articleId, changed } = isTrial
    ? { articleId: stored.id, changed: changedFields(stored.article, article) }
    : await store.reextracted(stored.id, article, now());
  // Removed while it was extracted, and its page with it.
  if (articleId === null) return "withoutPage";
  if (changed.length > 0) onArticle?.(url, changed);
  return changed.length > 0 ? "changed" : "same";
}

function changedFields(before: Article, after: Article): readonly string[] {
  return VERSIONED_FIELDS.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}

async function readPages(
  { site, collectedTitles }: StoredArticle,
  pages: readonly StoredRawPage[],
  { extractorOf, profileOf }: ReextractOptions,
): Promise<Article> {
  const hints = {
    collectedTitle: collectedTitles[0]?.title,
    extractor: await extractorOf?.(site),
    siteProfile: await profileOf?.(site),
  };
  const articles = pages.map(({ bytes, url, charset }) => {
    const { page } = readSitePage(bytes, { url, charset: charset ?? undefined });
    return extract({ page }, hints);
  });
  return joinParts({ articles, isCut: false });
}
