import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { basename, dirname, resolve } from "node:path";
import { chooseExtractors } from "../archive/index.ts";
import { mapOrdered, mapWaiting, workerUrl } from "../batch/index.ts";
import type { BrowserPool } from "../browser/index.ts";
import { asNewsError, type FailureCode, NewsError } from "../errors/index.ts";
import type { Extractor, ExtractorName, SettingsName } from "../extractors/index.ts";
import {
  hashPage,
  hasTruth,
  type Label,
  loadPage,
  makeSeenBy,
  readLabels,
  type SeenBy,
  SeenCount,
  type SeenSummary,
} from "../sets/index.ts";
import type { PageScore, ScoreOptions } from "./page-score.ts";
import type { Row } from "./rows.ts";
import { scoreFailure, scorePage } from "./score-page.ts";

/** The settings that all pages of a run are measured with. */
export interface ScoreTask extends ScoreOptions {
  /** If empty, the model's own method or the default one. */
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

/** What to measure on which pages. */
export interface EvaluateOptions extends ScoreTask {
  readonly sets: readonly string[];
  /** Which of the pages with truth to take; all by default. */
  readonly choose?: (label: Label) => boolean;
  /** Whether to measure pages of sites that an extractor was trained on too; their scores are marked `isSeen`. */
  readonly includeSeen?: boolean;
  /** Whether to measure pages as a browser shows them. */
  readonly render?: boolean;
  /** At most this many pages of each set, the first ones. */
  readonly limit?: number;
  /** Threads, or pages of the browser; one for each core by default, 0 stays in this one. */
  readonly workers?: number;
  readonly onProgress?: (done: number, total: number) => void;
  /** Called with every score, its label and its text, in order. */
  readonly onScore?: (score: PageScore, label: Label) => void;
}

/** One set of an evaluation. */
export interface SetSummary {
  readonly name: string;
  readonly folder: string;
  readonly pages: number;
  /** Pages left out because their label has no truth. */
  readonly withoutTruth: number;
  /** Pages of sites that an extractor was trained on, where there are any. */
  readonly seen?: SeenSummary;
  /** Pages on which an extractor failed. */
  readonly failed: number;
  /** SHA-256 over the ids, addresses, charsets, truths and bytes of the measured pages, in order. */
  readonly hash: string;
}

/** The scores of extractors on sets. */
export interface Evaluation {
  readonly sets: readonly SetSummary[];
  readonly scores: readonly PageScore[];
}

interface Tally {
  readonly name: string;
  readonly folder: string;
  readonly hash: ReturnType<typeof createHash>;
  readonly seen: SeenCount;
  pages: number;
  withoutTruth: number;
  failed: number;
}

/**
 * Measures extractors on labelled sets, in worker threads, all on the same pages: those of sites that none of them was
 * trained on.
 */
export async function evaluate(options: EvaluateOptions): Promise<Evaluation> {
  const extractors = chooseExtractors(options.extractors, options);
  const seenBy = makeSeenBy(extractors);
  const tallies = new Map<string, Tally>();
  const labels: Label[] = [];
  for (const folder of options.sets) {
    // No spread: a call with a hundred thousand arguments overflows the stack.
    for (const label of await chooseLabels(folder, { options, tallies, seenBy })) labels.push(label);
  }
  const scores: PageScore[] = [];
  let done = 0;
  for await (const scored of scoreAll(labels, options)) {
    const label = labels[done++]!;
    const tally = tallies.get(label.set)!;
    const { scores: own, hash } = settle(scored, label, extractors);
    const seen = seenBy(label);
    tally.hash.update(hash);
    tally.failed += Number(own.some((score) => score.error !== undefined));
    for (const one of own) {
      const score: PageScore = seen.includes(one.extractor) ? { ...one, isSeen: true } : one;
      options.onScore?.(score, label);
      const { kept: _, ...bare } = score;
      scores.push(bare);
    }
    options.onProgress?.(done, labels.length);
  }
  return { sets: [...tallies.values()].map((tally) => summarise(tally, options)), scores };
}

function summarise(
  { seen: count, hash, ...tally }: Tally,
  { includeSeen = false }: EvaluateOptions,
): SetSummary {
  const seen = count.finish(includeSeen);
  return { ...tally, ...(seen && { seen }), hash: hash.digest("hex") };
}

interface Choosing {
  readonly options: EvaluateOptions;
  readonly tallies: Map<string, Tally>;
  readonly seenBy: SeenBy;
}

async function chooseLabels(folder: string, { options, tallies, seenBy }: Choosing): Promise<Label[]> {
  const name = basename(resolve(folder));
  if (tallies.has(name))
    throw new NewsError("BAD_OPTION", `Two sets are called ${name}; measure them apart.`);
  const [hash, seen] = [createHash("sha256"), new SeenCount()];
  const tally = { name, folder, hash, seen, pages: 0, withoutTruth: 0, failed: 0 };
  const chosen: Label[] = [];
  for await (const label of readLabels(folder)) {
    if (!hasTruth(label)) tally.withoutTruth++;
    else if (options.choose?.(label) ?? true) {
      const ids = seenBy(label);
      seen.add(ids);
      if (ids.length === 0 || options.includeSeen) chosen.push(label);
    }
    if (chosen.length >= (options.limit ?? Number.POSITIVE_INFINITY)) break;
  }
  tally.pages = chosen.length;
  tallies.set(name, tally);
  return chosen;
}

type Outcome = ScoredPage | { readonly died: NewsError };

function scoreAll(labels: readonly Label[], options: EvaluateOptions): AsyncIterable<Outcome> {
  const { extractors, model, settings, bias, titleHint, include, nodes, texts, losses, workers } = options;
  const shared: ScoreTask = {
    extractors,
    titleHint,
    nodes,
    texts,
    ...(losses && { losses }),
    ...(include && { include }),
    ...(model !== undefined && { model }),
    ...(settings !== undefined && { settings }),
    ...(bias !== undefined && { bias }),
  };
  if (options.render) return scoreRendered(labels, shared, workers);
  return mapOrdered<Label, Outcome>(labels, {
    worker: workerUrl(import.meta.url, "score-worker"),
    shared,
    ...(workers !== undefined && { workers }),
    onFailure: (_, died) => ({ died }),
  });
}

/** A page's scores in any case: a page that killed its worker counts as an empty answer. */
function settle(
  outcome: Outcome,
  label: Label,
  extractors: readonly Extractor[],
): { readonly scores: readonly PageScore[]; readonly hash: string } {
  if ("scores" in outcome) return outcome;
  if ("broken" in outcome) throw new NewsError(outcome.broken.code, outcome.broken.message);
  return {
    scores: scoreFailure(label, extractors, outcome.died),
    hash: hashPage(label, loadPage(label)),
  };
}

/**
 * Loads, renders and scores pages, in order. Their scripts do not run, so that the labelled page is measured, whose
 * tree is the parser's node by node.
 */
async function* scoreRendered(
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
  const extractors = chooseExtractors(task.extractors, task);
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

/** The provenance of figures: enough to reproduce them. */
export interface Provenance {
  readonly command: string;
  /** ISO 8601. */
  readonly date: string;
  readonly version: string;
}

/** Everything of an evaluation as JSON: provenance, the sets with their hashes, the rows, every page. */
export function formatResults(
  provenance: Provenance,
  { sets, scores }: Evaluation,
  rows: readonly Row[],
): string {
  return `${JSON.stringify({ ...provenance, sets, rows, pages: scores }, null, 1)}\n`;
}
