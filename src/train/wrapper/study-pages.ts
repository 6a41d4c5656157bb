import {
  BodyBlocks,
  CONFIDENCE_FEATURES,
  judgeBody,
  makeWrapper,
  NOISE_FEATURE_NAMES,
  PAGE_FEATURES,
  pageRow,
  type VerdictTrees,
  type WrapperModel,
  wrapPage,
} from "../../extractors/index.ts";
import type { CalibratedTrees, TreeEnsemble } from "../../model/index.ts";
import type { Page } from "../../page/index.ts";
import { domainOf, type Label } from "../../sets/index.ts";
import { hashText } from "../../text/index.ts";
import type { BoostingOptions } from "../boosting/options.ts";
import { growTrees } from "../boosting/train-trees.ts";
import { logOddsOf, shrinkTo, trainCalibrated } from "../calibration.ts";
import { isCorrect, isMadeUp, pageTypeOf, readText } from "../fused/train-verdict.ts";
import { blockWeights, CONTENT_SHARE, labelBlocks } from "../label-blocks.ts";
import { openParsed, type ParsedPage, unlessUnreadable } from "../labelled-pages.ts";

import {
  type BlockEvidence,
  type DescribedBlocks,
  describeBlocks,
  growEvidence,
  labelEvidence,
  rowOfEvidence,
} from "./block-evidence.ts";

/** How pages are studied. */
interface StudyOptions {
  readonly seed: number;
  /** The parsed page of a label; undefined where it cannot be read. */
  readonly parse: (label: Label) => ParsedPage | undefined;
  /** Whether the classifiers were trained on a page. */
  readonly isTrainedOn: (label: Label) => boolean;
  readonly onPage: () => void;
}

/** The trained parts, and from which pages. */
export interface Studied {
  readonly beyond: BeyondBodies;
  readonly domains: readonly string[];
  /** The hashes of the pages that the classifiers were not trained on, by set. */
  readonly hashes: ReadonlyMap<string, readonly string[]>;
}

/** Runs the classifiers of a model over pages and trains what comes after them: noise and verdict; nothing from pages of few sites. */
export function studyPages(model: WrapperModel, labels: readonly Label[], options: StudyOptions): Studied {
  const studies: PageStudy[] = [];
  const domains = new Set<string>();
  const hashes = new Map<string, string[]>();
  const sites = new Set(labels.map((label) => domainOf(label)));
  if (sites.size < MIN_SITES) return { beyond: {}, domains: [], hashes };
  const drawn = new Map<string, number>();
  for (const label of labels) {
    options.onPage();
    const place = drawn.get(label.set) ?? 0;
    drawn.set(label.set, place + 1);
    const parsed = options.parse(label);
    if (parsed === undefined) continue;
    const domain = domainOf(label);
    const isTrainedOn = options.isTrainedOn(label);
    const site = domain ?? JSON.stringify([label.set, label.id]);
    const study = unlessUnreadable(() =>
      studyPage(parsed, label, model, { site, isTrainedOn, isForNoise: place < MAX_NOISE_PAGES }),
    );
    if (study === undefined) continue;
    studies.push(study);
    if (domain !== undefined) domains.add(domain);
    if (isTrainedOn) continue;
    const own = hashes.get(label.set) ?? [];
    own.push(parsed.hash);
    hashes.set(label.set, own);
  }
  return { beyond: learnBeyondBodies(studies, options.seed), domains: [...domains], hashes };
}

/** The blocks of the chosen body of a page, as training examples of noise. */
interface BlockStudy {
  readonly rows: readonly Float32Array[];
  readonly words: readonly number[];
  /** The share of each block's words that the truth has. */
  readonly shares: readonly number[];
  readonly weights: Float32Array;
  /** Words of the whole truth that the page has. */
  readonly truthWords: number;
}

/** The answers of the classifiers on a page. */
export interface PageStudy {
  readonly site: string;
  /** Whether the classifiers were trained on it: they are surer of such pages than of unseen ones. */
  readonly isTrainedOn: boolean;
  /** Whether noise is learned from it too. */
  readonly isForNoise: boolean;
  /** null where the label lacks a page type. */
  readonly isArticle: boolean | null;
  /** Absent where the truth is unknown, or not on the page. */
  readonly blocks?: BlockStudy;
  /** The answer with given trees for noise. */
  readonly answer: (noise: TreeEnsemble | undefined) => PageAnswer;
}

/** The features of a page with its answer, and whether that is the true article, whole and alone; null where it is not known. */
interface PageAnswer {
  readonly row: Float32Array;
  readonly isRight: boolean | null;
  /** What is known of all its blocks; absent where `isRight` is null. */
  readonly evidence?: BlockEvidence;
}

/** A page that shows less of its body is not learned from. */
const MIN_SHOWN = 0.5;

