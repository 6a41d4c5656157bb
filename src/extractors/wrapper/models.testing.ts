import { packNodes, TreeEnsemble, toUnits } from "../../model/index.ts";
import { WRAPPER_DEFAULTS } from "./measured-page.ts";
import { SupportVectorMachine } from "./svm.ts";
import type { Judges, WrapperModel } from "./wrapper.ts";

/** A machine that prefers rows near one row, with one feature far from 0. */
export function machineLiking(width: number, feature: number): SupportVectorMachine {
  const vector = new Float64Array(width);
  vector[feature] = LARGE;
  return new SupportVectorMachine({
    width,
    gamma: 0.01,
    cost: 1,
    rho: 0,
    slope: -1,
    offset: 0,
    vectors: [vector],
    coefficients: Float64Array.of(1),
  });
}

/** So far away that the other features hardly count. */
const LARGE = 7;

/** Judges for which the body holds all formatted text and the title has the largest font. */
export const PLAIN_JUDGES: Judges = {
  body: machineLiking(6, 1),
  title: machineLiking(10, 7),
};

/** A model of such judges. */
export const PLAIN_MODEL: WrapperModel = {
  training: { command: "made up", seed: 1, sets: [], domains: ["harbour-courier.example"] },
  settings: { ...WRAPPER_DEFAULTS, minBodyWords: 2 },
  soft: PLAIN_JUDGES,
};

/** One tree that is sure of rows whose named column is below a bound, and as sure of the opposite for all others. */
export function treeBelow(names: readonly string[], column: string, bound: number): TreeEnsemble {
  const nodes = packNodes({
    roots: [0],
    right: [2, 0, 0],
    feature: [names.indexOf(column), 0, 0],
    threshold: [bound, 0, 0],
    missingLeft: [0, 0, 0],
    units: [0, 4, -4].map(toUnits),
  });
  return new TreeEnsemble(names, nodes, 0);
}
