import { urlShape } from "../../url/index.ts";
import { alignReadings } from "./align-pages.ts";
import type { PageReading } from "./page-reading.ts";

/** Pages that each page is compared with; what most of them lack is content. */
const PARTNERS = 3;
/** What the same shape of address adds to the likeness of two pages, which is at most 1. */
const SAME_SHAPE = 0.2;

/** A page with what of it differs from pages like it. */
export interface ComparedPage {
  readonly reading: PageReading;
  /** The path of every leaf's parent. */
  readonly paths: Int32Array;
  /** By leaf: 1 where it is content. */
  readonly content: Uint8Array;
}

/**
 * Compares each page with those most like it. Deviation: the paper takes two pages that one group of links leads to, as these
 * are of one template; likeness of paths and addresses finds such pages in a folder without links too.
 */
export function comparePages(
  readings: readonly PageReading[],
  paths: readonly Int32Array[],
): readonly ComparedPage[] {
  const marks = readings.map(({ page, words }, at) => ({
    shape: page.url === undefined ? undefined : urlShape(page.url),
    paths: new Set(paths[at]!.filter((_, leaf) => words[leaf]! > 0)),
  }));
  return readings.map((reading, at) => {
    const others = readings
      .map((other, index) => ({ other, index, likeness: likeness(marks[at]!, marks[index]!) }))
      .filter(({ index }) => index !== at)
      .sort((a, b) => b.likeness - a.likeness || a.index - b.index)
      .slice(0, PARTNERS);
    const content = findContent(
      reading,
      others.map(({ other }) => other),
    );
    return { reading, paths: paths[at]!, content };
  });
}

interface Marks {
  readonly shape: string | undefined;
  readonly paths: ReadonlySet<number>;
}

function likeness(a: Marks, b: Marks): number {
  let shared = 0;
  for (const path of a.paths) if (b.paths.has(path)) shared++;
  const jaccard = shared / Math.max(1, a.paths.size + b.paths.size - shared);
  return jaccard + (a.shape !== undefined && a.shape === b.shape ? SAME_SHAPE : 0);
}

/** Marks what differs from most of the other pages. */
function findContent(reading: PageReading, others: readonly PageReading[]): Uint8Array {
  const votes = new Uint8Array(reading.texts.length);
  for (const other of others) {
    const { contentA } = alignReadings(reading, other);
    for (let leaf = 0; leaf < votes.length; leaf++) votes[leaf]! += contentA[leaf]!;
  }
  return votes.map((count) => Number(count * 2 > others.length));
}
