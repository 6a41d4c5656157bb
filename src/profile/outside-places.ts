import { NODE_KIND } from "../html/index.ts";
import { type Extraction, KEEP_SCORE, leafWords, type Page, type SiteProfile } from "../page/index.ts";
import { HASH_START, hashText, joinHashes } from "../text/index.ts";
import { namedStep } from "./path-tree.ts";
import { hashName } from "./repeated-blocks.ts";

/** Places in `outside` at most, those of most pages first. */
const MAX_PLACES = 10_000;

/** For every leaf, the share of the text in its place on other pages of the site that is not article text; 0 if no page has it. */
export function outsideShare(page: Page, { outside = {} }: Pick<SiteProfile, "outside">): Float32Array {
  const shares = new Map<number, number>();
  return Float32Array.from(hashPlaces(page), (place) => {
    const known = shares.get(place);
    if (known !== undefined) return known;
    const name = hashName(place);
    const share = Object.hasOwn(outside, name) ? Math.min(1, outside[name]! / 100) : 0;
    shares.set(place, share);
    return share;
  });
}

/** By leaf: the hash of its place, made of the same steps as paths by classes; a text has that of its parent. */
export function hashPlaces({ document, leaves }: Page): Int32Array {
  const { size, kind, parent } = document;
  const isWanted = new Uint8Array(size);
  // Most elements of a page hold no leaf, and their names are expensive to read.
  for (const leaf of leaves.node) {
    for (let node = leaf; node > 0 && isWanted[node] === 0; node = parent[node]!) isWanted[node] = 1;
  }
  const hashes = new Int32Array(size).fill(HASH_START);
  for (let node = 1; node < size; node++) {
    if (isWanted[node] === 0) continue;
    const above = hashes[parent[node]!]!;
    const isStep = kind[node] === NODE_KIND.element;
    hashes[node] = isStep ? joinHashes(above, hashText(namedStep(document, node))) : above;
  }
  return Int32Array.from(leaves.node, (node) => hashes[node]!);
}

/** A page with the answer of an extractor. */
export interface AnsweredPage {
  readonly page: Page;
  readonly answer: Extraction;
}

/** For each place of a site the mean share of its text that is not article text, in per cent. */
export function collectOutside(pages: readonly AnsweredPage[]): NonNullable<SiteProfile["outside"]> {
  const sums = new Map<number, { pages: number; outside: number }>();
  for (const one of pages) {
    for (const [place, { words, dropped }] of countWords(one)) {
      const sum = sums.get(place) ?? { pages: 0, outside: 0 };
      sums.set(place, sum);
      sum.pages++;
      sum.outside += dropped / words;
    }
  }
  const named = [...sums]
    .sort(([place, a], [otherPlace, b]) => b.pages - a.pages || place - otherPlace)
    .map(([place, { pages, outside }]) => [hashName(place), Math.round((outside / pages) * 100)] as const)
    .filter(([, percent]) => percent > 0)
    .slice(0, MAX_PLACES);
  return Object.fromEntries(named);
}

function countWords({ page, answer }: AnsweredPage): ReadonlyMap<number, { words: number; dropped: number }> {
  const { leaves } = page;
  const places = hashPlaces(page);
  const counts = new Map<number, { words: number; dropped: number }>();
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const words = leaves.visible[leaf] === 1 ? leafWords(page, leaf) : 0;
    if (words === 0) continue;
    const place = places[leaf]!;
    const count = counts.get(place) ?? { words: 0, dropped: 0 };
    counts.set(place, count);
    count.words += words;
    if (answer.scores[leaf]! < KEEP_SCORE) count.dropped += words;
  }
  return counts;
}
