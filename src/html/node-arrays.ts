import type { Document } from "./document.ts";

/** The arrays of a document that have a place for every node. */
export type NodeArrays = Pick<
  Document,
  | "kind"
  | "tag"
  | "flags"
  | "parent"
  | "firstChild"
  | "nextSibling"
  | "end"
  | "attributeStart"
  | "textStart"
  | "textEnd"
>;

const NUMBER_ARRAYS = 7;
const BYTE_ARRAYS = 3;
const NUMBER_BYTES = 4;

/** Arrays for so many nodes, all zero. One piece of memory: pages are many, and each piece is a call and a thing to collect. */
export function makeNodeArrays(capacity: number): NodeArrays {
  // `attributeStart` has a place more.
  const bytesFrom = NUMBER_BYTES * (NUMBER_ARRAYS * capacity + 1);
  const buffer = new ArrayBuffer(bytesFrom + BYTE_ARRAYS * capacity);
  const numbers = (index: number, length: number): Int32Array =>
    new Int32Array(buffer, index * capacity * NUMBER_BYTES, length);
  const bytes = (index: number): Uint8Array => new Uint8Array(buffer, bytesFrom + index * capacity, capacity);
  return {
    kind: bytes(0),
    tag: bytes(1),
    flags: bytes(2),
    parent: numbers(0, capacity),
    firstChild: numbers(1, capacity),
    nextSibling: numbers(2, capacity),
    end: numbers(3, capacity),
    textStart: numbers(4, capacity),
    textEnd: numbers(5, capacity),
    attributeStart: numbers(6, capacity + 1),
  };
}

/** Longer arrays that begin with the same nodes. */
export function grownNodeArrays(from: NodeArrays, capacity: number): NodeArrays {
  const to = makeNodeArrays(capacity);
  for (const name of Object.keys(to) as (keyof NodeArrays)[]) to[name].set(from[name]);
  return to;
}

/** The same arrays up to a number of nodes. */
export function firstNodes(arrays: NodeArrays, size: number): NodeArrays {
  if (arrays.kind.length === size) return arrays;
  return {
    kind: arrays.kind.subarray(0, size),
    tag: arrays.tag.subarray(0, size),
    flags: arrays.flags.subarray(0, size),
    parent: arrays.parent.subarray(0, size),
    firstChild: arrays.firstChild.subarray(0, size),
    nextSibling: arrays.nextSibling.subarray(0, size),
    end: arrays.end.subarray(0, size),
    textStart: arrays.textStart.subarray(0, size),
    textEnd: arrays.textEnd.subarray(0, size),
    attributeStart: arrays.attributeStart.subarray(0, size + 1),
  };
}

/** Fills in all that follows from the order of nodes, their parents and the starts of their texts. */
export function finishNodes(arrays: NodeArrays, size: number, textLength: number): void {
  const { parent, firstChild, nextSibling, end, textStart, textEnd } = arrays;
  for (let node = size - 1; node >= 0; node--) {
    // The last child comes first and sets it.
    const after = end[node] === 0 ? node + 1 : end[node]!;
    const above = parent[node]!;
    end[node] = after;
    if (above >= 0 && end[above] === 0) end[above] = after;
    firstChild[node] = after > node + 1 ? node + 1 : -1;
    nextSibling[node] = after < size && parent[after] === above ? after : -1;
    textEnd[node] = after < size ? textStart[after]! : textLength;
  }
}
