import { nodeAt } from "../../../src/html/index.ts";
import { leafAt, type Page } from "../../../src/page/index.ts";
import { foldSpaces } from "../../../src/text/index.ts";
import type { GroupTruth, ItemTruth } from "../../../test/newsroom/build/leaves.ts";
import type { NewsPage } from "../../../test/newsroom/index.ts";
import type { TaxonomyNode } from "../../../test/newsroom/site/taxonomy.ts";

/** What should be above what on a made-up page: pairs of leaves, the label first; and which leaves are judged. */
export interface HierarchyTruth {
  readonly pairs: ReadonlySet<string>;
  readonly judged: ReadonlySet<number>;
}

/** A pair of leaves, written so that sets can hold it. */
export function pairKey(above: number, below: number): string {
  return `${above} ${below}`;
}

/**
 * The transitive closure of what a newsroom page says of itself: the label of a group stands above all that the group's element holds,
 * the groups inside it too; the headline of an item above the rest of the item; in menus a section above those that the site has inside it. Leaves outside of
 * groups are not judged.
 */
export function readHierarchy(
  page: Page,
  { truth }: NewsPage,
  taxonomy: readonly TaxonomyNode[],
): HierarchyTruth {
  const pairs = new Set<string>();
  const judged = new Set<number>();
  const labels = new Set(
    truth.leaves.filter(({ role }) => role === "section-label").map(({ path }) => leafOf(page, path)),
  );
  const pending: GroupTruth[] = [...truth.groups];
  for (let group = pending.pop(); group !== undefined; group = pending.pop()) {
    pending.push(...group.children);
    const inside = leavesIn(page, group.path);
    for (const leaf of inside) judged.add(leaf);
    const label = inside.find((leaf) => labels.has(leaf));
    if (group.label !== null && label !== undefined) addBelow(pairs, label, inside);
    for (const item of group.items) addItem(page, pairs, item);
    if (group.kind === "navigation") addMenu(page, pairs, group, taxonomy);
  }
  return { pairs, judged };
}

function addItem(page: Page, pairs: Set<string>, { path, title }: ItemTruth): void {
  const inside = leavesIn(page, path);
  const headline = inside.find((leaf) => textOf(page, leaf) === foldSpaces(title));
  if (headline !== undefined) addBelow(pairs, headline, inside);
}

function addMenu(
  page: Page,
  pairs: Set<string>,
  { items }: GroupTruth,
  taxonomy: readonly TaxonomyNode[],
): void {
  const entryOf = ({ url }: TaxonomyNode) => items.find((item) => new URL(item.url, url).href === url)?.path;
  for (const section of taxonomy) {
    const above = entryOf(section);
    const below = section.children.map(entryOf).filter((path) => path !== undefined);
    if (above !== undefined)
      addBelow(
        pairs,
        leavesIn(page, above)[0]!,
        below.flatMap((path) => leavesIn(page, path)),
      );
  }
}

function addBelow(pairs: Set<string>, above: number, inside: readonly number[]): void {
  for (const leaf of inside) if (leaf !== above) pairs.add(pairKey(above, leaf));
}

function leavesIn(page: Page, path: string): number[] {
  const { document, leaves } = page;
  const node = nodeAt(document, path);
  const from = leafAt(leaves, node);
  const to = leafAt(leaves, document.end[node]!);
  return Array.from({ length: to - from }, (_, at) => from + at).filter((leaf) => leaves.visible[leaf] === 1);
}

function leafOf(page: Page, path: string): number {
  return leafAt(page.leaves, nodeAt(page.document, path));
}

function textOf({ document, leaves }: Page, leaf: number): string {
  const node = leaves.node[leaf]!;
  return foldSpaces(document.text.slice(document.textStart[node], document.textEnd[node]));
}
