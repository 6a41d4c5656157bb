import { extract } from "../default-extract.ts";
import { type ArticleLink, linkGroup, spreadLinks } from "./fronts.ts";
import { ADDRESS_KIND, addressKind } from "./items/address-kind.ts";
import type { MinedSite } from "./mined-site.ts";
import { addressKey, type OpenedSource, type PageSource, type SitePage } from "./source/index.ts";
import { type Instance, readInstance } from "./template/index.ts";

/** How likely a page must be an article where its address does not tell. */
const MIN_IS_ARTICLE = 0.5;

/** An article of a mined site, read by its template. */
export interface SiteArticle extends Instance {
  /** The id of its page in the source. */
  readonly id: string;
  readonly url: string | null;
  /** The label that front pages announce it under. */
  readonly section: string | null;
  /** The id of the concept that it is an instance of. */
  readonly concept: string | null;
}

/** Reads the articles of a site one after the other, except those that `isDone` names. */
export async function* readArticles(
  source: OpenedSource,
  { articles, sections, profile }: MinedSite,
  isDone: (id: string) => boolean = () => false,
): AsyncGenerator<SiteArticle> {
  const announced = new Map(articles.map((article) => [addressKey(article.url), article]));
  for await (const { id, url, page } of articlePages(
    source,
    articles,
    new Set(sections.map((each) => each.id)),
  )) {
    if (isDone(id)) continue;
    const { section = null, concept = null } = announced.get(addressKey(url ?? id)) ?? {};
    yield { id, url: url ?? null, section, concept, ...readInstance(page, profile) };
  }
}

/** A page of an article. */
export interface ArticlePage extends SitePage {
  /** The group of links that leads to it; absent where none does. */
  readonly group?: string;
}

/** The article pages: first those that front pages link to, spread over their groups, then the others of the source. */
export async function* articlePages(
  source: PageSource,
  links: readonly ArticleLink[],
  /** The ids of front pages, which are left out. */
  frontIds: ReadonlySet<string>,
): AsyncGenerator<ArticlePage> {
  const seen = new Set(frontIds);
  for (const link of spreadLinks(links)) {
    const page = await source.open(link.url);
    if (page === undefined || seen.has(page.id)) continue;
    seen.add(page.id);
    yield { ...page, group: linkGroup(link) };
  }
  for await (const page of source.pages()) if (!seen.has(page.id) && isArticle(page)) yield page;
}

/** A page that no front page links to is judged by its address; only where that is unclear is it extracted, which is slower. */
function isArticle({ url, page }: SitePage): boolean {
  const address = url === undefined ? null : URL.parse(url);
  if (address !== null && addressKind(address) >= ADDRESS_KIND.likely) return true;
  return (extract({ page }).isArticle ?? 1) >= MIN_IS_ARTICLE;
}
