import { createHash } from "node:crypto";
import { basename, resolve } from "node:path";
import { NewsError } from "../../src/errors/index.ts";
import { measureArticle, type PageScore } from "../../src/eval/index.ts";
import { decodeCharset } from "../../src/html/decode-charset.ts";
import { detectCharset } from "../../src/html/detect-charset.ts";
import { BLOCK_TAGS, DATA_TAGS, decodeHtml, NODE_KIND, parseHtml, TAG } from "../../src/html/index.ts";
import {
  type DataPlaces,
  findSet,
  hashPage,
  type Label,
  type LabelledPage,
  loadPage,
  readLabels,
  type SeenBy,
} from "../../src/sets/index.ts";
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
  /** Pages left out, as an extractor of ours was trained on their sites. */
  readonly seen: number;
  readonly scores: readonly PageScore[];
  readonly times: readonly PageTime[];
}

/** The cost of one page for a tool, where it was asked in this run. */
export interface PageTime {
  readonly tool: string;
  readonly cpuMs: number;
}

/** The inputs of a measurement, and a callback for its progress. */
export interface Measuring {
  readonly places: DataPlaces;
  readonly tools: readonly ReadyTool[];
  /** Which extractors of ours were trained on a page's site; such pages are left out for all tools. */
  readonly seenBy: SeenBy;
  onPage(done: number, total: number): void;
}

/** Enough for Node's compiler to know the hot code; all tools are asked the same pages. */
const WARM_UP_PAGES = 40;

/** Asks every tool for the first pages of a set, unscored and untimed. */
export async function warmUp(choice: PageChoice, measuring: Measuring): Promise<void> {
  const { labels } = await chooseLabels(await findSet(choice.set, measuring.places), choice, measuring);
  for (const label of labels.slice(0, WARM_UP_PAGES)) {
    const page = toolPage({ label, html: loadPage(label) });
    for (const { ask } of measuring.tools) await ask(page);
  }
}

/** Asks every tool in turn for every chosen page of a set, and scores the answers. */
export async function measureSet(choice: PageChoice, measuring: Measuring): Promise<MeasuredSet> {
  const folder = await findSet(choice.set, measuring.places);
  const { labels, seen } = await chooseLabels(folder, choice, measuring);
  const hash = createHash("sha256");
  const scores: PageScore[] = [];
  const times: PageTime[] = [];
  for (const [at, label] of labels.entries()) {
    const html = loadPage(label);
    hash.update(hashPage(label, html));
    const page = toolPage({ label, html });
    for (const { id, ask } of measuring.tools) {
      const answer = await ask(page);
      scores.push(scoreAnswer(label, id, answer));
      if (answer.cpuMs !== undefined) times.push({ tool: id, cpuMs: answer.cpuMs });
    }
    measuring.onPage(at + 1, labels.length);
  }
  const name = basename(resolve(folder));
  return { name, pages: labels.length, hash: hash.digest("hex"), seen, scores, times };
}

/** The labels of the chosen pages, without those of sites that an extractor of ours was trained on. */
export async function chooseLabels(
  folder: string,
  choice: PageChoice,
  { seenBy }: Pick<Measuring, "seenBy">,
): Promise<{ labels: Label[]; seen: number }> {
  const labels: Label[] = [];
  let seen = 0;
  let at = 0;
  for await (const label of readLabels(folder)) {
    if (!isChosen(choice, label, at++)) continue;
    if (seenBy(label).length === 0) labels.push(label);
    else seen++;
  }
  return { labels, seen };
}

/** CleanEval's own element around each page, which only browsers' parsers ignore. */
const CORPUS_TAGS = /^\s*<text id="[^\n]*>[^\S\n]*\n|<\/text>\s*$/g;

/** The page as galley itself reads it: the right charset, no byte order mark. */
export function toolPage({ label: { id, url, encoding }, html }: LabelledPage): ToolPage {
  const options = { encoding: encoding ?? undefined, detect: detectCharset, decode: decodeCharset };
  const text = typeof html === "string" ? html : decodeHtml(html, options).text;
  return { id, url, html: text.replace(/^\ufeff/, "").replace(CORPUS_TAGS, "") };
}

/** The scores of an answer; a failed page counts as an empty answer. */
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

/** Which pages of which set to measure. */
export interface PageChoice {
  /** The set's name or path. */
  readonly set: string;
  /** Only pages of this type. */
  readonly pageType: string | undefined;
  /** One in this many pages of the index. */
  readonly every: number;
}

/** Reads `SET[:TYPE][@N]`: the pages of a type among every Nth page of a set. */
export function readChoice(word: string): PageChoice {
  const [, set, pageType, every] = /^(.+?)(?::([a-z-]+))?(?:@([1-9]\d*))?$/i.exec(word) ?? [];
  if (set === undefined) throw new NewsError("BAD_OPTION", `Write a set as SET[:TYPE][@N], not "${word}".`);
  return { set, pageType, every: Number(every ?? 1) };
}

/** Whether a page is chosen, by its place in the index, its type and a body to measure against. */
export function isChosen({ pageType, every }: PageChoice, label: Label, at: number): boolean {
  return (
    at % every === 0 &&
    (pageType === undefined || label.pageType === pageType) &&
    label.truth.body !== null &&
    !label.truth.bodyIsPrefix
  );
}

/** The text of a tool's markup with a line for every block: `textContent` would glue the words at their edges. */
export function htmlText(html: string): string {
  const { size, kind, tag, text, textStart, textEnd, end } = parseHtml(`<body>${html}`);
  const openEnds: number[] = [];
  let lines = "";
  for (let at = 0; at < size; at++) {
    while (at >= (openEnds.at(-1) ?? size)) {
      openEnds.pop();
      lines += "\n";
    }
    const id = tag[at]!;
    if (kind[at] === NODE_KIND.text) lines += text.slice(textStart[at], textEnd[at]);
    else if (DATA_TAGS[id] === 1) at = end[at]! - 1;
    else if (id === TAG.br) lines += "\n";
    else if (BLOCK_TAGS[id] === 1) {
      lines += "\n";
      openEnds.push(end[at]!);
    }
  }
  return lines;
}
