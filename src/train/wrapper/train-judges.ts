import { createRequire } from "node:module";
import {
  type Judges,
  type Manner,
  roundRow,
  SupportVectorMachine,
  type WrapperModel,
} from "../../extractors/index.ts";
import { fitSigmoid } from "../calibration.ts";
import type { Candidates, WrapperExample } from "./examples.ts";

/** A page with its training examples in each manner of reading. */
export interface TrainingPage {
  /** Pages of one site are never on both sides of a cross-validation, where there are several sites. */
  readonly site: string;
  readonly examples: Readonly<Partial<Record<Manner, WrapperExample>>>;
}

/** The result of training the judges of one manner. */
export interface MannerReport {
  readonly manner: Manner;
  /** Absent for judges that were trained on from a model. */
  readonly body?: Omit<TrainedJudge, "classifier">;
  readonly title?: Omit<TrainedJudge, "classifier">;
}

/** Judges by manner, with their reports. */
interface LearnedJudges {
  readonly judges: Pick<WrapperModel, "soft" | "strict">;
  readonly manners: readonly MannerReport[];
}

/** The inputs of training. */
interface LearnOptions {
  readonly random: () => number;
  readonly from?: WrapperModel;
}

/** Cross-validation needs two folds. */
const MIN_PAGES = 2;
const FOLDS = 4;

/** Trains the judges of every manner with enough pages; undefined if not even the soft one has. */
export function learnJudges(
  pages: readonly TrainingPage[],
  { random, from }: LearnOptions,
): LearnedJudges | undefined {
  const folds = drawFolds(pages, random);
  const learn = (manner: Manner) => {
    const old = from?.[manner];
    return old ? relearn(pages, manner, old, random) : learnAnew(pages, manner, folds, random);
  };
  const soft = learn("soft");
  if (soft === undefined) return undefined;
  const strict = learn("strict");
  return {
    judges: { soft: soft.judges, ...(strict && { strict: strict.judges }) },
    manners: [soft.report, ...(strict ? [strict.report] : [])],
  };
}

interface Learned {
  readonly judges: Judges;
  readonly report: MannerReport;
}

function learnAnew(
  pages: readonly TrainingPage[],
  manner: Manner,
  folds: readonly number[],
  random: () => number,
): Learned | undefined {
  const body = learnPart(pages, manner, "body", folds, random);
  const title = learnPart(pages, manner, "title", folds, random);
  if (body === undefined || title === undefined) return undefined;
  const { classifier: bodyClassifier, ...bodyReport } = body;
  const { classifier: titleClassifier, ...titleReport } = title;
  return {
    judges: { body: bodyClassifier, title: titleClassifier },
    report: { manner, body: bodyReport, title: titleReport },
  };
}

function learnPart(
  pages: readonly TrainingPage[],
  manner: Manner,
  part: "body" | "title",
  folds: readonly number[],
  random: () => number,
): TrainedJudge | undefined {
  const usable = candidatesOf(pages, manner, part);
  if (usable.length < MIN_PAGES) return undefined;
  return trainJudge(
    usable.map(({ candidates }) => candidates),
    sidesOf(
      usable.map(({ at }) => at),
      folds,
    ),
    random,
  );
}

/** The fold of each usable page; page by page where there are few pages or all are in one fold, since folds would leave a side empty. */
function sidesOf(places: readonly number[], folds: readonly number[]): readonly number[] {
  if (places.length < 2 * FOLDS) return places.map((_, at) => at);
  const drawn = places.map((place) => folds[place]!);
  return new Set(drawn).size > 1 ? drawn : places.map((_, at) => at % FOLDS);
}

function relearn(pages: readonly TrainingPage[], manner: Manner, old: Judges, random: () => number): Learned {
  const again = (part: "body" | "title") => {
    const usable = candidatesOf(pages, manner, part).map(({ candidates }) => candidates);
    return usable.length === 0 ? old[part] : retrainJudge(old[part], usable, random);
  };
  return { judges: { body: again("body"), title: again("title") }, report: { manner } };
}

/** The candidates that pages have for one judge, with the page's place. */
function candidatesOf(
  pages: readonly TrainingPage[],
  manner: Manner,
  part: "body" | "title",
): readonly { readonly at: number; readonly candidates: Candidates }[] {
  return pages.flatMap(({ examples }, at) => {
    const candidates = examples[manner]?.[part];
    // Nothing can be learned from a page with one candidate.
    return candidates === undefined || !candidates.isRight.includes(0) ? [] : [{ at, candidates }];
  });
}

/** A fold for every page: by site where there are enough sites, else page by page. */
function drawFolds(pages: readonly TrainingPage[], random: () => number): readonly number[] {
  const sites = [...new Set(pages.map(({ site }) => site))];
  if (sites.length < FOLDS) return pages.map((_, at) => at % FOLDS);
  const drawn = sites.map((site) => ({ site, place: random() })).sort((a, b) => a.place - b.place);
  const foldOf = new Map(drawn.map(({ site }, at) => [site, at % FOLDS]));
  return pages.map(({ site }) => foldOf.get(site)!);
}

