import { isPageType, type PageType } from "../../article/index.ts";
import { extract } from "../../default-extract.ts";
import {
  type AnswerParts,
  answerPage,
  BARE_VERDICT_FEATURES,
  type BareVerdict,
  type Extractor,
  VERDICT_FEATURE_NAMES,
  VERDICT_TYPES,
  type VerdictModel,
  verdictRow,
} from "../../extractors/index.ts";
import type { CalibratedTrees } from "../../model/index.ts";
import type { Page } from "../../page/index.ts";
import { econClass, type Label, wordOverlap } from "../../sets/index.ts";
import { hashText, words } from "../../text/index.ts";
import { parseHttpUrl } from "../../url/index.ts";
import type { BoostingOptions } from "../boosting/options.ts";
import { growTrees, type TrainingRow } from "../boosting/train-trees.ts";
import { logOddsOf, shrinkTo, trainCalibrated } from "../calibration.ts";
import { unlessUnreadable } from "../labelled-pages.ts";
import { WCXB_SECTIONS } from "./sections.data.ts";

interface TrainVerdictOptions {
  readonly seed: number;
  /** Cross-validation folds by site, for calibration. */
  readonly folds: number;
  readonly onStep?: ((step: string) => void) | undefined;
}

/** Small trees: there are some thousand pages at most. Chosen by cross-validation over sites. */
const ARTICLE_BOOSTING: Partial<BoostingOptions> = {
  trees: 300,
  maxDepth: 3,
  learningRate: 0.05,
  minChildWeight: 3,
  columnShare: 0.15,
  lambda: 3,
};
const OTHER_TYPE_BOOSTING: Partial<BoostingOptions> = {
  trees: 120,
  maxDepth: 3,
  learningRate: 0.08,
  minChildWeight: 3,
  columnShare: 0.3,
  lambda: 3,
};
const CONFIDENCE_BOOSTING: Partial<BoostingOptions> = {
  trees: 100,
  maxDepth: 3,
  learningRate: 0.06,
  minChildWeight: 5,
  columnShare: 0.3,
  lambda: 5,
};
/**
 * Pages of other sets differ more than pages of other sites in the same sets, and their features are less telling: their
 * confidence is shrunk this far towards what is usual for articles. Chosen on the sets that were not trained on.
 */
const SHRINKAGE = 0.25;
/**
 * Every page is also learned without its address: of the training sets, nearly all pages without one are
 * articles, and a page that is read from a file is not.
 */
const NO_ADDRESS_WEIGHT = 0.2;

const VERDICT_DEFAULTS: TrainVerdictOptions = { seed: 1, folds: 5 };

/** How pages are described, and how trees are grown from that. */
interface LearnSettings extends TrainVerdictOptions {
  readonly names: readonly string[];
}

/** Learns kinds of pages, and how likely an answer is right, from pages scored by models that have not seen their site. */
export function trainVerdict(
  pages: Iterable<VerdictExample>,
  options: Partial<TrainVerdictOptions> = {},
): VerdictModel {
  const settings = { ...VERDICT_DEFAULTS, ...options, names: VERDICT_FEATURE_NAMES };
  const examples = [...pages];
  const typed = examples.filter(isTyped);
  const types = VERDICT_TYPES.map((type) => {
    settings.onStep?.(`training the classifier for pages of type ${type}`);
    const boosting = type === "article" ? ARTICLE_BOOSTING : OTHER_TYPE_BOOSTING;
    return [type, learn(typed, (example) => example.pageType === type, boosting, settings)] as const;
  });
  settings.onStep?.("training the confidence model");
  const confidence = learnConfidence(examples, settings);
  return { types: Object.fromEntries(types) as Record<PageType, CalibratedTrees>, confidence };
}

/** Learns whether a page is an article, and how likely its answer is right, from rows of `BARE_VERDICT_FEATURES`. */
export function trainBareVerdict(
  examples: readonly VerdictExample[],
  options: Partial<TrainVerdictOptions> = {},
): BareVerdict {
  const settings = { ...VERDICT_DEFAULTS, ...options, names: BARE_VERDICT_FEATURES };
  const isArticle = ({ pageType }: VerdictExample) => pageType === "article";
  return {
    article: learn(examples.filter(isTyped), isArticle, ARTICLE_BOOSTING, settings),
    confidence: learnConfidence(examples, settings),
  };
}

function isTyped({ pageType }: VerdictExample): boolean {
  return pageType !== null;
}

function learnConfidence(examples: readonly VerdictExample[], settings: LearnSettings): CalibratedTrees {
  const judged = examples.filter(({ isCorrect }) => isCorrect !== null);
  const isRight = ({ isCorrect }: VerdictExample) => isCorrect === true;
  const learned = learn(judged, isRight, CONFIDENCE_BOOSTING, settings);
  const articles = judged.filter(({ pageType }) => pageType === null || pageType === "article");
  const usual = logOddsOf(articles.filter(isRight).length, articles.length);
  return { trees: learned.trees, ...shrinkTo(usual, learned, SHRINKAGE) };
}

