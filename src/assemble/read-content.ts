import type { Article } from "../article/index.ts";
import { parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { buildContent } from "./build-content.ts";
import type { Block, Content } from "./content.ts";

/** The content of HTML that somebody gives us, everything kept that the content model knows and nothing else. */
export function readContent(html: string, url?: string): Content {
  const page = new Page(parseHtml(html), url);
  return buildContent(page, { leaves: new Uint8Array(page.leaves.count).fill(1) });
}

interface Assembled {
  readonly article: Article;
  readonly html: string;
  readonly blocks: readonly Block[];
}

/**
 * Formats are written right after extraction, so the blocks of the latest article are kept for them; only of one, as they are
 * slices of its page, and who keeps articles must not keep their pages.
 */
let latest: Assembled | undefined;

/** The blocks of an article with longer HTML are not kept: they would take memory from the next page. */
const MAX_HTML_CHARACTERS = 1_000_000;

/** Keeps the blocks that an article was assembled from until the next one is. */
export function keepBlocks(article: Article, blocks: readonly Block[]): void {
  const { html } = article;
  latest = html.length > MAX_HTML_CHARACTERS ? undefined : { article, html, blocks };
}

/** The blocks of an article: as assembled, or from the HTML of one out of a file or a network, which is sanitised so. */
export function blocksOf(article: Article): readonly Block[] {
  if (latest?.article === article && latest.html === article.html) return latest.blocks;
  return readContent(article.html, article.url ?? undefined).blocks;
}
