import { type Span, TOKEN, type Tokens } from "../../../src/extractors/index.ts";
import { type Extraction, KEEP_SCORE, type Page } from "../../../src/page/index.ts";

/** The tokens from the first kept word to the last; of a method that keeps one block these are its block. */
export function keptSpan(
  { document, leaves }: Page,
  tokens: Tokens,
  extraction: Extraction,
): Span | undefined {
  const kept = new Map<number, readonly [from: number, to: number]>();
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (extraction.scores[leaf]! < KEEP_SCORE) continue;
    const node = leaves.node[leaf]!;
    kept.set(node, [document.textStart[node]!, document.textEnd[node]!]);
  }
  for (const { leaf, from, to } of extraction.cuts ?? []) {
    const node = leaves.node[leaf]!;
    const start = document.textStart[node]!;
    kept.set(node, [start + from, start + to]);
  }
  let first = -1;
  let last = -1;
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kind[at]! < TOKEN.word) continue;
    const range = kept.get(tokens.node[at]!);
    if (range === undefined || tokens.start[at]! < range[0] || tokens.end[at]! > range[1]) continue;
    if (first < 0) first = at;
    last = at;
  }
  return first < 0 ? undefined : { first, last };
}
