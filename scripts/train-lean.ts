/** `npm run train:lean`: learns the cheap extractor again from the clean sets and made-up old pages, with the model's card. */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { readVersion } from "../src/cli/version.ts";
import { parsePage } from "../src/default-extract.ts";
import {
  type BareVerdict,
  bareVerdictRow,
  LEAN_FEATURES,
  type LeanModel,
  LeanRows,
  makeLean,
  packLeanModel,
  weighBlocks,
} from "../src/extractors/index.ts";
import type { Training, TrainingSet, TreeEnsemble } from "../src/model/index.ts";
import type { Page } from "../src/page/index.ts";
import { dataPlaces, domainOf, findSet, hashPage, type Label, readSet } from "../src/sets/index.ts";
import { hashText } from "../src/text/index.ts";
import { foldOf, joinRows, siteOf, type TrainingRows } from "../src/train/fused/examples.ts";
import {
  readText,
  trainBareVerdict,
  type VerdictExample,
  verdictExample,
} from "../src/train/fused/train-verdict.ts";
import {
  augmentPage,
  BOOSTING_DEFAULTS,
  type BoostingOptions,
  type CardFacts,
  dataSection,
  factRows,
  labelPage,
  pageTypeOf,
  trainTrees,
} from "../src/train/index.ts";
import { type BlockLabels, blockWeights, CONTENT_SHARE } from "../src/train/label-blocks.ts";
import { unlessUnreadable } from "../src/train/labelled-pages.ts";
import { OLD_NEWSROOM, SHIPPED_SETS, writeOldNewsroom } from "./shipped-recipe.ts";
import { shippedFile, writeModels } from "./write-models.ts";

const COMMAND = "npm run train:lean";
const SEED = 1;
/** An article is learned a second time in the markup of older pages, which counts half; of pages of other kinds a little is learned. */
const WEIGHT = { article: 1, augmented: 0.5, other: 0.1 } as const;

/** Chosen by cross-validation over the sites of the training sets: docs/extractors/lean.md. */
const LEAN_BOOSTING: BoostingOptions = { ...BOOSTING_DEFAULTS, trees: 100, learningRate: 0.12 };

/** The verdict is learned from answers of trees that have not seen the page's site. */
const FOLDS = { seed: SEED, folds: 5 } as const;

/** The rows of a page, and the fold of its site. */
interface LeanPage extends TrainingRows {
  readonly fold: number;
}

/** What is learned from a set, and the sites that its pages are of. */
interface ReadSet {
  readonly set: TrainingSet;
  readonly folder: string;
  readonly pages: readonly LeanPage[];
  readonly domains: readonly string[];
}

async function readTrainingSet(name: string, folder: string): Promise<ReadSet> {
  const hash = createHash("sha256");
  const pages: LeanPage[] = [];
  const domains = new Set<string>();
  let count = 0;
  for await (const { label, html } of readSet(folder)) {
    // Of pages that are not learned from too: a measurement leaves out the same sites as that of `fused`.
    domains.add(domainOf(label) ?? `${label.set} ${label.id}`);
    const own = readExample(label, html);
    if (own === undefined) continue;
    pages.push(...own.map((rows) => ({ ...rows, fold: foldOf(siteOf(label), FOLDS) })));
    count++;
    hash.update(hashPage(label, html));
  }
  process.stderr.write(`${name}: ${count} pages\n`);
  return { set: { name, pages: count, hash: hash.digest("hex") }, folder, pages, domains: [...domains] };
}

/** A page with the body of its label, an article augmented too; undefined where it shows too little of its body. */
function readExample(label: Label, html: Uint8Array | string): TrainingRows[] | undefined {
  const type = pageTypeOf(label);
  const { body, bodyIsPrefix } = label.truth;
  if ((body ?? "").trim() === "" || bodyIsPrefix) return undefined;
  const page = parsePage(html, label);
  const labels = labelPage(page, label);
  if (labels === undefined) return undefined;
  if (type !== null && type !== "article") return [readLeanPage(page, labels, WEIGHT.other)];
  const seed = hashText(`${SEED} ${label.set} ${label.id}`);
  const old = parsePage(augmentPage(page.revealed, seed + 1));
  const oldLabels = labelPage(old, label);
  return [
    readLeanPage(page, labels, WEIGHT.article),
    ...(oldLabels ? [readLeanPage(old, oldLabels, WEIGHT.augmented)] : []),
  ];
}

