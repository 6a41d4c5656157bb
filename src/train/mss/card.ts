import { FEATURES, type MssModel } from "../../extractors/index.ts";
import { dataSection, scoresSection } from "../card-data.ts";
import type { PruneOptions } from "./mss-counter.ts";

/** What a card tells besides what the model itself knows. */
export interface CardFacts {
  /** The model file's name and size. */
  readonly file: string;
  readonly sizeBytes: number;
  readonly pruning: PruneOptions;
  /** The version of galley that trained it. */
  readonly version: string;
  /** Licences by set, for sets that galley does not know or under other names. */
  readonly licences?: Readonly<Record<string, string>>;
}

/** The card of a model, in Markdown: what it was made from and how, with a place for its scores. */
export function makeCard({ training, tags, totals, tables }: MssModel, facts: CardFacts): string {
  const features = FEATURES.map((feature) => `| ${feature} | ${tables[feature].size} |`);
  return `# ${facts.file}

Supervised maximum subsequence segmentation (Pasternack & Roth, WWW 2009): how often each feature of a token was seen inside
and outside of articles. It holds hashes of features and their counts, no text.

| | |
| --- | --- |
| command | \`${training.command}\` |
| galley | ${facts.version} |
| seed | ${training.seed} |
| size | ${facts.sizeBytes} bytes |
| tokens inside articles | ${totals.inside} |
| tokens outside | ${totals.outside} |
| common tags | ${tags.length} |
| sites that a feature was seen on, at least | ${facts.pruning.minSites} |
| features of a table, at most | ${facts.pruning.maxFeatures} |

${dataSection(training, facts.licences)}

## Features

| feature | entries |
| --- | --- |
${features.join("\n")}

${scoresSection(facts.file)}
`;
}
