import { articlePages } from "./article-pages.ts";
import type { MinedSite } from "./mined-site.ts";
import { addressKey, type OpenedSource } from "./source/index.ts";
import { type Instance, readInstance } from "./template/index.ts";

/** An article of a mined site, read by its template. */
export interface SiteArticle extends Instance {
  /** What its page is called in the source. */
  readonly id: string;
  readonly url: string | null;
  /** The label that front pages announce it under. */
  readonly section: string | null;
  /** The id of the concept that it is an instance of. */
  readonly concept: string | null;
}

/** Reads the articles of a site that can be opened, one after the other; those that are done already are not read. */
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
