import { NOISE_FEATURE_NAMES, PAGE_FEATURES, type WrapperModel } from "../../extractors/index.ts";
import type { CalibratedTrees, TreeEnsemble } from "../../model/index.ts";
import { hashText } from "../../text/index.ts";
import { BOOSTING_DEFAULTS, type BoostingOptions } from "../boosting/options.ts";
import { trainTrees } from "../boosting/train-trees.ts";
import { drawTo, fitLine, logOddsOf } from "../verdict/calibrate.ts";
import { type BlockStudy, foundShare, isText, type PageStudy } from "./page-study.ts";

/** What is learned once the machines are: of blocks inside of bodies, and of pages as a whole. */
export type BeyondBodies = Pick<WrapperModel, "noise" | "verdict">;

/** Parts of the sites: what is said of one is checked by what was learned from the others. */
const FOLDS = 4;
/** What pages of fewer sites share is their template. */
export const MIN_SITES = 8;
/** Fewer pages of either kind teach nothing that holds elsewhere. */
const MIN_PAGES = 20;
/** A body that holds less of the truth is the wrong one. */
const MIN_FOUND = 0.5;

/**
 * Pages of other sets are stranger than pages of other sites in the same sets: their confidence is drawn so far to what is
 * usual. Chosen on sets that were not trained on.
 */
const STRANGENESS = 0.5;

/** Small trees: some hundred pages with some dozen blocks each. */
const NOISE_BOOSTING: Partial<BoostingOptions> = { trees: 60, maxDepth: 5 };
const PAGE_BOOSTING: Partial<BoostingOptions> = {
  ...{ trees: 80, maxDepth: 3, learningRate: 0.08, minChildWeight: 3, lambda: 3 },
};

/** Learns what enough pages teach. */
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
  const taught = pages.filter(({ blocks }) => blocks !== undefined && foundShare(blocks) >= MIN_FOUND);
  const grow = (chosen: readonly PageStudy[]) =>
    growNoise(
      chosen.flatMap(({ blocks }) => blocks ?? []),
      seed,
    );
  const others = (fold: number) => taught.filter(({ site }) => foldOf(site, seed) !== fold);
  const folds = Array.from({ length: FOLDS }, (_, fold) => others(fold));
  if (taught.length < MIN_PAGES || folds.some(({ length }) => length === 0)) return undefined;
  return { trees: grow(taught), forFold: folds.map(grow) };
}

function growNoise(studies: readonly BlockStudy[], seed: number): TreeEnsemble {
  const rows = studies.flatMap((study) => study.rows);
  const labels = Float32Array.from(
    studies.flatMap(({ shares }) => shares.map((share) => Number(isText(share)))),
  );
  const weights = Float32Array.from(studies.flatMap((study) => [...study.weights]));
  return growTrees({ names: NOISE_FEATURE_NAMES, rows, labels, weights }, NOISE_BOOSTING, seed);
}

/** Only pages that the machines have not seen tell how sure they are of others. */
function learnVerdict(
  pages: readonly PageStudy[],
  noiseFor: readonly TreeEnsemble[] | undefined,
  seed: number,
): WrapperModel["verdict"] {
  const fresh = pages.filter(({ isTaught }) => !isTaught);
  const typed = fresh.flatMap(({ site, row, isArticle }) =>
    isArticle === null ? [] : [{ site, row, isTrue: isArticle }],
  );
  const told = fresh.flatMap(({ site, row, isAnswerRight }) => {
    const isTrue = isAnswerRight(noiseFor?.[foldOf(site, seed)]);
    return isTrue === null ? [] : [{ site, row, isTrue }];
  });
  if (!hasBoth(typed) || !hasBoth(told)) return undefined;
  const confidence = learnQuestion(told, seed);
  const usual = logOddsOf(told.filter(({ isTrue }) => isTrue).length, told.length);
  return {
    isArticle: learnQuestion(typed, seed),
    confidence: { trees: confidence.trees, ...drawTo(usual, confidence, STRANGENESS) },
  };
}

interface Answered {
  readonly site: string;
  readonly row: Float32Array;
  readonly isTrue: boolean;
}

function hasBoth(answered: readonly Answered[]): boolean {
  const isTrue = answered.filter((one) => one.isTrue).length;
  return Math.min(isTrue, answered.length - isTrue) >= MIN_PAGES;
}

/** Trees over all pages, with the line that straightens what trees of other sites said of each. */
function learnQuestion(answered: readonly Answered[], seed: number): CalibratedTrees {
  const grow = (chosen: readonly Answered[]) =>
    growTrees(
      {
        names: PAGE_FEATURES,
        rows: chosen.map(({ row }) => row),
        labels: Float32Array.from(chosen, ({ isTrue }) => Number(isTrue)),
        weights: new Float32Array(chosen.length).fill(1),
      },
      PAGE_BOOSTING,
      seed,
    );
  const outcomes = [...Map.groupBy(answered, ({ site }) => foldOf(site, seed))].flatMap(([fold, held]) => {
    const others = answered.filter(({ site }) => foldOf(site, seed) !== fold);
    if (others.length === 0) return [];
    const trees = grow(others);
    return held.map(({ row, isTrue }) => ({
      logOdds: trees.scoreRow(row, 0),
      label: Number(isTrue),
      weight: 1,
    }));
  });
  return { trees: grow(answered), ...fitLine(outcomes) };
}

interface Rows {
  readonly names: readonly string[];
  readonly rows: readonly Float32Array[];
  readonly labels: Float32Array;
  readonly weights: Float32Array;
}

function growTrees(
  { names, rows, labels, weights }: Rows,
  boosting: Partial<BoostingOptions>,
  seed: number,
): TreeEnsemble {
  const values = new Float32Array(rows.length * names.length);
  for (const [at, row] of rows.entries()) values.set(row, at * names.length);
  return trainTrees({ names, values, labels, weights }, { ...BOOSTING_DEFAULTS, ...boosting, seed }).trees;
}

/** Pages of one site are never on both sides of a measurement. */
function foldOf(site: string, seed: number): number {
  return (hashText(`wrapper ${seed} ${site}`) >>> 0) % FOLDS;
}
