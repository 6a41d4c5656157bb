import type { FusedModel } from "../../extractors/index.ts";
import { dataSection, scoresSection } from "../card-data.ts";

/** What a card tells besides what the model itself knows. */
export interface FusedCardFacts {
  /** The model file's name and size. */
  readonly file: string;
  readonly sizeBytes: number;
  /** The version of galley that trained it. */
  readonly version: string;
  /** Blocks that it was trained on. */
  readonly rows: number;
}

/** The card of a model of the learned extractor, in Markdown. */
export function makeFusedCard({ training, lexicon, trees }: FusedModel, facts: FusedCardFacts): string {
  return `# ${facts.file}

Boosted trees over what is known of the blocks of a page, and what class names say. It holds thresholds, values and hashes of
names; no text.

| | |
| --- | --- |
| command | \`${training.command}\` |
| galley | ${facts.version} |
| seed | ${training.seed} |
| size | ${facts.sizeBytes} bytes |
| blocks | ${facts.rows} |
| trees | ${trees.size} |
| features | ${trees.names.length} |
| names | ${lexicon.size} |

${dataSection(training)}

${scoresSection(facts.file)}
`;
}
