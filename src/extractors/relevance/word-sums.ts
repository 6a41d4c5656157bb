import { NODE_KIND } from "../../html/index.ts";
import type { Page } from "../../page/index.ts";
import type { Keywords } from "./keywords.ts";
import type { NodeRooms } from "./rooms.ts";

/** Running sums over nodes in document order: a subtree's sum is `sums[end[node]] - sums[node]`. */
export interface WordSums {
  /** WordNumber. */
  readonly words: Int32Array;
  /** KeyNumber. */
  readonly keys: Int32Array;
  /** The part of WordNumber that is link text. */
  readonly linkWords: Int32Array;
}

/** Full text analysis (3.2): steps 3 to 5, which add up the tree, are one pass of running sums. */
export function sumWords({ document, leaves }: Page, keywords: Keywords, rooms: NodeRooms): WordSums {
  const { size, kind, text, textStart, textEnd } = document;
  const words = rooms.zeros("words", size + 1);
  const keys = rooms.zeros("keys", size + 1);
  const linkWords = rooms.zeros("link words", size + 1);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const node = leaves.node[leaf]!;
    if (leaves.visible[leaf] === 0 || kind[node] !== NODE_KIND.text) continue;
    keywords.read(text, textStart[node]!, textEnd[node]!);
    words[node + 1] = keywords.wordNumber;
    keys[node + 1] = keywords.keyNumber;
    if (leaves.anchor[leaf]! >= 0) linkWords[node + 1] = keywords.wordNumber;
  }
  for (let node = 1; node <= size; node++) {
    words[node]! += words[node - 1]!;
    keys[node]! += keys[node - 1]!;
    linkWords[node]! += linkWords[node - 1]!;
  }
  return { words, keys, linkWords };
}