const folder = mkdtempSync(join(tmpdir(), "galley-train-"));
try {
  const places = dataPlaces((message) => process.stderr.write(`${message}\n`));
  const read: ReadSet[] = [];
  for (const name of Object.keys(SHIPPED_SETS))
    read.push(await readTrainingSet(name, await findSet(name, places)));
  const newsroom = await writeOldNewsroom(folder);
  read.push(await readTrainingSet(basename(newsroom), newsroom));
  const domains = [...new Set(read.flatMap((own) => own.domains))].sort();
  const training = { command: COMMAND, seed: SEED, sets: read.map(({ set }) => set), domains };
  const pages = read.flatMap((own) => own.pages);
  const model = { training, trees: growLeanTrees(pages), verdict: await learnVerdict(read, training) };
  const file = relative("", shippedFile("lean"));
  writeFileSync(file, gzipSync(`${JSON.stringify(packLeanModel(model))}\n`, { level: 9 }));
  const rows = pages.reduce((sum, { labels }) => sum + labels.length, 0);
  const licences = { [OLD_NEWSROOM]: "written by us" };
  const sizeBytes = statSync(file).size;
  const facts = { file: basename(file), sizeBytes, version: readVersion(), rows, licences };
  writeFileSync(file.replace(".json.gz", ".md"), makeLeanCard(model, facts));
  writeModels();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The rows of a labelled page, which counts as much as `weight`. */
function readLeanPage(given: Page, labels: BlockLabels, weight: number): TrainingRows {
  const rows = new LeanRows(given.revealed);
  const { count, block } = rows.measures;
  const blocks = Array.from(block.subarray(0, count));
  const values = new Float32Array(count * LEAN_FEATURES.length);
  for (let at = 0; at < count; at++) rows.write(at, values, at * LEAN_FEATURES.length);
  rows.release();
  const weights = blockWeights(labels, blocks);
  return {
    values,
    labels: Float32Array.from(blocks, (own) => Number(labels.share[own]! > CONTENT_SHARE)),
    weights: weights.map((own, at) => (labels.words[blocks[at]!]! > 0 ? own * weight : 0)),
  };
}

/** Grows the trees; the same pages, options and seed give the same bytes. */
function growLeanTrees(pages: readonly LeanPage[]): TreeEnsemble {
  return trainTrees({ names: LEAN_FEATURES, ...joinRows(pages) }, { ...LEAN_BOOSTING, seed: SEED });
}

/** Learns to judge pages from the answers of trees grown without each fold of sites. */
async function learnVerdict(read: readonly ReadSet[], training: Training): Promise<BareVerdict> {
  const pages = read.flatMap((own) => own.pages);
  const models = Array.from({ length: FOLDS.folds }, (_, fold): LeanModel => {
    process.stderr.write(`trees without fold ${fold + 1}\n`);
    return { training, trees: growLeanTrees(pages.filter((page) => page.fold !== fold)) };
  });
  const examples: VerdictExample[] = [];
  for (const { folder } of read) {
    for await (const { label, html } of readSet(folder)) {
      const model = models[foldOf(siteOf(label), FOLDS)]!;
      const example = unlessUnreadable(() => readVerdictExample(label, html, model));
      if (example !== undefined) examples.push(example);
    }
  }
  return trainBareVerdict(examples, { seed: SEED });
}

function readVerdictExample(
  label: Label,
  html: Uint8Array | string,
  model: LeanModel,
): VerdictExample | undefined {
  const page = parsePage(html, label);
  const text = readText(
    page,
    makeLean(() => model),
  );
  if (text === undefined) return undefined;
  const row = bareVerdictRow(page.revealed, weighBlocks(page.revealed, model.trees).tally);
  return verdictExample(label, { row, text, site: siteOf(label) });
}

/** The card of the model of the cheap learned extractor, in Markdown. */
function makeLeanCard(
  { training, trees, verdict }: LeanModel,
  facts: CardFacts & { readonly rows: number },
): string {
  return `# ${facts.file}

Boosted trees over what one pass tells of the blocks of a page. It holds thresholds and values; no text.

${factRows(training, facts)}
| blocks | ${facts.rows} |
| trees | ${trees.size} |
| features | ${trees.names.length} |
| trees of the verdict | ${(verdict?.article.trees.size ?? 0) + (verdict?.confidence.trees.size ?? 0)} |

${dataSection(training, facts.licences)}

## Scores

[lean](../docs/extractors/lean.md#scores): \`galley eval SET --extractor lean\`.
`;
}