/** A page's candidates, as classifiers measure them, and those that are learned from. */
interface JudgeExample {
  readonly candidates: Candidates;
  readonly rows: readonly Float64Array[];
  readonly chosen: Set<number>;
  readonly fold: number;
}

/** A classifier and how often its likeliest candidate was right on pages that it was not trained on. */
interface TrainedJudge {
  readonly classifier: SupportVectorMachine;
  readonly pages: number;
  /** Share of pages, by cross-validation. */
  readonly accuracy: number;
}

/** The grid that settings are searched on, the smoothest first. */
const GRID: readonly SvmSettings[] = [0.1, 0.3].flatMap((gamma) => [1, 10].map((cost) => ({ cost, gamma })));
/**
 * Smoother settings are taken while they are wrong on at most this share of the pages more than the best: training pages
 * of one site all look alike, and what separates them best does not transfer to other sites.
 */
const TOLERANCE = 0.05;
const FIRST: SvmSettings = { cost: 10, gamma: 0.1 };
/** Hard negatives: wrong candidates of a page that a first classifier scores highest. */
const HARDEST = 5;

/** Trains one judge: candidates are chosen, settings searched by cross-validation over folds of pages, the best ones used on all. */
export function trainJudge(
  pages: readonly Candidates[],
  folds: readonly number[],
  random: () => number,
): TrainedJudge {
  const examples = pages.map((candidates, at) => chooseExample(candidates, folds[at]!, random));
  addHardest(examples, trainOn(examples, FIRST));
  const trials = GRID.map((grid) => ({ grid, ...crossValidate(examples, grid) }));
  const enough = Math.max(...trials.map(({ right }) => right)) - TOLERANCE * pages.length;
  const trial = trials.find(({ right }) => right >= enough)!;
  const classifier = trainOn(examples, trial.grid);
  const sigmoid = fitSigmoid(trial.decisions, trial.labels);
  return {
    classifier: new SupportVectorMachine({ ...classifier.parts, ...sigmoid }),
    pages: pages.length,
    accuracy: trial.right / pages.length,
  };
}

/**
 * Trains a judge again with more pages: the old one's support vectors represent the pages that it was made from, and its
 * sigmoid stays. Takes the smoothest of its own and sharper settings that is right on most of the new pages.
 */
export function retrainJudge(
  { parts }: SupportVectorMachine,
  pages: readonly Candidates[],
  random: () => number,
): SupportVectorMachine {
  const { cost, gamma, slope, offset } = parts;
  const examples = pages.map((candidates) => chooseExample(candidates, 0, random));
  const old: SvmRows = {
    rows: parts.vectors,
    labels: [...parts.coefficients].map((weight) => (weight > 0 ? 1 : -1)),
  };
  addHardest(examples, trainOn(examples, { cost, gamma }, old));
  const sharper = GRID.filter(
    (grid) => grid.gamma >= gamma && grid.cost >= cost && (grid.gamma > gamma || grid.cost > cost),
  );
  const grids = [{ cost, gamma }, ...sharper];
  const trials = grids.map((grid) => {
    const classifier = trainOn(examples, grid, old);
    return { classifier, right: examples.filter((example) => isRightOn(classifier, example)).length };
  });
  const most = Math.max(...trials.map(({ right }) => right));
  const { classifier } = trials.find(({ right }) => right === most)!;
  return new SupportVectorMachine({ ...classifier.parts, slope, offset });
}

function chooseExample(candidates: Candidates, fold: number, random: () => number): JudgeExample {
  const chosen = new Set(chooseRows(candidates, random));
  return { candidates, rows: candidates.rows.map(roundRow), chosen, fold };
}

/** Whether the likeliest candidate of a classifier is right. */
function isRightOn(classifier: SupportVectorMachine, { candidates, rows }: JudgeExample): boolean {
  const decisions = rows.map((row) => classifier.decide(row));
  let best = 0;
  for (const [at, decision] of decisions.entries()) if (decision > decisions[best]!) best = at;
  return candidates.isRight[best] === 1;
}

/** How settings did on pages that they were not trained on. */
interface Trial {
  /** Pages whose likeliest candidate was right. */
  readonly right: number;
  readonly decisions: readonly number[];
  readonly labels: readonly (1 | -1)[];
}

function crossValidate(examples: readonly JudgeExample[], grid: SvmSettings): Trial {
  const decisions: number[] = [];
  const labels: (1 | -1)[] = [];
  let right = 0;
  for (const fold of new Set(examples.map((example) => example.fold))) {
    const others = examples.filter((example) => example.fold !== fold);
    const classifier = trainOn(others, grid);
    for (const example of examples.filter((one) => one.fold === fold)) {
      if (isRightOn(classifier, example)) right++;
      for (const at of example.chosen) {
        decisions.push(classifier.decide(example.rows[at]!));
        labels.push(at === example.candidates.truth ? 1 : -1);
      }
    }
  }
  return { right, decisions, labels };
}

