import { createHash } from "node:crypto";
import type { Chunk } from "../batch/index.ts";
import { asNewsError } from "../errors/index.ts";
import type { ExtractorId } from "../extractors/index.ts";
import type { Label } from "./label.ts";
import type { PageScore, ScoreOptions } from "./page-score.ts";
import { loadPage } from "./read-set.ts";
import { scorePage } from "./score-page.ts";

/** What every page of a run is measured with. */
export interface ScoreTask extends ScoreOptions {
  readonly extractors: readonly ExtractorId[];
}

/** The scores of a page with the hash of what they were measured on, or why its set is broken. */
export type ScoredPage =
  | { readonly scores: readonly PageScore[]; readonly hash: string }
  | { readonly broken: string };

/** Loads and scores pages; the file a worker thread runs. */
export function run({ inputs, shared }: Chunk<Label, ScoreTask>): ScoredPage[] {
  return inputs.map((label) => scoreLabel(label, shared));
}

function scoreLabel(label: Label, task: ScoreTask): ScoredPage {
  try {
    const html = loadPage(label);
    return { scores: scorePage({ label, html }, task.extractors, task), hash: hashPage(label, html) };
  } catch (error) {
    return { broken: asNewsError(error).message };
  }
}

/** The hash of everything that a page's scores depend on besides the code. */
export function hashPage({ id, url, encoding, truth }: Label, html: Uint8Array | string): string {
  return createHash("sha256")
    .update(JSON.stringify([id, url, encoding, truth]))
    .update(html)
    .digest("hex");
}
