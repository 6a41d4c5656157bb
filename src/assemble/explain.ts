import type { ExplainedLeaf, Explanation, FieldSource } from "../article/index.ts";
import { nodePaths } from "../html/index.ts";
import type { Metadata } from "../metadata/index.ts";
import { type Extraction, type Page, REASONS } from "../page/index.ts";
import { cleanLabel } from "./clean-text.ts";

/**
 * Paths repeat everything above their node: a page that nests 30,000 deep would need gigabytes of them. Those of a real
 * page of 5,000 leaves have under a million characters; past this many, leaves go without.
 */
const MAX_PATH_CHARACTERS = 20_000_000;

/** Why every field and every leaf is what it is. */
export function explain(page: Page, extraction: Extraction, metadata: Metadata): Explanation {
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
      leaves.kind[leaf] === 0 ? document.text.slice(document.textStart[node], document.textEnd[node]) : "";
    const path = paths[leaf] ?? "";
    pathCharacters += path.length;
    explained.push({
      path: pathCharacters <= MAX_PATH_CHARACTERS ? path : "",
      text: cleanLabel(text) ?? "",
      score: extraction.scores[leaf] ?? 0,
      reason: REASONS[extraction.reasons[leaf] ?? 0] ?? REASONS[0],
    });
  }
  return { fields, leaves: explained };
}