type Question = (example: VerdictExample) => boolean;

/** Trees over all examples, with the calibration line fitted to held-out sites. */
function learn(
  examples: readonly VerdictExample[],
  question: Question,
  boosting: Partial<BoostingOptions>,
  { seed, folds, names }: LearnSettings,
): CalibratedTrees {
  const address = names.flatMap((name, at) => (name.startsWith("address") ? [at] : []));
  return trainCalibrated(examples, {
    foldOf: ({ site }) => (hashText(`verdict ${seed} ${site}`) >>> 0) % folds,
    grow: (chosen) => {
      const rows = chosen.flatMap((example) => [
        trainingRow(example, question),
        withoutAddress(trainingRow(example, question), address),
      ]);
      return growTrees(names, rows, { ...boosting, seed });
    },
    rowOf: (example) => trainingRow(example, question),
  });
}

function trainingRow(example: VerdictExample, question: Question): TrainingRow {
  return { row: example.row, weight: example.weight, label: Number(question(example)) };
}

function withoutAddress({ row, weight, label }: TrainingRow, address: readonly number[]): TrainingRow {
  const bare = row.slice();
  for (const column of address) bare[column] = Number.NaN;
  return { row: bare, weight: weight * NO_ADDRESS_WEIGHT, label };
}

/** A training example of the verdict. */
export interface VerdictExample {
  /** The features of the page, of blocks scored by trees that have not seen the page's site. */
  readonly row: Float32Array;
  /** Pages of one site are never on both sides of a measurement. */
  readonly site: string;
  /** null where it is not known. */
  readonly pageType: PageType | null;
  /** Whether precision and recall were at least .95; null on made-up pages and where the body is unknown. */
  readonly isCorrect: boolean | null;
  /** How much the page counts. */
  readonly weight: number;
}

/** Runs the extractor over a labelled page as any user would; nothing where the page has no article. */
export function readVerdictExample(
  page: Page,
  label: Label,
  { parts, site }: { readonly parts: AnswerParts; readonly site: string },
): VerdictExample | undefined {
  const pageType = pageTypeOf(label);
  const isArticle = pageType === null || pageType === "article";
  let row: Float32Array | undefined;
  const text = readText(page, {
    id: "fused",
    needs: [],
    extract: (given, hints) => {
      const { extraction, tally } = answerPage(given, hints, parts, isArticle);
      row = verdictRow(given.revealed, tally);
      return extraction;
    },
  });
  if (row === undefined || text === undefined) return undefined;
  return verdictExample(label, { row, text, site });
}

/** A labelled page as an example, from its row and the text that an extractor gave for it. */
export function verdictExample(
  label: Label,
  { row, text, site }: { readonly row: Float32Array; readonly text: string; readonly site: string },
): VerdictExample {
  return {
    row,
    site,
    pageType: pageTypeOf(label),
    isCorrect: isMadeUp(site) ? null : isCorrect(label, text),
    weight: isMadeUp(site) ? MADE_UP_WEIGHT : 1,
  };
}

/** How much a made-up page counts beside a real one. */
export const MADE_UP_WEIGHT = 0.3;

/** Page types that some sets distinguish and the verdict does not. */
const SAME_TYPE: ReadonlyMap<string, PageType> = new Map([
  ["live", "article"],
  ["gallery", "article"],
]);
const WCXB = "wcxb-dev";

/** The kind of page that a label names; a listing at the root of a host is a front page. */
export function pageTypeOf({
  set,
  id,
  pageType,
  url,
}: Pick<Label, "set" | "id" | "pageType" | "url">): PageType | null {
  if (pageType === null) return null;
  if (set === WCXB && WCXB_SECTIONS.has(id)) return "section";
  if (pageType === "listing" && url !== null && parseHttpUrl(url)?.pathname === "/") return "home";
  return isPageType(pageType) ? pageType : (SAME_TYPE.get(pageType) ?? null);
}

/**
 * Sites under this suffix are made up: they are alike, there are many pages of them, and nearly all answers to them are right,
 * which tells nothing about real pages.
 */
const MADE_UP = ".example";

/** Whether a site was made up for tests and training. */
export function isMadeUp(site: string): boolean {
  return site.endsWith(MADE_UP);
}

/** The text that an extractor gives users for a page; undefined where it gives none. */
export function readText(page: Page, extractor: Extractor): string | undefined {
  return unlessUnreadable(() => extract({ page }, { extractor }).text);
}

/** Whether a text is the whole article of a page and nothing else; null where the label has no whole body. */
export function isCorrect({ truth: { body, bodyIsPrefix } }: Label, text: string): boolean | null {
  // A page without an article has no right answer.
  if (body === null || bodyIsPrefix || body.trim() === "") return null;
  const { precision, recall } = wordOverlap(words(body), words(text));
  return econClass(precision, recall) === "correctly";
}
