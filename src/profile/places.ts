import { attribute, type Document, NODE_KIND, tagName } from "../html/index.ts";
import {
  type Extraction,
  KEEP_SCORE,
  leafWords,
  type Page,
  type PathSteps,
  type SiteProfile,
} from "../page/index.ts";
import { HASH_START, hashText, joinHashes } from "../text/index.ts";
import { hashName } from "./repeated-blocks.ts";

/** Sentinel: no path, or none that the tree has. */
export const NO_PATH = -1;

/** Elements of the longest path; templates of real sites have under forty, a hostile page has thousands. */
const MAX_STEPS = 100;
/** Paths at most, so that hostile pages do not fill the memory; a site has some thousands. */
const MAX_PATHS = 200_000;
/** Characters of a name, class or id that are read; longer ones are generated. */
const MAX_NAME = 40;
const FIRST_TOKEN = /\S{1,40}/;

/** The paths of a page's nodes in a tree that was made from other pages. */
export interface FoundPaths {
  /** The path of every node, `NO_PATH` if the tree does not have it. */
  readonly whole: Int32Array;
  /** Its longest prefix that the tree has. */
  readonly known: Int32Array;
}

/** The root-to-element paths of a site's pages as one tree; a path is the number of its node, and 0 the document. */
export class PathTree {
  readonly #stepOf: (document: Document, node: number) => string;
  readonly #parents: number[] = [NO_PATH];
  readonly #steps: string[] = [""];
  readonly #depths: number[] = [0];
  readonly #children: Map<string, number>[] = [new Map()];

  constructor(steps: PathSteps) {
    this.#stepOf = steps === "names" ? nameOf : namedStep;
  }

  /** The number of paths; a path has a higher number than its parent. */
  get size(): number {
    return this.#parents.length;
  }

  /** The path above, `NO_PATH` for the document's. */
  parentOf(path: number): number {
    return this.#parents[path] ?? NO_PATH;
  }

  /** A path as text: `html/body/div.story/p`. */
  write(path: number): string {
    const steps: string[] = [];
    for (let at = path; at > 0; at = this.parentOf(at)) steps.push(this.#steps[at] ?? "");
    return steps.reverse().join("/");
  }

  /** The number of a written path, added if it is new; `NO_PATH` if it is longer than any of a page. */
  add(written: string): number {
    let at = 0;
    for (const step of written.split("/")) at = this.#grow(at, step);
    return at;
  }

  /** The path of every node of a page, new ones added; a text has that of its parent. */
  addPage(document: Document): Int32Array {
    return this.#walk(document, (path, step) => this.#grow(path, step));
  }

  /** The path of every node of a page as far as the tree has it. */
  findPage(document: Document): FoundPaths {
    const whole = this.#walk(document, (path, step) => this.#children[path]?.get(step) ?? NO_PATH);
    const known = new Int32Array(document.size);
    for (let node = 1; node < document.size; node++) {
      known[node] = whole[node] === NO_PATH ? known[document.parent[node]!]! : whole[node]!;
    }
    return { whole, known };
  }

  /** By path: 1 for `top` and all paths under it. */
  markUnder(top: number): Uint8Array {
    const isUnder = new Uint8Array(this.size);
    isUnder[top] = 1;
    for (let path = top + 1; path < this.size; path++) isUnder[path] = isUnder[this.parentOf(path)]!;
    return isUnder;
  }

  #walk(document: Document, follow: (path: number, step: string) => number): Int32Array {
    const { size, kind, parent } = document;
    const paths = new Int32Array(size);
    for (let node = 1; node < size; node++) {
      const above = paths[parent[node]!]!;
      const isStep = above !== NO_PATH && kind[node] === NODE_KIND.element;
      paths[node] = isStep ? follow(above, this.#stepOf(document, node)) : above;
    }
    return paths;
  }

  #grow(path: number, step: string): number {
    const children = this.#children[path];
    const known = children?.get(step);
    if (known !== undefined) return known;
    const depth = this.#depths[path] ?? MAX_STEPS;
    if (children === undefined || depth >= MAX_STEPS || this.size >= MAX_PATHS) return NO_PATH;
    const added = this.size;
    children.set(step, added);
    this.#parents.push(path);
    this.#steps.push(step);
    this.#depths.push(depth + 1);
    this.#children.push(new Map());
    return added;
  }
}

function nameOf(document: Document, node: number): string {
  return tagName(document, node).slice(0, MAX_NAME);
}

/**
 * An element's name with its first class, else its id. Deviation: the paper's paths are of names alone, from the time of table
 * layouts; on today's pages they would nearly all be `div/div/div/p`.
 */
function namedStep(document: Document, node: number): string {
  const name = nameOf(document, node);
  // The classes of these two name the section or the day.
  if (name === "html" || name === "body") return name;
  const className = firstToken(attribute(document, node, "class"));
  if (className !== "") return `${name}.${className}`;
  const id = firstToken(attribute(document, node, "id"));
  return id === "" ? name : `${name}#${id}`;
}

/** Numbers in names count articles and days, so they are folded. */
function firstToken(value: string | undefined): string {
  const token = value === undefined ? "" : (FIRST_TOKEN.exec(value)?.[0] ?? "");
  return /[\d/]/.test(token) ? token.replace(/\d+/g, "0").replaceAll("/", "_") : token;
}

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
