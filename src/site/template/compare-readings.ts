import { PathTree } from "../../extractors/index.ts";
import type { Page } from "../../page/index.ts";
import { urlShape } from "../../url/index.ts";
import { alignReadings } from "./align-pages.ts";
import type { PageReading } from "./page-reading.ts";

/** Pages that each page is compared with; what most of them lack is content. */
const PARTNERS = 3;
/** What the same shape of address and the same group of links add to the likeness of two pages, which is at most 1. */
const SAME_SHAPE = 0.2;
const SAME_GROUP = 0.2;
/** Paths of a page that are compared at most; a page made to do harm has any number. */
const MAX_MARKS = 2000;

/**
 * Compares each page with those most like it: by leaf of each, 1 where it is content. Deviation: the paper takes two pages that
 * one group of links leads to, as these are of one template; likeness finds such pages in a folder without links too, and
 * those of one of `groups` count as more alike.
 */
export function compareReadings(
  readings: readonly PageReading[],
  groups: readonly (readonly Page[])[] = [],
): readonly Uint8Array[] {
  const tree = new PathTree("classes");
  const groupOf = new Map(groups.flatMap((pages, group) => pages.map((page) => [page, group])));
  const marks = readings.map((reading) => readMarks(reading, groupOf.get(reading.page), tree));
  const votes = readings.map(({ texts }) => new Uint8Array(texts.length));
  const partners = marks.map((_, at) => findPartners(marks, at));
  for (const [at, others] of partners.entries()) {
    for (const other of others) {
      const isBoth = partners[other]!.includes(at);
      // A pair that chose each other is aligned once.
      if (isBoth && other < at) continue;
      const { contentA, contentB } = alignReadings(readings[at]!, readings[other]!);
      addTo(votes[at]!, contentA);
      if (isBoth) addTo(votes[other]!, contentB);
    }
  }
  return votes.map((counts, at) => counts.map((count) => Number(count * 2 > partners[at]!.length)));
}

/** What pages of one template have in common. */
interface Marks {
  readonly shape: string | undefined;
  readonly group: number | undefined;
  readonly paths: ReadonlySet<number>;
}

function readMarks({ page, words }: PageReading, group: number | undefined, tree: PathTree): Marks {
  const ofNodes = tree.addPage(page.document);
  const paths = new Set<number>();
  for (const [leaf, node] of page.leaves.node.entries()) {
    if (words[leaf]! > 0 && paths.size < MAX_MARKS) paths.add(ofNodes[node]!);
  }
  return { shape: page.url === undefined ? undefined : urlShape(page.url), group, paths };
}

function findPartners(marks: readonly Marks[], at: number): readonly number[] {
  return marks
    .map((other, index) => ({ index, likeness: likeness(marks[at]!, other) }))
    .filter(({ index }) => index !== at)
    .sort((a, b) => b.likeness - a.likeness || a.index - b.index)
    .slice(0, PARTNERS)
    .map(({ index }) => index);
}

function likeness(a: Marks, b: Marks): number {
  let shared = 0;
  for (const path of a.paths) if (b.paths.has(path)) shared++;
  const jaccard = shared / Math.max(1, a.paths.size + b.paths.size - shared);
  const isSameShape = a.shape !== undefined && a.shape === b.shape;
  const isSameGroup = a.group !== undefined && a.group === b.group;
  return jaccard + (isSameShape ? SAME_SHAPE : 0) + (isSameGroup ? SAME_GROUP : 0);
}

function addTo(sums: Uint8Array, more: Uint8Array): void {
  for (let at = 0; at < sums.length; at++) sums[at]! += more[at]!;
}
