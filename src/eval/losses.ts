import { attribute, closest, type Document, rawText, tagTable } from "../html/index.ts";
import { type Page, TEXT_LEAF } from "../page/index.ts";
import { countItems, sharedCount } from "../sets/index.ts";
import { words } from "../text/index.ts";

/** The ways to lose word F1, in the order of tables. */
export const LOSSES = {
  paragraphs: "paragraphs missing",
  lead: "lead missing: what comes before the first kept line",
  structures: "headings, lists and tables missing",
  start: "noise before the article",
  boxes: "boxes inside the body",
  related: "related links",
  copies: "copies of lines",
  promotion: "promotion, copyright, notes on authors at the end",
  comments: "comments in elements called so",
  others: "other noise at the end over 150 words: teasers, other articles, unnamed comments",
  end: "other noise at the end",
  words: "single words of lines that belong",
} as const;

type LossClass = keyof typeof LOSSES;

/** The F1 that each class costs on a page; together 1 - F1. */
export type PageLosses = Readonly<Partial<Record<LossClass, number>>>;

interface Line {
  readonly words: readonly string[];
  readonly key: string;
  readonly isShared: boolean;
}

/** Words of a run of noise at the end that is an article or a thread of comments. */
const LONG_NOISE = 150;

/** The losses of a page's kept text against its truth, by class. */
export function pageLosses(page: Page | undefined, truth: string, kept: string): PageLosses {
  const [asked, given] = [words(truth), words(kept)];
  const total = asked.length + given.length;
  if (total === 0) return {};
  const shared = sharedCount(countItems(asked), countItems(given));
  const wordsOf = new Map<LossClass, number>();
  const blocks = page === undefined ? new Map<string, number>() : blocksByKey(page);
  const truthLines = linesOf(truth, given);
  const scale = (lines: Map<LossClass, number>, lost: number) => {
    const counted = [...lines.values()].reduce((sum, count) => sum + count, 0);
    const factor = counted === 0 ? 0 : Math.min(1, lost / counted);
    for (const [name, count] of lines) wordsOf.set(name, (wordsOf.get(name) ?? 0) + count * factor);
    wordsOf.set("words", (wordsOf.get("words") ?? 0) + lost - counted * factor);
  };
  scale(
    missing(truthLines, (line) => page !== undefined && isStructure(page, blocks.get(line.key))),
    asked.length - shared,
  );
  scale(noise(linesOf(kept, asked), truthLines, { page, blocks }), given.length - shared);
  return Object.fromEntries(
    [...wordsOf].flatMap(([name, count]) => (count > 0 ? [[name, count / total]] : [])),
  );
}

/** Words that two texts must share in a row. */
const RUN = 3;
/** A line belongs if this share of its words does. */
const MIN_SHARED = 0.5;

/** The lines of a text, and whether each is in another text. */
function linesOf(text: string, other: readonly string[]): readonly Line[] {
  const whole = ` ${other.join(" ")} `;
  const runs = new Set(runsOf(other));
  return text.split("\n").flatMap((line) => {
    const own = words(line);
    if (own.length === 0) return [];
    const key = own.join(" ");
    const ownRuns = runsOf(own);
    const found = ownRuns.filter((run) => runs.has(run)).length;
    const isShared = own.length < RUN ? whole.includes(` ${key} `) : found >= ownRuns.length * MIN_SHARED;
    return [{ words: own, key, isShared }];
  });
}

function runsOf(list: readonly string[]): readonly string[] {
  return list.slice(0, Math.max(0, list.length - RUN + 1)).map((_, at) => list.slice(at, at + RUN).join(" "));
}

function missing(lines: readonly Line[], isStructured: (line: Line) => boolean): Map<LossClass, number> {
  const found = new Map<LossClass, number>();
  const first = lines.findIndex(({ isShared }) => isShared);
  for (const [at, line] of lines.entries()) {
    if (line.isShared) continue;
    const isLead = at < first;
    add(found, isLead ? "lead" : isStructured(line) ? "structures" : "paragraphs", line);
  }
  return found;
}

interface Places {
  readonly page: Page | undefined;
  readonly blocks: ReadonlyMap<string, number>;
}

