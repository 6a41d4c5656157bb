import { type Document, NODE_KIND } from "../../html/index.ts";
import { HASH_START, hashText, joinHashes } from "../../text/index.ts";
import { namedStep } from "./path-tree.ts";

/** By node: the hash of its path, of the same steps as paths by classes; a text has that of its parent. */
export function hashPlaces(document: Document): Int32Array {
  const { size, kind, parent } = document;
  const hashes = new Int32Array(size).fill(HASH_START);
  for (let node = 1; node < size; node++) {
    const above = hashes[parent[node]!]!;
    const isStep = kind[node] === NODE_KIND.element;
    hashes[node] = isStep ? joinHashes(above, hashText(namedStep(document, node))) : above;
  }
  return hashes;
}