function studyPage(
  parsed: ParsedPage,
  label: Label,
  model: WrapperModel,
  origin: Pick<PageStudy, "site" | "isTrainedOn" | "isForNoise">,
): PageStudy {
  const page = openParsed(parsed, label);
  const wrapped = wrapPage(page, model);
  const pageType = pageTypeOf(label);
  const blocks =
    wrapped.body && studyBlocks(page, label, new BodyBlocks(wrapped.measured, wrapped.body.node));
  return {
    ...origin,
    isArticle: pageType === null ? null : pageType === "article",
    ...(blocks && { blocks }),
    answer: (noise) => {
      // Opened again: the views and layouts of hundreds of pages at once would take too much memory.
      const again = openParsed(parsed, label);
      const { row, text, describe } = answerPage(again, { ...model, ...(noise && { noise }) });
      const hasTruth = !isMadeUp(origin.site) && (pageType === null || pageType === "article");
      const isRight = hasTruth && text !== undefined ? isCorrect(label, text) : null;
      if (isRight === null || describe === undefined) return { row, isRight: null };
      return { row, isRight, evidence: labelEvidence(again, label, describe()) };
    },
  };
}

function answerPage(page: Page, model: WrapperModel) {
  const wrapper = makeWrapper(() => model);
  let row: Float32Array | undefined;
  let describe: (() => DescribedBlocks) | undefined;
  const text = readText(page, {
    ...wrapper,
    extract: (given, hints) => {
      const wrapped = wrapPage(given, model);
      const judged = judgeBody(wrapped, model.noise);
      row = pageRow(wrapped, judged);
      describe = () => describeBlocks(wrapped, judged);
      return wrapper.extract(given, hints);
    },
  });
  return { row: row ?? new Float32Array(PAGE_FEATURES.length).fill(Number.NaN), text, describe };
}

function studyBlocks(page: Page, { truth }: Label, inside: BodyBlocks): BlockStudy | undefined {
  const { body, bodyIsPrefix } = truth;
  if (body === null || body.trim() === "" || bodyIsPrefix) return undefined;
  const labels = labelBlocks(page, truth.body);
  if (labels.scope !== "visible" || labels.found < MIN_SHOWN) return undefined;
  const { blocks, words } = inside;
  return {
    rows: blocks.map((_, at) => inside.row(at)),
    words,
    shares: blocks.map((block) => labels.share[block]!),
    weights: blockWeights(labels, blocks),
    truthWords:
      labels.words.reduce((sum, count, block) => sum + count * labels.share[block]!, 0) / labels.found,
  };
}

/** Whether a block belongs to the article. */
function isText(share: number): boolean {
  return share > CONTENT_SHARE;
}

/** The share of the truth that a body holds. */
function foundShare({ words, shares, truthWords }: BlockStudy): number {
  return words.reduce((sum, count, at) => sum + count * shares[at]!, 0) / Math.max(1, truthWords);
}

/** What is trained after the classifiers: noise inside of bodies, and the verdict on a page. */
type BeyondBodies = Pick<WrapperModel, "noise" | "verdict">;

/** Cross-validation folds by site. */
const SITE_FOLDS = 4;
/** Pages of fewer sites have little in common but their templates. */
const MIN_SITES = 8;
/** Below this many pages of either kind, nothing learned transfers. */
const MIN_KIND_PAGES = 20;
/**
 * Pages of one set that noise is learned from. Three times as many of the largest set, which is English, cost Polish pages
 * .007 of F1 and French ones .023.
 */
const MAX_NOISE_PAGES = 500;
/** A body that holds less of the truth is the wrong one. */
const MIN_FOUND = 0.5;

/**
 * Pages of other sets differ more than pages of other sites in the same sets: their confidence is shrunk this far towards what
 * is usual. Chosen on sets that were not trained on.
 */
const SHRINKAGE = 0.5;

/** Small trees: some hundred pages with some dozen blocks each. */
const NOISE_BOOSTING: Partial<BoostingOptions> = { trees: 60, maxDepth: 5 };
const PAGE_BOOSTING: Partial<BoostingOptions> = {
  trees: 80,
  maxDepth: 3,
  learningRate: 0.08,
  minChildWeight: 3,
  lambda: 3,
};
const CONFIDENCE_BOOSTING: Partial<BoostingOptions> = {
  trees: 160,
  maxDepth: 3,
  learningRate: 0.06,
  columnShare: 0.3,
  minChildWeight: 3,
  lambda: 5,
};
/** Trains what there are enough pages for. */
export function learnBeyondBodies(pages: readonly PageStudy[], seed: number): BeyondBodies {
  const noise = learnNoise(pages, seed);
  const verdict = learnVerdict(pages, noise?.forFold, seed);
  return { ...(noise && { noise: noise.trees }), ...(verdict && { verdict }) };
}

interface LearnedNoise {
  readonly trees: TreeEnsemble;
  /** Trees that have not seen the sites of a fold. */
  readonly forFold: readonly TreeEnsemble[];
}