function noise(
  lines: readonly Line[],
  truth: readonly Line[],
  { page, blocks }: Places,
): Map<LossClass, number> {
  const found = new Map<LossClass, number>();
  const [first, last] = [lines.findIndex(isShared), lines.findLastIndex(isShared)];
  const left = countItems(truth.map(({ key }) => key));
  let rest = 0;
  for (const [at, line] of lines.entries()) {
    const count = left.get(line.key);
    if (count !== undefined) left.set(line.key, count - 1);
    if (line.isShared) {
      if (count === 0) add(found, "copies", line);
      continue;
    }
    const named = page && namedNoise(page, blocks.get(line.key), line);
    if (at < first) add(found, "start", line);
    else if (at < last) add(found, named === "related" ? "related" : "boxes", line);
    else if (named !== undefined) add(found, named, line);
    else rest += line.words.length;
  }
  if (rest > 0) found.set(rest > LONG_NOISE ? "others" : "end", rest);
  return found;
}

function isShared(line: Line): boolean {
  return line.isShared;
}

function add(found: Map<LossClass, number>, name: LossClass, line: Line): void {
  found.set(name, (found.get(name) ?? 0) + line.words.length);
}

/** The first leaf of each block of a page, by its words. */
function blocksByKey({ document, leaves, blocks }: Page): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (let block = 0; block < blocks.count; block++) {
    const from = blocks.firstLeaf[block]!;
    const texts: string[] = [];
    for (let leaf = from; leaf < blocks.firstLeaf[block + 1]!; leaf++)
      if (leaves.kind[leaf] === TEXT_LEAF) texts.push(rawText(document, leaves.node[leaf]!));
    const key = words(texts.join(" ")).join(" ");
    if (key !== "" && !found.has(key)) found.set(key, from);
  }
  return found;
}

const STRUCTURE_TAGS = tagTable("h1", "h2", "h3", "h4", "h5", "h6", "li", "dt", "dd", "td", "th");

function isStructure({ document, leaves }: Page, leaf: number | undefined): boolean {
  return leaf !== undefined && closest(document, leaves.node[leaf]!, STRUCTURE_TAGS) >= 0;
}

const COMMENT = /comment|disqus|respond|replies/i;
const RELATED = /related|recommend|more-?(?:from|stories|news)|read-?(?:more|next)|also/i;
const PROMOTION = /promo|newsletter|subscri|sign-?up|copyright|author|bio|about|share|tag/i;
const PROMOTION_WORDS =
  /©|copyright|all rights reserved|newsletter|subscribe|follow (?:us|him|her|me)|sign up/i;
/** Elements around a line whose classes are read. */
const MAX_CLIMB = 8;

/** The class of a line of noise by its words, its link and the elements around it. */
function namedNoise(page: Page, leaf: number | undefined, { key }: Line): LossClass | undefined {
  if (PROMOTION_WORDS.test(key)) return "promotion";
  if (leaf === undefined) return undefined;
  const marks = marksAround(page.document, page.leaves.node[leaf]!);
  if (COMMENT.test(marks)) return "comments";
  if (page.leaves.anchor[leaf]! >= 0 || RELATED.test(marks)) return "related";
  return PROMOTION.test(marks) ? "promotion" : undefined;
}

function marksAround(document: Document, node: number): string {
  const marks: string[] = [];
  let at = document.parent[node]!;
  for (let climbed = 0; climbed < MAX_CLIMB && at > 0; climbed++, at = document.parent[at]!)
    marks.push(attribute(document, at, "id") ?? "", attribute(document, at, "class") ?? "");
  return marks.join(" ").slice(0, 4_000);
}

interface ClassLoss {
  readonly name: LossClass;
  /** Mean over all pages. */
  readonly lost: number;
  /** Pages with this loss. */
  readonly pages: number;
}

/** The losses of pages by class, in the order of `LOSSES`. */
export function sumLosses(pages: readonly PageLosses[]): readonly ClassLoss[] {
  return (Object.keys(LOSSES) as LossClass[]).map((name) => {
    const own = pages.flatMap((page) => page[name] ?? []);
    return {
      name,
      lost: own.reduce((sum, lost) => sum + lost, 0) / Math.max(1, pages.length),
      pages: own.length,
    };
  });
}
