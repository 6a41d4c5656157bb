import { FEATURES, type FusedModel, type MssModel, type WrapperModel } from "../extractors/index.ts";
import type { Training } from "../model/index.ts";
import { LICENCES, UNKNOWN_LICENCE } from "./licences.data.ts";
import type { PruneOptions } from "./mss/mss-counter.ts";
import type { MannerReport } from "./wrapper/train-judges.ts";

/** Facts on every card that are not in the model itself. */
export interface CardFacts {
  /** The model file's name and size. */
  readonly file: string;
  readonly sizeBytes: number;
  /** The version of galley that trained it. */
  readonly version: string;
  /** Licences by set, for sets that galley does not know or under other names. */
  readonly licences?: Readonly<Record<string, string>>;
}

/** Facts on the card of a model of the learned extractor. */
interface FusedCardFacts extends CardFacts {
  /** Blocks that it was trained on. */
  readonly rows: number;
}

/** The card of a model of the learned extractor, in Markdown. */
export function makeFusedCard({ training, lexicon, trees }: FusedModel, facts: FusedCardFacts): string {
  return `# ${facts.file}

Boosted trees over what is known of the blocks of a page, and what class names say. It holds thresholds, values and hashes of
names; no text.

${factRows(training, facts)}
| blocks | ${facts.rows} |
| trees | ${trees.size} |
| features | ${trees.names.length} |
| names | ${lexicon.size} |

${dataSection(training, facts.licences)}

${scoresSection(facts.file)}
`;
}

interface MssCardFacts extends CardFacts {
  readonly pruning: PruneOptions;
}

/** The card of a model, in Markdown: what it was made from and how, with a place for its scores. */
export function makeMssCard({ training, tags, totals, tables }: MssModel, facts: MssCardFacts): string {
  const features = FEATURES.map((feature) => `| ${feature} | ${tables[feature].size} |`);
  return `# ${facts.file}

Supervised maximum subsequence segmentation (Pasternack & Roth, WWW 2009): how often each feature of a token was seen inside
and outside of articles. It holds hashes of features and their counts, no text.

${factRows(training, facts)}
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

/** Facts on the card of a model of the learned wrapper. */
interface WrapperCardFacts extends CardFacts {
  readonly manners: readonly MannerReport[];
}

/** The card of a model of the learned wrapper, in Markdown. */
export function makeWrapperCard(model: WrapperModel, facts: WrapperCardFacts): string {
  const { training, settings } = model;
  return `# ${facts.file}

Two support vector machines that find the body and the title of a news page from where its elements are and how they look
(Wang et al., KDD 2009). It holds measures of elements; no text.

${factRows(training, facts)}
| screen | ${settings.screen.width} x ${settings.screen.height} |
| screens that bodies start in, on complete layouts | ${settings.firstScreens} |
| least area and words of a body | ${settings.minBodyArea} square pixels, ${settings.minBodyWords} words |
| most words of a title | ${settings.maxTitleWords} |
| formatting elements | ${settings.formattingTags.join(", ")}${settings.paragraphs === "boxes" ? ", and what is shown as a paragraph" : ""} |
| titles | ${settings.titles === "stated" ? "of the candidates that the page states as its title, where there are some" : "by look and place alone"} |

## Machines

Right: the likeliest candidate of a page is the labelled one, by cross-validation over the training pages.

| layout | machine | pages | right | cost | gamma | vectors |
| --- | --- | --- | --- | --- | --- | --- |
${facts.manners.flatMap((report) => machineRows(model, report)).join("\n")}

${beyondLine(model)}

${dataSection(training, facts.licences)}

${scoresSection(facts.file)}
`;
}

/** What the model has in addition to the machines. */
function beyondLine({ noise, verdict }: WrapperModel): string {
  if (noise === undefined && verdict === undefined) return "It has no trees for noise and page types.";
  const known = [noise && "noise inside of bodies", verdict && "articles from other pages"].filter(Boolean);
  return `Further trees, trained on all pages below, tell ${known.join(" and ")}.`;
}

function machineRows(model: WrapperModel, report: MannerReport): readonly string[] {
  const judges = model[report.manner] ?? model.soft;
  const layout = report.manner === "strict" ? "complete" : "any";
  return (["body", "title"] as const).map((part) => {
    const { cost, gamma, vectors } = judges[part].parts;
    const { pages = "trained on", accuracy } = report[part] ?? {};
    const right = accuracy === undefined ? "" : accuracy.toFixed(3).replace("0.", ".");
    return `| ${layout} | ${part} | ${pages} | ${right} | ${cost} | ${gamma} | ${vectors.length} |`;
  });
}

/** The first rows of every card's table. */
export function factRows({ command, seed }: Training, { version, sizeBytes }: CardFacts): string {
  return `| | |
| --- | --- |
| command | \`${command}\` |
| galley | ${version} |
| seed | ${seed} |
| size | ${sizeBytes} bytes |`;
}

/** The section of a model card on its training sets, with their licences. */
export function dataSection(training: Training, licences: Readonly<Record<string, string>> = {}): string {
  const licenceOf = (set: string) => licences[set] ?? LICENCES[set] ?? UNKNOWN_LICENCE;
  const sets = training.sets.map(
    ({ name, pages, hash }) => `| ${name} | ${pages} | ${licenceOf(name)} | \`${hash.slice(0, 16)}\` |`,
  );
  return `## Data

| set | pages | licence | SHA-256 |
| --- | --- | --- | --- |
${sets.join("\n")}

The pages are of ${training.domains.length} registrable domains, which the file lists; measurements leave them out.`;
}

/** The last section of a new card: how to measure the model. */
function scoresSection(file: string): string {
  return `## Scores

Not measured yet: \`galley eval SET --model ${file}\` on sets of other sites tells them.`;
}
