import type { PageType } from "../article/index.ts";
import { typesOf } from "../page/index.ts";
import { PAGE_TYPE_OF_OPEN_GRAPH, PAGE_TYPE_OF_SCHEMA } from "./page-types.data.ts";
import type { Evidence, Rule } from "./rule.ts";
import { mapRead, metaText } from "./stated.ts";

/**
 * What kind of page it is: what the extractor judged, who weighs the markup with all else; where it judges no pages, what
 * the markup says. Most trusted first.
 */
export const PAGE_TYPE_RULES: readonly Rule<PageType>[] = [
  ["verdict", 0.9, ({ extraction }) => extraction.verdict?.pageType],
  ["json-ld", 0.96, ({ page }) => (page.mainThings.article === undefined ? undefined : "article")],
  ["json-ld-other", 0.85, fromThings],
  ["og", 0.81, mapRead(metaText("og:type"), (type) => PAGE_TYPE_OF_OPEN_GRAPH.get(type.toLowerCase()))],
  ["microdata", 0.91, ({ page }) => (page.mainThings.item === undefined ? undefined : "article")],
];

function fromThings({ page }: Evidence): PageType | undefined {
  for (const thing of page.jsonLd.things) {
    for (const type of typesOf(thing)) {
      const found = PAGE_TYPE_OF_SCHEMA.get(type.toLowerCase());
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
