import { extract } from "../default-extract.ts";
import { type ArticleLink, linkGroup, spreadLinks } from "./fronts/index.ts";
import { ADDRESS_KIND, addressKind } from "./items/address-kind.ts";
import type { PageSource, SitePage } from "./page-source.ts";

/** How likely a page must be an article where nothing but itself says so. */
const MIN_IS_ARTICLE = 0.5;

/** A page of an article. */
export interface ArticlePage extends SitePage {
  /** The group of links that leads to it; absent where none does. */
  readonly group?: string;
}

/** The pages of articles: those that front pages link to, spread over their groups, then what else the source has. */
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

/** A page that no front page links to is an article if its address says so; else it is asked, which takes longer. */
function isArticle({ url, page }: SitePage): boolean {
  const address = url === undefined ? null : URL.parse(url);
  if (address !== null && addressKind(address) >= ADDRESS_KIND.likely) return true;
  return (extract({ page }).isArticle ?? 1) >= MIN_IS_ARTICLE;
}
