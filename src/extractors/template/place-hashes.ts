import { NODE_KIND } from "../../html/index.ts";
import type { Page } from "../../page/index.ts";
import { HASH_START, hashText, joinHashes } from "../../text/index.ts";
import { namedStep } from "./path-tree.ts";

/** By leaf: the hash of its place, of the same steps as paths by classes; a text has that of its parent. */
export function hashPlaces({ document, leaves }: Page): Int32Array {
  const { size, kind, parent } = document;
  const isWanted = new Uint8Array(size);
  // Most elements of a page hold no leaf, and their names are dear to read.
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
