import { FEATURE_CHOICES, type FeatureChoice } from "../../../src/extractors/index.ts";
import { plainTable } from "../plain-table.ts";
import { accuracyOf, percent } from "./accuracy.ts";
import type { StudyRun } from "./accuracy-tables.ts";
import { Study, type StudySet } from "./study.ts";

type Part = "title" | "body";

/** Tables 3 and 4: how often title and body are right by a part of the features; titles beside bodies found by all of them. */
export function featureTable(part: Part, runs: readonly StudyRun[]): string {
  const rows = FEATURE_CHOICES.toReversed().map((choice) => [
    choice,
    ...runs.map((run) =>
      percent(choice === "all" ? accuracyOfAll(part, run) : accuracyBy(part, choice, run.set)),
    ),
  ]);
  return plainTable(["features", ...runs.map(({ set }) => `\`${set.name}\`, ${set.layout}`)], rows, 1);
}

function accuracyOfAll(part: Part, { set, trials }: StudyRun): number {
  const largest = trials.filter(({ size }) => size === set.sizes.at(-1));
  return accuracyOf(largest.flatMap(({ outcomes }) => outcomes))[part];
}

function accuracyBy(part: Part, choice: FeatureChoice, set: StudySet): number {
  const trials = new Study(set, { [part]: choice }).run(set.sizes.at(-1)!);
  return accuracyOf(trials.flatMap(({ outcomes }) => outcomes))[part];
}
