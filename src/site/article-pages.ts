import { type ArticleLink, spreadLinks } from "./fronts/index.ts";
import type { PageSource, SitePage } from "./page-source.ts";

/** The pages of articles: those that front pages link to, spread over their groups, then what else the source has. */
export async function* articlePages(
  source: PageSource,
  links: readonly ArticleLink[],
  /** The ids of front pages, which are left out. */
  frontIds: ReadonlySet<string>,
): AsyncGenerator<SitePage> {
  const seen = new Set(frontIds);
  for (const { url } of spreadLinks(links)) {
    const page = await source.open(url);
    if (page === undefined || seen.has(page.id)) continue;
    seen.add(page.id);
    yield page;
  }
  for await (const page of source.pages()) if (!seen.has(page.id)) yield page;
}
