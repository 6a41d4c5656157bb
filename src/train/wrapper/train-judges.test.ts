import { describe, expect, test } from "vitest";
import { seededRandom } from "../../text/index.ts";
import { fitSigmoid } from "../calibration.ts";
import type { Candidates } from "./examples.ts";
import {
  chooseRows,
  learnJudges,
  NEGATIVES_PER_PAGE,
  retrainJudge,
  type SvmRows,
  type TrainingPage,
  trainJudge,
  trainSvm,
} from "./train-judges.ts";

describe("judges", () => {
  /** Three candidates, of which the one with the high feature is right. */
  const candidates = (width: number): Candidates => ({
    nodes: [],
    rows: [0.1, 0.9, 0.2].map((value) => new Float64Array(width).fill(value)),
    truth: 1,
    isRight: Uint8Array.of(0, 1, 0),
  });

  function pageOf(site: string, hasTitle: boolean): TrainingPage {
    const title = hasTitle ? candidates(10) : undefined;
    return { site, examples: { soft: { body: candidates(6), title, failed: [] } } };
  }

  const learn = (pages: readonly TrainingPage[]) => learnJudges(pages, { random: seededRandom(1) });

  test("are learned where only pages of one site of many have a title", () => {
    const pages = Array.from({ length: 24 }, (_, at) => pageOf(`s${at % 6}.example`, at % 6 === 0)).concat(
      Array.from({ length: 6 }, () => pageOf("s0.example", true)),
    );
    const [soft] = learn(pages)?.manners ?? [];
    expect(soft?.title).toEqual({ pages: 10, accuracy: 1 });
    expect(soft?.body).toEqual({ pages: 30, accuracy: 1 });
  });

  test("are not learned from one page, nor where no page has a title", () => {
    expect(learn([pageOf("a.example", true)])).toBeUndefined();
    expect(learn([pageOf("a.example", false), pageOf("b.example", false)])).toBeUndefined();
  });
});

describe("a judge", () => {
  /** Pages of ten candidates with three features, of which the truth's first is high and the second is noise. */
  function pages(count: number, seed: number, truthFirst: number): Candidates[] {
    const random = seededRandom(seed);
    return Array.from({ length: count }, () => {
      const truth = Math.floor(random() * 10);
      const rows = Array.from({ length: 10 }, (_, at) =>
        Float64Array.of(at === truth ? truthFirst + random() / 5 : random() / 2, random(), 0.5),
      );
      const isRight = Uint8Array.from({ length: 10 }, (_, at) => Number(at === truth));
      return { nodes: [], rows, truth, isRight };
    });
  }

  const folds = (count: number) => Array.from({ length: count }, (_, at) => at % 4);

  const isRight = (classifier: ReturnType<typeof trainJudge>["classifier"], { rows, truth }: Candidates) => {
    const chances = rows.map((row) => classifier.probability(row));
    return chances.indexOf(Math.max(...chances)) === truth;
  };

  const trained = trainJudge(pages(20, 1, 0.8), folds(20), seededRandom(1));

  test("learns which feature tells the truth", () => {
    expect(trained.accuracy).toBe(1);
    expect(pages(30, 2, 0.8).filter((page) => isRight(trained.classifier, page))).toHaveLength(30);
  });

  test("gives the truth a high probability and others a low one", () => {
    const [{ rows, truth }] = pages(1, 3, 0.8) as [Candidates];
    const chances = rows.map((row) => trained.classifier.probability(row));
    expect(chances[truth]).toBeGreaterThan(0.8);
    expect(chances.reduce((sum, chance) => sum + chance, 0) - chances[truth]!).toBeLessThan(0.5);
  });

  test("is the same for the same pages and seed", () => {
    const again = trainJudge(pages(20, 1, 0.8), folds(20), seededRandom(1));
    expect(again.classifier.encode()).toEqual(trained.classifier.encode());
  });

  test("learns corrections and keeps what it knew", () => {
    // On the new pages the truth has the lowest first feature, which the old judge takes for the least likely.
    const corrections = pages(6, 4, -0.4);
    expect(corrections.filter((page) => isRight(trained.classifier, page))).toHaveLength(0);
    const classifier = retrainJudge(trained.classifier, corrections, seededRandom(1));
    expect(pages(10, 5, -0.4).filter((page) => isRight(classifier, page))).toHaveLength(10);
    expect(pages(10, 6, 0.8).filter((page) => isRight(classifier, page))).toHaveLength(10);
    expect(classifier.parts.slope).toBe(trained.classifier.parts.slope);
  });
});

