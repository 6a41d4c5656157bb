import { domainOf, type Label, readLabels } from "../../src/sets/index.ts";
import { hashText } from "../../src/text/index.ts";
import { pageTypeOf } from "../../src/train/index.ts";

/** How many pages the points of the learning curve are learned from. */
export const SIZES: readonly number[] = [25, 50, 100, 200, 400];
/** Samples of each size: which sites are drawn matters much where they are few. */
export const DRAWS: readonly number[] = [1, 2, 3];

/** Whether the trees of articles learn from a page. */
export function isArticle(label: Label): boolean {
  const { body, bodyIsPrefix } = label.truth;
  if (body === null || body.trim() === "" || bodyIsPrefix) return false;
  return label.pageType === null || pageTypeOf(label) === "article";
}

/** The site of a page by the name that training gives it. */
export function siteOf(label: Label): string {
  return domainOf(label) ?? `${label.set} ${label.id}`;
}

/** The chosen pages of each site. */
export async function countSites(
  folders: readonly string[],
  choose: (label: Label) => boolean,
): Promise<ReadonlyMap<string, number>> {
  const pages = new Map<string, number>();
  for (const folder of folders) {
    for await (const label of readLabels(folder)) {
      if (!choose(label)) continue;
      const site = siteOf(label);
      pages.set(site, (pages.get(site) ?? 0) + 1);
    }
  }
  return pages;
}

/** Whole sites with about as many pages as asked for; of one draw, smaller samples are within larger ones. */
export function drawSites(
  pagesOf: ReadonlyMap<string, number>,
  size: number,
  draw: number,
): ReadonlySet<string> {
  const order = (site: string) => hashText(`${draw} ${site}`) >>> 0;
  const sites = [...pagesOf.keys()].sort((a, b) => order(a) - order(b));
  const drawn = new Set<string>();
  let pages = 0;
  for (const site of sites) {
    if (pages >= size) break;
    drawn.add(site);
    pages += pagesOf.get(site)!;
  }
  return drawn;
}
