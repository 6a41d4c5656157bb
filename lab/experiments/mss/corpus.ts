import { createHash } from "node:crypto";
import type { Article } from "../../../src/article/index.ts";
import { extract, parsePage } from "../../../src/default-extract.ts";
import type { SetSummary } from "../../../src/eval/index.ts";
import {
  EXTRACTORS,
  type Extractor,
  type MssModel,
  type MssOptions,
  makeForms,
  makeMss,
  PAPER_OPTIONS,
  type Span,
  TOKEN,
  type Tokens,
  tokenise,
} from "../../../src/extractors/index.ts";
import { type Extraction, KEEP_SCORE, type Page } from "../../../src/page/index.ts";
import {
  type DataPlaces,
  domainOf,
  findSet,
  hashPage,
  type Label,
  type LabelledPage,
  readSet,
} from "../../../src/sets/index.ts";
import { hashText } from "../../../src/text/index.ts";
import { alignTruth, MssCounter } from "../../../src/train/index.ts";
import { type ExtractionScore, labelExtractions, scoreExtraction } from "./extractions.ts";

/** Old sets: trained on by cross-validation over domains; no model of them is shipped. */
export const RESEARCH_SETS = ["l3s-gn1-a", "big9", "daniel-en-zh-pl", "cleanportaleval", "czech-sites"];

/** A labelled page as the experiments of MSS read it. */
export interface Example extends LabelledPage {
  /** Pages of one domain are all trained on or all measured on. */
  readonly domain: string;
  readonly page: Page;
  /** Its tokens, every tag under its own name. */
  readonly tokens: Tokens;
  /** What the paper accepts as the article: the main text alone first. */
  readonly extractions: readonly [Span, ...Span[]];
}

const FORMS = makeForms();

/** The pages of sets whose labelled body is found on them. */
async function* readExamples(
  places: DataPlaces,
  sets: readonly string[],
  isWanted: (label: Label) => boolean = () => true,
): AsyncGenerator<Example> {
  for (const set of sets) {
    for await (const labelled of readSet(await findSet(set, places))) {
      if (!isWanted(labelled.label)) continue;
      const example = readExample(labelled);
      if (example !== undefined) yield example;
    }
  }
}

/** The pages and their hash, set by set, for a reader who wants to reproduce the figures. */
export function describeSets(examples: readonly Example[]): Pick<SetSummary, "name" | "pages" | "hash">[] {
  const sets = Map.groupBy(examples, ({ label }) => label.set);
  return [...sets].map(([name, pages]) => {
    const hash = createHash("sha256");
    for (const { label, html } of pages) hash.update(hashPage(label, html));
    return { name, pages: pages.length, hash: hash.digest("hex") };
  });
}

/** The same as a list. */
export async function listExamples(
  places: DataPlaces,
  sets: readonly string[],
  isWanted?: (label: Label) => boolean,
): Promise<Example[]> {
  const examples: Example[] = [];
  for await (const example of readExamples(places, sets, isWanted)) examples.push(example);
  return examples;
}

function readExample({ label, html }: LabelledPage): Example | undefined {
  const { body, bodyIsPrefix, title, authors } = label.truth;
  if (body === null || bodyIsPrefix) return undefined;
  const page = parsePage(html, label);
  const tokens = tokenise(page, FORMS);
  const main = alignTruth(page, tokens, body);
  if (main === undefined) return undefined;
  const [, ...longer] = labelExtractions(page.document, tokens, main, { title, authors });
  return { label, html, domain: domainOf(label) ?? label.id, page, tokens, extractions: [main, ...longer] };
}

const FOLDS = 5;

/** A model for every domain that has not seen the domain. */
export type ModelFor = (domain: string) => MssModel;

/**
 * Trains a model for each fifth of the domains on the other four, without pruning, as these models stay here. Labels go
 * from the first word to the last, with the marks that touch them or, to show their effect, without.
 */
export async function crossValidate(
  places: DataPlaces,
  sets: readonly string[],
  labels: "with marks" | "words alone" = "with marks",
): Promise<ModelFor> {
  const counters = Array.from({ length: FOLDS }, () => new MssCounter());
  for await (const { domain, page, tokens, extractions } of readExamples(places, sets)) {
    const own = foldOf(domain);
    const span = labels === "with marks" ? extractions[0] : trimMarks(tokens, extractions[0]);
    counters.forEach((counter, fold) => {
      if (fold !== own) counter.add({ document: page.document, tokens, span }, { site: domain });
    });
  }
  const training = { command: "cross-validation", seed: 1, sets: [], domains: [] };
  const models = counters.map((counter) =>
    counter.finish({ minSites: 1, maxFeatures: Number.POSITIVE_INFINITY, training }),
  );
  return (domain) => models[foldOf(domain)]!;
}

/** A span from its first word to its last. */
function trimMarks({ kind }: Tokens, { first, last }: Span): Span {
  let from = first;
  let to = last;
  while (from < to && kind[from] !== TOKEN.word) from++;
  while (to > from && kind[to] !== TOKEN.word) to--;
  return { first: from, last: to };
}

