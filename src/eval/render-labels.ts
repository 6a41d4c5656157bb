import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { chooseExtractors } from "../archive/index.ts";
import { mapWaiting } from "../batch/index.ts";
import type { BrowserPool } from "../browser/index.ts";
import { asNewsError } from "../errors/index.ts";
import { hashPage, type Label, loadPage } from "../sets/index.ts";
import { scoreFailure, scorePage } from "./score-page.ts";
import type { ScoredPage, ScoreTask } from "./score-worker.ts";

/**
 * Loads, renders and scores pages, in order. Their scripts do not run: what is measured is the page that was labelled, whose
 * tree is the parser's node by node.
 */
export async function* scoreRendered(
  labels: readonly Label[],
  task: ScoreTask,
  workers = availableParallelism(),
): AsyncGenerator<ScoredPage, void, undefined> {
  // Loaded here: pages that are not rendered need none of it.
  const { MAX_PAGES, openBrowser } = await import("../browser/index.ts");
  const pages = Math.max(1, Math.min(workers, MAX_PAGES));
  const browser = await openBrowser({ pages, scripts: false });
  try {
    yield* mapWaiting(labels, 2 * pages, (label) => scoreLabel(label, task, browser));
  } finally {
    await browser.close();
  }
}

async function scoreLabel(label: Label, task: ScoreTask, browser: BrowserPool): Promise<ScoredPage> {
  const extractors = chooseExtractors(task.extractors, task.model);
  const html = loadPage(label);
  const hash = hashPage(label, html);
  const url = label.url ?? undefined;
  const encoding = label.encoding ?? undefined;
  const folder = "path" in label.source ? dirname(label.source.path) : undefined;
  try {
    const rendered = await browser.render({ html, url, encoding, folder });
    return { scores: scorePage({ label, html, rendered }, extractors, task), hash };
  } catch (error) {
    return { scores: scoreFailure(label, extractors, asNewsError(error)), hash };
  }
}
