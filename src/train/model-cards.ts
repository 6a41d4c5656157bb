import {
  type AttentionModel,
  FEATURES,
  type FusedModel,
  type LeanModel,
  type MssModel,
  type WrapperModel,
} from "../extractors/index.ts";
import type { Training } from "../model/index.ts";
import type { RoleModel } from "../roles/index.ts";
import { LICENCES, UNKNOWN_LICENCE } from "./licences.data.ts";
import type { PruneOptions } from "./mss/mss-counter.ts";
import type { MannerReport } from "./wrapper/train-judges.ts";

/** Facts on every card that are not in the model itself. */
interface CardFacts {
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

/** The card of the model of the cheap learned extractor, in Markdown. */
export function makeLeanCard({ training, trees }: LeanModel, facts: FusedCardFacts): string {
  return `# ${facts.file}

Boosted trees over what one pass tells of the blocks of a page. It holds thresholds and values; no text.

${factRows(training, facts)}
| blocks | ${facts.rows} |
| trees | ${trees.size} |
| features | ${trees.names.length} |

${dataSection(training, facts.licences)}

## Scores

[lean](../docs/extractors/lean.md#scores): \`galley eval SET --extractor lean\`.
`;
}

/** The card of the network beside the trees of the learned extractor, in Markdown. */
export function makeAttentionCard(model: AttentionModel, facts: CardFacts): string {
  const { training, weight, ranks, weights } = model;
  return `# ${facts.file}

A transformer over the blocks of a page, which [fused](fused.md) blends with its trees. It holds quantiles of features and weights in
8 bits; no text.

${factRows(training, facts)}
| features | ${ranks.columns.length} |
| width | ${weights.width} |
| layers | ${weights.layers.length} |
| weight beside the trees | ${weight} |

${dataSection(training, facts.licences)}

The sites of one fold of five were not learned from: the weight was chosen on them.

## Scores

Those of \`fused\` beside \`quick\`, the trees alone: \`npm run experiments -- fused\`.
`;
}

/** The card of the model of roles, in Markdown. */
export function makeRolesCard({ training, trees }: RoleModel, facts: CardFacts): string {
  const ensembles = Object.values(trees);
  return `# ${facts.file}

Boosted trees for each role of a leaf, one against all others, over what is known of its block. It holds thresholds and values; no text.

${factRows(training, facts)}
| roles | ${ensembles.length} |
| trees | ${ensembles.reduce((sum, { size }) => sum + size, 0)} |
| features | ${ensembles[0]?.names.length ?? 0} |

${dataSection(training, facts.licences)}

Titles, authors, dates and bodies of the sets give the roles headline, byline, date and body; the newsroom gives all. Outside of the bodies of the sets,
elements and class names also give caption, comment, related, promotion and boilerplate, mostly with those columns masked.

## Scores

[Roles](../docs/experiments/roles.md): \`npm run experiments -- roles\`.
`;
}

/** Facts on the card of an MSS model. */
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
  if (noise === undefined && verdict === undefined) return "It knows neither noise nor kinds of pages.";
  const known = [noise && "noise inside of bodies", verdict && "articles from other pages"].filter(Boolean);
  return `Trees besides, learned from all pages below, tell ${known.join(" and ")}.`;
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
function factRows({ command, seed }: Training, { version, sizeBytes }: CardFacts): string {
  return `| | |
| --- | --- |
| command | \`${command}\` |
| galley | ${version} |
| seed | ${seed} |
| size | ${sizeBytes} bytes |`;
}

/** The section of a model card on its training sets, with their licences. */
function dataSection(training: Training, licences: Readonly<Record<string, string>> = {}): string {
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