/** A model of all pages but those of some domains: what is measured on must not be learned from. */
export async function trainApart(
  places: DataPlaces,
  sets: readonly string[],
  leftOut: ReadonlySet<string>,
): Promise<MssModel> {
  const counter = new MssCounter();
  for await (const { domain, page, tokens, extractions } of readExamples(places, sets)) {
    if (leftOut.has(domain)) continue;
    counter.add({ document: page.document, tokens, span: extractions[0] }, { site: domain });
  }
  const training = { command: "experiments", seed: 1, sets: [], domains: [] };
  return counter.finish({ minSites: 1, maxFeatures: Number.POSITIVE_INFINITY, training });
}

function foldOf(domain: string): number {
  return (hashText(domain) >>> 0) % FOLDS;
}

/** A method as it reads pages of a domain that its model has not seen. */
export interface Method {
  readonly name: string;
  extractorFor(domain: string): Extractor;
}

/** The two baselines (6.2.1 and 6.2.2). */
export const BASELINES: readonly Method[] = [
  { name: "longest cell", extractorFor: () => EXTRACTORS["longest-cell"] },
  { name: "simple MSS", extractorFor: () => EXTRACTORS["mss-simple"] },
];

/** The paper's CleanEval variant (7.7). */
export const CLEANEVAL_OPTIONS: Partial<MssOptions> = { ...PAPER_OPTIONS, lookUp: "unigram", bias: 0.14 };

/** Supervised MSS with the given options. */
export function supervised(name: string, modelFor: ModelFor, options: Partial<MssOptions>): Method {
  const made = new Map<MssModel, Extractor>();
  return {
    name,
    extractorFor(domain) {
      const model = modelFor(domain);
      const extractor = made.get(model) ?? makeMss(name, () => model, options);
      made.set(model, extractor);
      return extractor;
    },
  };
}

/** The paper's settings, the effect of each change to them, and other settings. */
export function optionMethods(modelFor: ModelFor): readonly Method[] {
  const backOff = { ...PAPER_OPTIONS, backOff: true, unclosedTag: false };
  const variants: Readonly<Record<string, Partial<MssOptions>>> = {
    "as the paper": PAPER_OPTIONS,
    "as the paper, clamp 1e-6": { ...PAPER_OPTIONS, clamp: 1e-6 },
    "back-off, unclosed tag": { ...backOff, unclosedTag: true },
    "back-off": backOff,
    "back-off, tags 2.5: the default": {},
    "default, unclosed tag": { unclosedTag: true },
    "default, prior": { prior: true },
    "default, tags 1.5": { tagWeight: 1.5 },
    "default, tags 4": { tagWeight: 4 },
    "default, cleaned": { clean: true },
    "default, edges at words": { edges: "words" },
    "default, edges at tokens": { edges: "tokens" },
  };
  return Object.entries(variants).map(([name, options]) => supervised(name, modelFor, options));
}

/** The tokens from the first kept word to the last; of a method that keeps one block these are its block. */
export function keptSpan(
  { document, leaves }: Page,
  tokens: Tokens,
  extraction: Extraction,
): Span | undefined {
  const kept = new Map<number, readonly [from: number, to: number]>();
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (extraction.scores[leaf]! < KEEP_SCORE) continue;
    const node = leaves.node[leaf]!;
    kept.set(node, [document.textStart[node]!, document.textEnd[node]!]);
  }
  for (const { leaf, from, to } of extraction.cuts ?? []) {
    const node = leaves.node[leaf]!;
    const start = document.textStart[node]!;
    kept.set(node, [start + from, start + to]);
  }
  let first = -1;
  let last = -1;
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kind[at]! < TOKEN.word) continue;
    const range = kept.get(tokens.node[at]!);
    if (range === undefined || tokens.start[at]! < range[0] || tokens.end[at]! > range[1]) continue;
    if (first < 0) first = at;
    last = at;
  }
  return first < 0 ? undefined : { first, last };
}

/** The whole article of a page, as users get it. */
export function articleOf({ label, html }: Example, extractor: Extractor): Article {
  const { url, encoding } = label;
  return extract(html, { extractor, url: url ?? undefined, encoding: encoding ?? undefined });
}

/** The scores of one method on one page, over the words of its block, as the paper counts them. */
export interface BlockScore {
  readonly method: string;
  readonly set: string;
  readonly site: string;
  /** Against the main text alone. */
  readonly short: ExtractionScore;
  /** Against the extraction that suits the method best. */
  readonly best: ExtractionScore;
}

/** Measures one method on one page. */
export function scoreBlock(method: string, extractor: Extractor, example: Example): BlockScore {
  const { label, page, tokens, extractions } = example;
  const block = keptSpan(page, tokens, extractor.extract(page, {}));
  return {
    method,
    set: label.set,
    site: label.site ?? label.id,
    ...scoreExtraction(tokens, block, extractions),
  };
}

/** The means of precision, recall and F1, as the paper prints them. */
export function meanCells(scores: readonly ExtractionScore[]): string[] {
  return (["precision", "recall", "f1"] as const).map((name) => {
    const sum = scores.reduce((total, score) => total + score[name], 0);
    return `${((100 * sum) / scores.length).toFixed(1)} %`;
  });
}
