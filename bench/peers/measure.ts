import { createHash } from "node:crypto";
import { basename, resolve } from "node:path";
import {
  type DataPlaces,
  findSet,
  hashPage,
  type Label,
  type LabelledPage,
  loadPage,
  measureArticle,
  type PageScore,
  readLabels,
} from "../../src/eval/index.ts";
import { scorePage } from "../../src/eval/score-page.ts";
import { makeSeenBy } from "../../src/eval/seen.ts";
import type { Extractor } from "../../src/extractors/index.ts";
import { decodeCharset } from "../../src/html/decode-charset.ts";
import { detectCharset } from "../../src/html/detect-charset.ts";
import { decodeHtml } from "../../src/html/index.ts";
import { htmlText } from "./html-text.ts";
import { isChosen, type PageChoice } from "./page-choice.ts";
import type { ToolAnswer, ToolPage } from "./tool-process.ts";

/** A tool that is ready to be asked. */
export interface ReadyTool {
  readonly id: string;
  ask(page: ToolPage): Promise<ToolAnswer>;
}

/** The pages that were measured of one set. */
export interface MeasuredSet {
  readonly name: string;
  readonly pages: number;
  readonly hash: string;
  readonly scores: readonly PageScore[];
}

/** What is measured, and who hears how far it is. */
export interface Measuring {
  readonly places: DataPlaces;
  readonly tools: readonly ReadyTool[];
  /** Extractors of ours on the same pages; sites that one was trained on are left out for all. */
  readonly extractors: readonly Extractor[];
  onPage(done: number, total: number): void;
}

/** Asks every tool for every chosen page of a set and scores the answers. */
export async function measureSet(choice: PageChoice, measuring: Measuring): Promise<MeasuredSet> {
  const { tools, extractors, onPage } = measuring;
  const folder = await findSet(choice.set, measuring.places);
  const labels = await chooseLabels(folder, choice, extractors);
  const hash = createHash("sha256");
  const scores: PageScore[] = [];
  for (const [at, label] of labels.entries()) {
    const html = loadPage(label);
    hash.update(hashPage(label, html));
    scores.push(...scorePage({ label, html }, extractors, { titleHint: "none", nodes: false, texts: false }));
    const page = toolPage({ label, html });
    for (const { id, ask } of tools) scores.push(scoreAnswer(label, id, await ask(page)));
    onPage(at + 1, labels.length);
  }
  return { name: basename(resolve(folder)), pages: labels.length, hash: hash.digest("hex"), scores };
}

async function chooseLabels(
  folder: string,
  choice: PageChoice,
  extractors: readonly Extractor[],
): Promise<Label[]> {
  const seenBy = makeSeenBy(extractors);
  const labels: Label[] = [];
  let at = 0;
  for await (const label of readLabels(folder)) {
    if (isChosen(choice, label, at++) && seenBy(label).length === 0) labels.push(label);
  }
  return labels;
}

/** CleanEval's own element around each page, at which parsers that are no browser's stumble. */
const CORPUS_TAGS = /^\s*<text id="[^\n]*>[^\S\n]*\n|<\/text>\s*$/g;

/** The page as galley itself reads it: the right charset, no byte order mark. */
function toolPage({ label: { id, url, encoding }, html }: LabelledPage): ToolPage {
  const options = { encoding: encoding ?? undefined, detect: detectCharset, decode: decodeCharset };
  const text = typeof html === "string" ? html : decodeHtml(html, options).text;
  return { id, url, html: text.replace(/^\ufeff/, "").replace(CORPUS_TAGS, "") };
}

/** The scores of an answer; a failed page counts as one of which nothing was kept. */
export function scoreAnswer(label: Label, tool: string, answer: ToolAnswer): PageScore {
  const { id, set, site, url, language, pageType, era, truth } = label;
  const text = answer.text ?? (answer.html === undefined ? "" : htmlText(answer.html));
  const article = { text, title: answer.title ?? null, authors: [], published: null };
  // The tools are not asked for these.
  const { authors: _, publishedDay: __, ...metrics } = measureArticle(truth, article);
  return {
    page: { id, set, site, url, language, pageType, era },
    extractor: tool,
    metrics,
    splits: [],
    ...(answer.error !== undefined && { error: { code: "INTERNAL", message: answer.error } }),
  };
}
