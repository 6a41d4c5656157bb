import type { ExplainedLeaf, Explanation, FieldSource } from "../article/index.ts";
import { nodePaths } from "../html/index.ts";
import type { Metadata } from "../metadata/index.ts";
import { type Extraction, KEEP_SCORE, type Page, REASONS } from "../page/index.ts";
import { cleanLabel } from "./clean-text.ts";
import type { Fates } from "./fates.ts";
import { emojiOf } from "./media.ts";

/**
 * Paths repeat everything above their node: a page that nests 30,000 deep would need gigabytes of them. Those of a real
 * page of 5,000 leaves have under a million characters; past this many, leaves go without.
 */
const MAX_PATH_CHARACTERS = 20_000_000;

/** Why every field is what it is, and what became of every leaf. */
export function explain(page: Page, extraction: Extraction, metadata: Metadata, fates: Fates): Explanation {
  const fields: Record<string, FieldSource> = {};
  for (const [name, { source, confidence }] of Object.entries(metadata))
    fields[name] = { source, confidence };
  const { document, leaves } = page;
  const paths = nodePaths(document, leaves.node);
  const explained: ExplainedLeaf[] = [];
  let pathCharacters = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const node = leaves.node[leaf]!;
    const text =
      leaves.kind[leaf] === 0
        ? document.text.slice(document.textStart[node], document.textEnd[node])
        : emojiOf(document, node);
    const path = paths[leaf] ?? "";
    pathCharacters += path.length;
    const score = extraction.scores[leaf] ?? 0;
    const told = fates.of(leaf);
    explained.push({
      path: pathCharacters <= MAX_PATH_CHARACTERS ? path : "",
      text: cleanLabel(text) ?? "",
      kept: told?.kept ?? score >= KEEP_SCORE,
      score,
      reason: told?.reason ?? REASONS[extraction.reasons[leaf] ?? 0] ?? REASONS[0],
    });
  }
  return { fields, leaves: explained };
}