describe("the candidates of a page that are learned from", () => {
  const page = (count: number, truth: number, right: readonly number[] = [truth]) => ({
    nodes: [],
    rows: [],
    truth,
    isRight: Uint8Array.from({ length: count }, (_, at) => Number(right.includes(at))),
  });

  test("are the truth, those beside it and some others", () => {
    const chosen = chooseRows(page(500, 100), seededRandom(1));
    expect(chosen).toHaveLength(1 + NEGATIVES_PER_PAGE);
    expect(chosen[0]).toBe(100);
    expect(chosen).toEqual(expect.arrayContaining([94, 99, 101, 106]));
    expect(new Set(chosen).size).toBe(chosen.length);
    expect(Math.max(...chosen)).toBeGreaterThan(150);
  });

  test("are no wrappers of the truth, which are right too", () => {
    expect(chooseRows(page(5, 2, [1, 2]), seededRandom(1)).toSorted()).toEqual([0, 2, 3, 4]);
  });

  test("are the same for the same seed", () => {
    const draw = (seed: number) => chooseRows(page(500, 100), seededRandom(seed));
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });
});

describe("a classifier from libsvm", () => {
  const SETTINGS = { cost: 10, gamma: 1 };

  /** Rows on a line, those above a half of the wanted class. */
  const rows = Array.from({ length: 20 }, (_, at) => Float64Array.of(at / 20));

  const training: SvmRows = { rows, labels: rows.map(([value = 0]) => (value > 0.5 ? 1 : -1)) };

  const classifier = trainSvm(training, SETTINGS);

  test("decides for the wanted class", () => {
    expect(classifier.decide(Float64Array.of(0.9))).toBeGreaterThan(1);
    expect(classifier.decide(Float64Array.of(0.1))).toBeLessThan(-1);
    expect(classifier.probability(Float64Array.of(0.9))).toBeGreaterThan(0.5);
  });

  test("does so whichever class comes first", () => {
    const turned: SvmRows = { rows: rows.toReversed(), labels: training.labels.toReversed() };
    expect(training.labels[0]).not.toBe(turned.labels[0]);
    expect(trainSvm(turned, SETTINGS).decide(Float64Array.of(0.9))).toBeCloseTo(
      classifier.decide(Float64Array.of(0.9)),
      2,
    );
  });

  test("keeps rows as its vectors, with a weight above 0 for the wanted class", () => {
    const { vectors, coefficients } = classifier.parts;
    expect(vectors.length).toBe(coefficients.length);
    for (const [at, vector] of vectors.entries()) {
      expect(rows).toContain(vector);
      expect(coefficients[at]! > 0).toBe(vector[0]! > 0.5);
    }
  });
});

describe("Platt's sigmoid", () => {
  test("finds the sigmoid that labels were drawn from", () => {
    const random = seededRandom(1);
    const decisions = Array.from({ length: 20_000 }, () => random() * 6 - 3);
    // P(+1) = 1 / (1 + exp(-2 d + 1))
    const labels = decisions.map((decision) => (random() < 1 / (1 + Math.exp(1 - 2 * decision)) ? 1 : -1));
    const { slope, offset } = fitSigmoid(decisions, labels);
    expect(slope).toBeCloseTo(-2, 0);
    expect(offset).toBeCloseTo(1, 0);
  });

  test("is never certain, however well decisions tell the labels apart", () => {
    const { slope, offset } = fitSigmoid([1, 1, -1, -1], [1, 1, -1, -1]);
    // Targets are 3/4 and 1/4: exp(slope + offset) = 1/3 and exp(-slope + offset) = 3.
    expect(slope).toBeCloseTo(-Math.log(3), 4);
    expect(offset).toBeCloseTo(0, 4);
  });

  test("says how common the positive rows are where decisions say nothing", () => {
    const { slope, offset } = fitSigmoid([0, 0, 0, 0], [1, -1, -1, -1]);
    // The mean of the targets 2/3, 1/5, 1/5, 1/5 is 19/60: exp(offset) = 41/19.
    expect(slope).toBeCloseTo(0, 6);
    expect(offset).toBeCloseTo(Math.log(41 / 19), 4);
  });
});
