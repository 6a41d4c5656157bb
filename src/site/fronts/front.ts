import { type Item, readItems } from "../items/index.ts";
import type { SitePage } from "../page-source.ts";
import { partitionPage } from "../partition/index.ts";
import type { PageLabels } from "../taxonomy/index.ts";
import { readPageLabels } from "../taxonomy/index.ts";

/** What mining keeps of a home or section page: nothing but JSON, and nothing of the page itself. */
export interface Front {
  readonly id: string;
  readonly labels: PageLabels;
  /** The articles that it announces. */
  readonly items: readonly Item[];
}

/** Fewer announced articles make no section: service pages and articles link to a few as well. */
const MIN_ITEMS = 3;

/** Partitions a page and keeps its labels and the articles that it announces. */
export function readFront(page: SitePage): Front {
  return {
    id: page.id,
    labels: readPageLabels(page, partitionPage(page.page)),
    items: readItems(page.page),
  };
}

/** Whether a page announces enough articles to be a section. */
export function isSection({ items }: Front): boolean {
  return items.length >= MIN_ITEMS;
}