function learnNoise(pages: readonly PageStudy[], seed: number): LearnedNoise | undefined {
  const trainedOn = pages.filter(
    ({ isForNoise, blocks }) => isForNoise && blocks !== undefined && foundShare(blocks) >= MIN_FOUND,
  );
  const grow = (chosen: readonly PageStudy[]) =>
    growNoise(
      chosen.flatMap(({ blocks }) => blocks ?? []),
      seed,
    );
  const others = (fold: number) => trainedOn.filter(({ site }) => foldOf(site, seed) !== fold);
  const folds = Array.from({ length: SITE_FOLDS }, (_, fold) => others(fold));
  if (trainedOn.length < MIN_KIND_PAGES || folds.some(({ length }) => length === 0)) return undefined;
  return { trees: grow(trainedOn), forFold: folds.map(grow) };
}

function growNoise(studies: readonly BlockStudy[], seed: number): TreeEnsemble {
  const rows = studies.flatMap(({ rows, shares, weights }) =>
    rows.map((row, at) => ({ row, label: Number(isText(shares[at]!)), weight: weights[at]! })),
  );
  return growTrees(NOISE_FEATURE_NAMES, rows, { ...NOISE_BOOSTING, seed });
}

/** Confidence is calibrated on held-out pages only. */
function learnVerdict(
  pages: readonly PageStudy[],
  noiseFor: readonly TreeEnsemble[] | undefined,
  seed: number,
): WrapperModel["verdict"] {
  const fresh = pages.filter(({ isTrainedOn }) => !isTrainedOn);
  const answers = fresh.map(({ site, isArticle, answer }) => ({
    site,
    isArticle,
    ...answer(noiseFor?.[foldOf(site, seed)]),
  }));
  const typed = answers.flatMap(({ site, row, isArticle }) =>
    isArticle === null ? [] : [{ site, row, isTrue: isArticle }],
  );
  const confidence = learnConfidence(answers, seed);
  if (!hasBoth(typed) || confidence === undefined) return undefined;
  return {
    isArticle: learnQuestion(typed, { names: PAGE_FEATURES, boosting: PAGE_BOOSTING, seed }),
    ...confidence,
  };
}

type SiteAnswer = PageAnswer & Pick<PageStudy, "site">;

/** Trees over all blocks; then confidence, from what trees that have not seen a page's site say of the answer on it. */
function learnConfidence(
  answers: readonly SiteAnswer[],
  seed: number,
): Omit<VerdictTrees, "isArticle"> | undefined {
  const judged = answers.flatMap(({ site, isRight, evidence }) =>
    isRight === null || evidence === undefined ? [] : [{ site, isTrue: isRight, evidence }],
  );
  const others = (fold: number) => judged.filter(({ site }) => foldOf(site, seed) !== fold);
  const folds = Array.from({ length: SITE_FOLDS }, (_, fold) => others(fold));
  if (!hasBoth(judged) || folds.some(({ length }) => length === 0)) return undefined;
  const grow = (chosen: typeof judged) =>
    growEvidence(
      chosen.map(({ evidence }) => evidence),
      seed,
    );
  const forFold = folds.map(grow);
  const rows = judged.map(({ site, isTrue, evidence }) => ({
    site,
    isTrue,
    row: rowOfEvidence(evidence, forFold[foldOf(site, seed)]!),
  }));
  const learned = learnQuestion(rows, { names: CONFIDENCE_FEATURES, boosting: CONFIDENCE_BOOSTING, seed });
  const usual = logOddsOf(rows.filter(({ isTrue }) => isTrue).length, rows.length);
  const confidence = { trees: learned.trees, ...shrinkTo(usual, learned, SHRINKAGE) };
  return { blocks: grow(judged), confidence };
}

interface Answered {
  readonly site: string;
  readonly row: Float32Array;
  readonly isTrue: boolean;
}

function hasBoth(answered: readonly Pick<Answered, "isTrue">[]): boolean {
  const isTrue = answered.filter((one) => one.isTrue).length;
  return Math.min(isTrue, answered.length - isTrue) >= MIN_KIND_PAGES;
}

interface Question {
  /** Of the columns. */
  readonly names: readonly string[];
  readonly boosting: Partial<BoostingOptions>;
  readonly seed: number;
}

function learnQuestion(answered: readonly Answered[], { names, boosting, seed }: Question): CalibratedTrees {
  const rowOf = ({ row, isTrue }: Answered) => ({ row, label: Number(isTrue), weight: 1 });
  return trainCalibrated(answered, {
    foldOf: ({ site }) => foldOf(site, seed),
    grow: (chosen) => growTrees(names, chosen.map(rowOf), { ...boosting, seed }),
    rowOf,
  });
}

/** Pages of one site are never on both sides of a measurement. */
function foldOf(site: string, seed: number): number {
  return (hashText(`wrapper ${seed} ${site}`) >>> 0) % SITE_FOLDS;
}

/** Labels in a seeded random order, independent of their number and place. */
export function inDrawnOrder(labels: readonly Label[], seed: string): readonly Label[] {
  const place = new Map(labels.map((label) => [label, hashText(`${seed} ${label.id}`)]));
  return labels.toSorted((a, b) => place.get(a)! - place.get(b)!);
}
