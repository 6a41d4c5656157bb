import type { Reading } from "./reading.ts";

/** What is kept of the family that a head is adding up, beside one another. */
const WORD_SUM = 0;
const KEY_SUM = 1;
const FIRST = 2;
const RANGE = 3;
const CELLS = 4;

/**
 * The related nodes of one range below one grandparent. Siblings and children of sibling parents are all the same nodes
 * for every sentence among them: these sentences share one possibility, which is added up once.
 */
export interface Family {
  /** The grandparent. */
  readonly head: number;
  readonly range: number;
  readonly wordSum: number;
  readonly keySum: number;
  /** The first non-link sentence. */
  readonly first: number;
}

/** Possibility = WordSum x (KeySum + 1) (3.4). */
export function possibility({ wordSum, keySum }: Family): number {
  return wordSum * (keySum + 1);
}

/** Calls `visit` for every family that has a non-link sentence, in one pass over the nodes. */
export function visitFamilies(reading: Reading, visit: (family: Family) => void): void {
  const { size, parent } = reading.document;
  const sums = new FamilySums(reading.rooms.zeros("families", size * CELLS), visit);
  for (let node = 1; node < size; node++) {
    const words = reading.wordsIn(node);
    if (words === 0) continue;
    const head = parent[parent[node]!] ?? -1;
    if (head < 0 || !reading.isRelated(node)) continue;
    sums.enter(head, reading.rangeOf(node));
    sums.add(head, words, reading.keysIn(node));
    if (reading.isSentence(node)) sums.addSentence(head, node);
  }
  for (let head = 0; head < size; head++) sums.settle(head);
}

/** The sums of the family that each head is adding up; ranges follow each other, so one at a time is enough. */
class FamilySums {
  readonly #cells: Int32Array;
  readonly #visit: (family: Family) => void;

  constructor(cells: Int32Array, visit: (family: Family) => void) {
    this.#cells = cells;
    this.#visit = visit;
  }

  enter(head: number, range: number): void {
    const at = head * CELLS;
    if (this.#cells[at + RANGE] === range) return;
    this.settle(head);
    this.#cells.fill(0, at, at + CELLS);
    this.#cells[at + RANGE] = range;
  }

  add(head: number, words: number, keys: number): void {
    this.#cells[head * CELLS + WORD_SUM]! += words;
    this.#cells[head * CELLS + KEY_SUM]! += keys;
  }

  addSentence(head: number, node: number): void {
    if (this.#cells[head * CELLS + FIRST] === 0) this.#cells[head * CELLS + FIRST] = node;
  }

  settle(head: number): void {
    const cells = this.#cells;
    const at = head * CELLS;
    const first = cells[at + FIRST]!;
    if (first === 0) return;
    this.#visit({
      head,
      range: cells[at + RANGE]!,
      wordSum: cells[at + WORD_SUM]!,
      keySum: cells[at + KEY_SUM]!,
      first,
    });
  }
}

/** News paragraph recognition (3.4): the family of the most possible paragraph; undefined on a page without sentences. */
export function mostPossible(reading: Reading, threshold: number): Family | undefined {
  let best: Family | undefined;
  let reserve: Family | undefined;
  // Situation 1: without a possible title all of the page is one range, and none is in reserve.
  const reserveRange = reading.titles.length > 0 ? 0 : -1;
  visitFamilies(reading, (family) => {
    if (family.range === reserveRange) reserve = better(reserve, family);
    else best = better(best, family);
  });
  const isEnough = best !== undefined && possibility(best) >= threshold;
  return isEnough ? best : better(best, reserve);
}

/** The more possible one; the earlier on ties. */
function better(one: Family | undefined, other: Family | undefined): Family | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const gain = possibility(other) - possibility(one);
  return gain > 0 || (gain === 0 && other.first < one.first) ? other : one;
}
