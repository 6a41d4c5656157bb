import type { ExplainedLeaf, Explanation, FieldSource } from "../article/index.ts";
import { nodePaths } from "../html/index.ts";
import type { Metadata } from "../metadata/index.ts";
import { type Extraction, type Page, REASONS } from "../page/index.ts";
import { cleanLabel } from "./clean-text.ts";

/** Why every field and every leaf is what it is. */
export function explain(page: Page, extraction: Extraction, metadata: Metadata): Explanation {
  const fields: Record<string, FieldSource> = {};
  for (const [name, { source, confidence }] of Object.entries(metadata))
    fields[name] = { source, confidence };
  const { document, leaves } = page;
  const paths = nodePaths(document, leaves.node);
  const explained: ExplainedLeaf[] = [];
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const node = leaves.node[leaf]!;
    const text =
      leaves.kind[leaf] === 0 ? document.text.slice(document.textStart[node], document.textEnd[node]) : "";
    explained.push({
      path: paths[leaf] ?? "",
      text: cleanLabel(text) ?? "",
      score: extraction.scores[leaf] ?? 0,
      reason: REASONS[extraction.reasons[leaf] ?? 0] ?? REASONS[0],
    });
  }
  return { fields, leaves: explained };
}
