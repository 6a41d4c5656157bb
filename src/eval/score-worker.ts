import { chooseExtractors } from "../archive/index.ts";
import type { Chunk } from "../batch/index.ts";
import { asNewsError } from "../errors/index.ts";
import { hashPage, type Label, loadPage } from "../sets/index.ts";
import type { ScoredPage, ScoreTask } from "./evaluate.ts";
import { scorePage } from "./score-page.ts";

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
