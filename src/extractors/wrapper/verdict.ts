import { type CalibratedTrees, chanceOf, type TreeEnsemble } from "../../model/index.ts";
import { KEEP_SCORE, type Verdict } from "../../page/index.ts";
import { BODY_FEATURES, bodyRow, isStated, TITLE_FEATURES, titleRow } from "./candidates.ts";
import {
  answeredBlocks,
  blockChances,
  confidenceRow,
  eachEvidenceBatch,
  type JudgedLeaves,
  type WrappedPage,
} from "./evidence.ts";
import type { MeasuredPage } from "./measured-page.ts";
import type { BlockChance } from "./noise.ts";

/** Classifiers of whole pages. */
export interface VerdictTrees {
  /** From what the body and title classifiers chose and how sure they are: `PAGE_FEATURES`. */
  readonly isArticle: CalibratedTrees;
  /** The chance of every block of the page to be article text, whatever was chosen: `BLOCK_EVIDENCE`. */
  readonly blocks: TreeEnsemble;
  /** From how far the answer agrees with those: `CONFIDENCE_FEATURES`. */
  readonly confidence: CalibratedTrees;
}

/** Significant decimals of a probability. */
const DECIMALS = 3;
/** Probability from which on a page is called an article. */
const ARTICLE = 0.5;

/** Whether a page is an article, and how likely its body was found whole and alone. Deviation: the paper assumes that every page is one. */
export function pageVerdict(wrapped: WrappedPage, judged: JudgedLeaves, judges: VerdictTrees): Verdict {
  const isArticle = round(chanceOf(judges.isArticle, pageRow(wrapped, judged)));
  const answered = answeredBlocks(wrapped, judged);
  const { blocks } = answered;
  const chances = new Float64Array(blocks.length);
  eachEvidenceBatch({ wrapped, judged, blocks }, (values, count, first) =>
    chances.set(blockChances(judges.blocks, values, count), first),
  );
  const evidence = confidenceRow(answered, chances);
  return {
    isArticle,
    ...(isArticle >= ARTICLE && { pageType: "article" }),
    confidence: round(chanceOf(judges.confidence, evidence)),
  };
}

function round(chance: number): number {
  return Number(chance.toFixed(DECIMALS));
}

/** Features of the whole page, besides those of the chosen subtrees. */
const WHOLE_PAGE = [
  "isStrict",
  "body probability",
  "body candidates",
  "likely bodies",
  "title probability",
  "words",
  "linkShare",
  "body words",
  "body wordShare",
  "body linkShare",
  "body meanInk",
  "formatting",
  "formattedShare",
  "heightInScreens",
  "isTitleStated",
  "kept words",
  "kept wordShare",
  "doubtful wordShare",
  "largest doubt",
  "edge doubt",
] as const;

/** Feature names in column order. */
export const PAGE_FEATURES: readonly string[] = [
  ...WHOLE_PAGE,
  ...BODY_FEATURES.map((name) => `body ${name}`),
  ...TITLE_FEATURES.map((name) => `title ${name}`),
];

/** A candidate counts as likely from half the probability of the best one. */
const LIKELY = 0.5;

/** The features of a page and the answer on it, in the order of `PAGE_FEATURES`; NaN where there is no body or title. */
export function pageRow({ measured, body, title, chances }: WrappedPage, judged: JudgedLeaves): Float32Array {
  const absent = (names: readonly string[]) => names.map(() => Number.NaN);
  const whole = {
    ...wholePageFeatures({ measured, body, title, chances }),
    isTitleStated: title ? Number(isStated(measured, title.node)) : Number.NaN,
    ...answerFeatures(measured, judged),
  };
  return Float32Array.of(
    ...WHOLE_PAGE.map((name) => whole[name]),
    ...(body ? bodyRow(measured, body.node) : absent(BODY_FEATURES)),
    ...(body && title ? titleRow(measured, title.node, body.node) : absent(TITLE_FEATURES)),
  );
}

function wholePageFeatures({
  measured,
  body,
  title,
  chances,
}: WrappedPage): Readonly<Record<Exclude<(typeof WHOLE_PAGE)[number], AnswerFeature>, number>> {
  const { formatting, layout } = measured;
  const words = measured.wordsIn(0);
  const best = body?.probability ?? Number.NaN;
  const ofBody = (count: (node: number) => number) => (body ? count(body.node) : Number.NaN);
  const bodyWords = ofBody((node) => measured.wordsIn(node));
  return {
    isStrict: Number(measured.manner === "strict"),
    "body probability": best,
    "body candidates": chances.length,
    "likely bodies": chances.reduce((sum, chance) => sum + Number(chance >= LIKELY * best), 0),
    "title probability": title?.probability ?? Number.NaN,
    words,
    linkShare: measured.linkWordsIn(0) / Math.max(1, words),
    "body words": bodyWords,
    "body wordShare": bodyWords / Math.max(1, words),
    "body linkShare": ofBody((node) => measured.linkWordsIn(node)) / Math.max(1, bodyWords),
    "body meanInk": ofBody((node) => formatting.ink[node]! / Math.max(1, formatting.count[node]!)),
    formatting: formatting.allCount,
    formattedShare: formatting.allInk / Math.max(1, measured.inkIn(0)),
    heightInScreens: pageHeight(measured) / layout.screen.height,
  };
}

type AnswerFeature = keyof ReturnType<typeof answerFeatures> | "isTitleStated";

/** How sure the trees of noise are of the blocks. */
function answerFeatures(measured: MeasuredPage, { scores, blocks }: JudgedLeaves) {
  const { leaves } = measured.page;
  let kept = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++)
    if (scores[leaf]! >= KEEP_SCORE) kept += measured.wordsIn(leaves.node[leaf]!);
  const all = blocks.reduce((sum, { words }) => sum + words, 0);
  const doubts = blocks.map(
    ({ words, chance }) => (words * Math.min(chance, 1 - chance)) / Math.max(1, kept),
  );
  const edges = [blocks.find(isText), blocks.findLast(isText)].map((block) => block?.chance ?? Number.NaN);
  return {
    "kept words": kept,
    "kept wordShare": kept / Math.max(1, all),
    "doubtful wordShare": doubts.reduce((sum, doubt) => sum + doubt, 0),
    "largest doubt": doubts.reduce((most, doubt) => Math.max(most, doubt), 0),
    "edge doubt": 1 - Math.min(...edges),
  };
}

function isText({ chance }: BlockChance): boolean {
  return chance >= KEEP_SCORE;
}

/** The lowest edge of all boxes. */
function pageHeight({ layout }: MeasuredPage): number {
  return layout.top.reduce((lowest, top, node) => Math.max(lowest, top + layout.height[node]!), 0);
}
