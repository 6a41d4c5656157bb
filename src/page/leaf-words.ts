import { countWordsIn } from "../text/index.ts";
import { TEXT_LEAF } from "./leaves.ts";
import type { Page } from "./page.ts";

/** How many words a leaf has; media have none. */
export function leafWords({ document, leaves }: Page, leaf: number): number {
  if (leaves.kind[leaf] !== TEXT_LEAF) return 0;
  const node = leaves.node[leaf]!;
  return countWordsIn(document.text, document.textStart[node]!, document.textEnd[node]!);
}
