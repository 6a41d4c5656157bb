import { formatShare } from "../../../src/eval/index.ts";
import { plainTable } from "../plain-table.ts";
import { accuracyOf, percent } from "./accuracy.ts";
import type { StudySet, Trial } from "./study.ts";

/** The trials of all wrappers of a set, laid out in one way. */
export interface StudyRun {
  readonly set: StudySet;
  readonly trials: readonly Trial[];
}

/** Table 2: how often the wrappers of each site are right about all others, by how many pages they learned from. */
export function trainingSiteTable(runs: readonly StudyRun[]): string {
  const columns = runs.flatMap(({ set, trials }) =>
    set.sizes.map((size) => ({
      head: `${set.layout}, ${size} pages`,
      trials: trials.filter((trial) => trial.size === size),
    })),
  );
  const sites = [...new Set(runs[0]!.trials.map(({ from }) => from))];
  const rows = [...sites, undefined].map((site) => [
    site === undefined ? "**all**" : `\`${site}\``,
    ...columns.map(({ trials }) => newsOf(trials.filter(({ from }) => site === undefined || from === site))),
  ]);
  return plainTable(["learned from", ...columns.map(({ head }) => head)], rows, 1);
}

/** Table 5: how often the wrappers of all other sites are right about each, learned from the most pages. */
export function testSiteTable(runs: readonly StudyRun[]): string {
  const largest = runs.map(({ set, trials }) => ({
    layout: set.layout,
    trials: trials.filter(({ size }) => size === set.sizes.at(-1)),
  }));
  const sites = [...new Set(largest[0]!.trials.map(({ from }) => from))];
  const rows = [...sites, undefined].map((site) => {
    const accuracies = largest.map(({ trials }) =>
      accuracyOf(
        trials
          .filter((trial) => site === undefined || trial.site === site)
          .flatMap(({ outcomes }) => outcomes),
      ),
    );
    return [
      site === undefined ? "**all**" : `\`${site}\``,
      ...accuracies.flatMap(({ title, body, news, f1 }) => [
        ...[title, body, news].map(percent),
        formatShare(f1),
      ]),
      formatShare(accuracies[0]!.oracle),
    ];
  });
  const heads = largest.flatMap(({ layout }) => [`${layout}: title`, "body", "news", "F1"]);
  return plainTable(["tested on", ...heads, "oracle"], rows, 1);
}

function newsOf(trials: readonly Trial[]): string {
  return percent(accuracyOf(trials.flatMap(({ outcomes }) => outcomes)).news);
}
