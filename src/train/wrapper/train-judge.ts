import { holdRow, SupportVectorMachine } from "../../model/index.ts";
import { type SvmRows, type SvmSettings, trainSvm } from "../svm/libsvm.ts";
import { fitSigmoid } from "../svm/platt.ts";
import { chooseRows } from "./choose-rows.ts";
import type { Candidates } from "./lesson.ts";

/** A page's candidates, as machines measure them, and those that are learned from. */
interface Lesson {
  readonly candidates: Candidates;
  readonly rows: readonly Float64Array[];
  readonly chosen: Set<number>;
  readonly fold: number;
}

/** A machine and how often its likeliest candidate was right on pages that it was not trained on. */
export interface TrainedJudge {
  readonly machine: SupportVectorMachine;
  readonly pages: number;
  /** Share of pages, by cross-validation. */
  readonly accuracy: number;
}

/** The grid that settings are searched on, the smoothest first. */
const GRID: readonly SvmSettings[] = [0.1, 0.3].flatMap((gamma) => [1, 10].map((cost) => ({ cost, gamma })));
/**
 * Smoother settings are taken while they are wrong on at most this share of the pages more than the best: training pages
 * of one site all look alike, and what tells them apart best knows nothing of other sites.
 */
const TOLERANCE = 0.05;
/** Settings that the hard candidates are looked for with. */
const FIRST: SvmSettings = { cost: 10, gamma: 0.1 };
/** Wrong candidates that a first machine likes best are learned from too, so many a page. */
const HARDEST = 5;

/** Trains one judge: candidates are chosen, settings searched by cross-validation over folds of pages, the best ones used on all. */
export function trainJudge(
  pages: readonly Candidates[],
  folds: readonly number[],
  random: () => number,
): TrainedJudge {
  const lessons = pages.map((candidates, at) => makeLesson(candidates, folds[at]!, random));
  addHardest(lessons, trainOn(lessons, FIRST));
  const trials = GRID.map((grid) => ({ grid, ...crossValidate(lessons, grid) }));
  const enough = Math.max(...trials.map(({ right }) => right)) - TOLERANCE * pages.length;
  const trial = trials.find(({ right }) => right >= enough)!;
  const machine = trainOn(lessons, trial.grid);
  const sigmoid = fitSigmoid(trial.decisions, trial.labels);
  return {
    machine: new SupportVectorMachine({ ...machine.parts, ...sigmoid }),
    pages: pages.length,
    accuracy: trial.right / pages.length,
  };
}

/**
 * Trains a judge again with more pages: the old one's support vectors stand for the pages that it was made from, and its
 * sigmoid stays. Of its own settings and sharper ones the smoothest that most of the new pages come out right with.
 */
export function retrainJudge(
  { parts }: SupportVectorMachine,
  pages: readonly Candidates[],
  random: () => number,
): SupportVectorMachine {
  const { cost, gamma, slope, offset } = parts;
  const lessons = pages.map((candidates) => makeLesson(candidates, 0, random));
  const old: SvmRows = {
    rows: parts.vectors,
    labels: [...parts.coefficients].map((weight) => (weight > 0 ? 1 : -1)),
  };
  addHardest(lessons, trainOn(lessons, { cost, gamma }, old));
  const sharper = GRID.filter(
    (grid) => grid.gamma >= gamma && grid.cost >= cost && (grid.gamma > gamma || grid.cost > cost),
  );
  const grids = [{ cost, gamma }, ...sharper];
  const trials = grids.map((grid) => {
    const machine = trainOn(lessons, grid, old);
    return { machine, right: lessons.filter((lesson) => isRightOn(machine, lesson)).length };
  });
  const most = Math.max(...trials.map(({ right }) => right));
  const { machine } = trials.find(({ right }) => right === most)!;
  return new SupportVectorMachine({ ...machine.parts, slope, offset });
}

function makeLesson(candidates: Candidates, fold: number, random: () => number): Lesson {
  const chosen = new Set(chooseRows(candidates, random));
  return { candidates, rows: candidates.rows.map(holdRow), chosen, fold };
}

/** Whether the candidate that a machine likes best is right. */
function isRightOn(machine: SupportVectorMachine, { candidates, rows }: Lesson): boolean {
  const decisions = rows.map((row) => machine.decide(row));
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

function crossValidate(lessons: readonly Lesson[], grid: SvmSettings): Trial {
  const decisions: number[] = [];
  const labels: (1 | -1)[] = [];
  let right = 0;
  for (const fold of new Set(lessons.map((lesson) => lesson.fold))) {
    const others = lessons.filter((lesson) => lesson.fold !== fold);
    const machine = trainOn(others, grid);
    for (const lesson of lessons.filter((one) => one.fold === fold)) {
      if (isRightOn(machine, lesson)) right++;
      for (const at of lesson.chosen) {
        decisions.push(machine.decide(lesson.rows[at]!));
        labels.push(at === lesson.candidates.truth ? 1 : -1);
      }
    }
  }
  return { right, decisions, labels };
}

function trainOn(
  lessons: readonly Lesson[],
  grid: SvmSettings,
  old: SvmRows = { rows: [], labels: [] },
): SupportVectorMachine {
  const rows = [...old.rows];
  const labels = [...old.labels];
  for (const { candidates, rows: all, chosen } of lessons) {
    for (const at of chosen) {
      rows.push(all[at]!);
      labels.push(at === candidates.truth ? 1 : -1);
    }
  }
  return trainSvm({ rows, labels }, grid);
}

/** Adds the wrong candidates that a machine likes best to what is learned from. */
function addHardest(lessons: readonly Lesson[], machine: SupportVectorMachine): void {
  for (const { candidates, rows, chosen } of lessons) {
    const wrong = rows
      .map((row, at) => ({
        at,
        decision: candidates.isRight[at] === 1 ? Number.NEGATIVE_INFINITY : machine.decide(row),
      }))
      .sort((a, b) => b.decision - a.decision)
      .slice(0, HARDEST);
    for (const { at, decision } of wrong) if (Number.isFinite(decision)) chosen.add(at);
  }
}
