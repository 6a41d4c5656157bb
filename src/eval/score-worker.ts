import { chooseExtractors } from "../archive/index.ts";
import type { Chunk } from "../batch/index.ts";
import { asNewsError, type FailureCode } from "../errors/index.ts";
import type { ExtractorName, SettingsName } from "../extractors/index.ts";
import { hashPage, type Label, loadPage } from "../sets/index.ts";
import type { PageScore, ScoreOptions } from "./page-score.ts";
import { scorePage } from "./score-page.ts";

/** What every page of a run is measured with. */
export interface ScoreTask extends ScoreOptions {
  /** Without any, the model's own method or the default one. */
  readonly extractors: readonly ExtractorName[];
  /** The path of a model file, for the extractors that it is made for: each thread reads it for itself, once. */
  readonly model?: string;
  /** Settings other than the default. */
  readonly settings?: SettingsName;
  /** Added to every score, by extractors that take it. */
  readonly bias?: number;
}

/** The scores of a page with the hash of what they were measured on, or why its set or its model is broken. */
export type ScoredPage =
  | { readonly scores: readonly PageScore[]; readonly hash: string }
  | { readonly broken: { readonly code: FailureCode; readonly message: string } };

/** Loads and scores pages; the file a worker thread runs. */
export function run({ inputs, shared }: Chunk<Label, ScoreTask>): ScoredPage[] {
  return inputs.map((label) => scoreLabel(label, shared));
}

function scoreLabel(label: Label, task: ScoreTask): ScoredPage {
  try {
    const extractors = chooseExtractors(task.extractors, task);
    const html = loadPage(label);
    return { scores: scorePage({ label, html }, extractors, task), hash: hashPage(label, html) };
  } catch (error) {
    const { code, message } = asNewsError(error);
    return { broken: { code, message } };
  }
}