function trainOn(
  examples: readonly JudgeExample[],
  grid: SvmSettings,
  old: SvmRows = { rows: [], labels: [] },
): SupportVectorMachine {
  const rows = [...old.rows];
  const labels = [...old.labels];
  for (const { candidates, rows: all, chosen } of examples) {
    for (const at of chosen) {
      rows.push(all[at]!);
      labels.push(at === candidates.truth ? 1 : -1);
    }
  }
  return trainSvm({ rows, labels }, grid);
}

/** Adds the wrong candidates that a classifier scores highest to what is learned from. */
function addHardest(examples: readonly JudgeExample[], classifier: SupportVectorMachine): void {
  for (const { candidates, rows, chosen } of examples) {
    const wrong = rows
      .map((row, at) => ({
        at,
        decision: candidates.isRight[at] === 1 ? Number.NEGATIVE_INFINITY : classifier.decide(row),
      }))
      .sort((a, b) => b.decision - a.decision)
      .slice(0, HARDEST);
    for (const { at, decision } of wrong) if (Number.isFinite(decision)) chosen.add(at);
  }
}

/** Wrong candidates of one page that are learned from, so that no page outweighs another. */
export const NEGATIVES_PER_PAGE = 30;
/** This many of them are nearest to the truth: nodes around it or inside it are the hardest to distinguish. */
const NEAREST = 12;

/** The places of the candidates that are learned from: the truth, the nearest to it in the tree, and some at random. */
export function chooseRows({ truth, isRight }: Candidates, random: () => number): readonly number[] {
  const wrong = [...isRight.keys()].filter((at) => isRight[at] === 0);
  // Candidates are in document order: neighbours in the list are parents, children and siblings.
  const byDistance = wrong.toSorted((a, b) => Math.abs(a - truth) - Math.abs(b - truth));
  const rest = byDistance.slice(NEAREST);
  for (let at = rest.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [rest[at], rest[other]] = [rest[other]!, rest[at]!];
  }
  return [truth, ...byDistance.slice(0, NEAREST), ...rest.slice(0, NEGATIVES_PER_PAGE - NEAREST)];
}

/** Training rows, as `roundRow` makes them, with their classes. */
export interface SvmRows {
  readonly rows: readonly Float64Array[];
  /** 1 for a row of the wanted class, -1 for others. */
  readonly labels: readonly (1 | -1)[];
}

/** How a classifier is trained. */
interface SvmSettings {
  readonly cost: number;
  readonly gamma: number;
}

/** The interface of libsvm-js, which has no types of its own. */
interface Trainer {
  train(samples: readonly (readonly number[])[], labels: readonly number[]): void;
  getSVIndices(): readonly number[];
  serializeModel(): string;
  free(): void;
}
type TrainerClass = new (options: Readonly<Record<string, unknown>>) => Trainer;

/** Platt's sigmoid of a classifier before its fit: any that rises with the decision. */
const RISING = { slope: -1, offset: 0 };

/**
 * Trains a classifier by libsvm, compiled to JavaScript: its WebAssembly takes a third of the time but writes to standard
 * error as it loads. Loaded on first use, as only training needs it. Without libsvm's own probabilities, which draw random
 * numbers that cannot be seeded.
 */
export function trainSvm(training: SvmRows, settings: SvmSettings): SupportVectorMachine {
  const require = createRequire(import.meta.url);
  const Svm: TrainerClass = require("libsvm-js/asm.js");
  const { cost, gamma } = settings;
  // Types 0 and 2: classes with a cost, a radial kernel.
  const trainer = new Svm({ type: "0", kernel: "2", cost, gamma, quiet: true });
  try {
    trainer.train(
      training.rows.map((row) => [...row]),
      training.labels,
    );
    const { rho, coefficients, sign } = readModel(trainer.serializeModel());
    const vectors = trainer.getSVIndices().map((at) => training.rows[at]!);
    return new SupportVectorMachine({
      gamma,
      cost,
      vectors,
      ...RISING,
      width: training.rows[0]?.length ?? 0,
      rho: rho * sign,
      coefficients: coefficients.map((weight) => weight * sign),
    });
  } finally {
    // Its memory is not garbage-collected.
    trainer.free();
  }
}

/** The part of libsvm's model text that its library does not give; vectors are taken from the rows, as the text rounds them. */
function readModel(text: string): {
  readonly rho: number;
  readonly coefficients: Float64Array;
  readonly sign: 1 | -1;
} {
  const [head = "", body = ""] = text.split(/^SV$/m);
  // Decisions are for the class of the first row.
  const [, first] = /^label (-?1) /m.exec(head) ?? [];
  const [, rho] = /^rho (\S+)/m.exec(head) ?? [];
  const weights = body
    .trim()
    .split("\n")
    .map((line) => Number.parseFloat(line));
  return { rho: Number(rho), coefficients: Float64Array.from(weights), sign: first === "-1" ? -1 : 1 };
}
