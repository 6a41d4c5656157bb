/** `npm run train:lean` and `train:quick`: learn a cheap extractor again from the clean sets and made-up old pages, with the model's card. */
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
  type Extractor,
  LEAN_CONTEXT,
  LEAN_FEATURES,
  type LeanModel,
  LeanRows,
  leanContextRows,
  makeLean,
  makeQuick,
  type PlacedBlocks,
  packLeanModel,
  QUICK_FEATURES,
  weighBlocks,
} from "../src/extractors/index.ts";
import { type TrainingSet, type TreeEnsemble, toProbability } from "../src/model/index.ts";
import type { Page } from "../src/page/index.ts";
import { dataPlaces, domainOf, findSet, hashPage, type Label, readSet } from "../src/sets/index.ts";
import { hashText } from "../src/text/index.ts";
import { foldOf, joinRows, readExamples, siteOf, type TrainingRows } from "../src/train/fused/examples.ts";
import { FUSED_DEFAULTS, learnFoldParts } from "../src/train/fused/train-fused.ts";
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

/** What is learned: `quick` sees the answer of `mss` too. */
const METHOD = process.argv[2] === "quick" ? "quick" : "lean";
const COMMAND = `npm run train:${METHOD}`;
const FEATURES = METHOD === "quick" ? QUICK_FEATURES : LEAN_FEATURES;
const SEED = 1;
/** An article is learned a second time in the markup of older pages, which counts half; of pages of other kinds a little is learned. */
const WEIGHT = { article: 1, augmented: 0.5, other: 0.1 } as const;

/** How the trees are grown that see a block alone: docs/extractors/lean.md. */
const FIRST_BOOSTING: BoostingOptions = { ...BOOSTING_DEFAULTS, trees: 60, learningRate: 0.15, seed: SEED };

/** How often unsure blocks are weighed again; a third time brings nothing: docs/extractors/lean.md. */
const PASSES = 2;
/** Smaller trees, as there are fewer rows: those of unsure blocks. */
const PASS_BOOSTING: BoostingOptions = {
  ...BOOSTING_DEFAULTS,
  trees: 100,
  maxDepth: 4,
  learningRate: 0.08,
  minChildWeight: 40,
  columnShare: 0.5,
  lambda: 3,
  seed: SEED,
};

/** The verdict, and each pass over a page, is learned from answers of trees that have not seen the page's site. */
const FOLDS = { seed: SEED, folds: 5 } as const;

/** The rows of a page, where its blocks are, and the fold of its site. */
interface LeanPage extends TrainingRows {
  readonly placed: PlacedBlocks;
  readonly fold: number;
}

/** What a page teaches before its fold is known. */
type LeanExample = Omit<LeanPage, "fold">;

/** What is learned from a set, and the sites that its pages are of. */
interface ReadSet {
  readonly set: TrainingSet;
  readonly folder: string;
  readonly pages: readonly LeanPage[];
  readonly domains: readonly string[];
}

/** For each fold of sites `mss` that has not seen it: trees would trust what it says of pages that it was trained on. */
async function learnMss(folders: readonly string[]): Promise<readonly Extractor[]> {
  const options = {
    ...FUSED_DEFAULTS,
    ...FOLDS,
    onStep: (step: string) => process.stderr.write(`${step}\n`),
  };
  const parts = learnFoldParts(await readExamples(folders, options), options);
  return parts.map(({ baseLearners }) => baseLearners.mss);
}

async function readTrainingSet(name: string, folder: string, mss: readonly Extractor[]): Promise<ReadSet> {
  const hash = createHash("sha256");
  const pages: LeanPage[] = [];
  const domains = new Set<string>();
  let count = 0;
  for await (const { label, html } of readSet(folder)) {
    // Of pages that are not learned from too: a measurement leaves out the same sites as that of `fused`.
    domains.add(domainOf(label) ?? `${label.set} ${label.id}`);
    const fold = foldOf(siteOf(label), FOLDS);
    const own = readExample(label, html, mss[fold]);
    if (own === undefined) continue;
    pages.push(...own.map((rows) => ({ ...rows, fold })));
    count++;
    hash.update(hashPage(label, html));
  }
  process.stderr.write(`${name}: ${count} pages\n`);
  return { set: { name, pages: count, hash: hash.digest("hex") }, folder, pages, domains: [...domains] };
}

/** A page with the body of its label, an article augmented too; undefined where it shows too little of its body. */
function readExample(
  label: Label,
  html: Uint8Array | string,
  mss: Extractor | undefined,
): LeanExample[] | undefined {
  const type = pageTypeOf(label);
  const { body, bodyIsPrefix } = label.truth;
  if ((body ?? "").trim() === "" || bodyIsPrefix) return undefined;
  const page = parsePage(html, label);
  const labels = labelPage(page, label);
  if (labels === undefined) return undefined;
  if (type !== null && type !== "article") return [readLeanPage(page, labels, { mss, weight: WEIGHT.other })];
  const seed = hashText(`${SEED} ${label.set} ${label.id}`);
  const old = parsePage(augmentPage(page.revealed, seed + 1));
  const oldLabels = labelPage(old, label);
  return [
    readLeanPage(page, labels, { mss, weight: WEIGHT.article }),
    ...(oldLabels ? [readLeanPage(old, oldLabels, { mss, weight: WEIGHT.augmented })] : []),
  ];
}

const folder = mkdtempSync(join(tmpdir(), "galley-train-"));
try {
  const places = dataPlaces((message) => process.stderr.write(`${message}\n`));
  const read: ReadSet[] = [];
  const folders = await Promise.all(Object.keys(SHIPPED_SETS).map((name) => findSet(name, places)));
  folders.push(await writeOldNewsroom(folder));
  const mss = METHOD === "quick" ? await learnMss(folders) : [];
  for (const own of folders) read.push(await readTrainingSet(basename(own), own, mss));
  const domains = [...new Set(read.flatMap((own) => own.domains))].sort();
  const training = { command: COMMAND, seed: SEED, sets: read.map(({ set }) => set), domains };
  const pages = read.flatMap((own) => own.pages);
  const { shipped, withoutFold } = growLeanTrees(pages);
  const verdict = await learnVerdict(
    read,
    withoutFold.map((trees) => ({ method: METHOD, training, ...trees })),
    mss,
  );
  const model: LeanModel = { method: METHOD, training, ...shipped, verdict };
  const file = relative("", shippedFile(METHOD));
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
function readLeanPage(
  { revealed }: Page,
  labels: BlockLabels,
  { mss, weight }: { readonly mss: Extractor | undefined; readonly weight: number },
): LeanExample {
  const rows = new LeanRows(revealed, mss?.extract(revealed, {}));
  const { count, block } = rows.measures;
  const blocks = Array.from(block.subarray(0, count));
  const values = new Float32Array(count * rows.width);
  for (let at = 0; at < count; at++) rows.write(at, values, at * rows.width);
  const { words, paths, inside } = rows.placed;
  const placed = { count, words: words.slice(0, count), paths: paths.slice(), inside: inside.slice() };
  rows.release();
  const weights = blockWeights(labels, blocks);
  return {
    placed,
    values,
    labels: Float32Array.from(blocks, (own) => Number(labels.share[own]! > CONTENT_SHARE)),
    weights: weights.map((own, at) => (labels.words[blocks[at]!]! > 0 ? own * weight : 0)),
  };
}

/** The trees that weigh the blocks of a page. */
type LeanTrees = Pick<LeanModel, "trees" | "passes">;

/** Grows the trees of all passes, on all pages and without each fold of sites; the same pages give the same bytes. */
function growLeanTrees(pages: readonly LeanPage[]): {
  readonly shipped: LeanTrees;
  readonly withoutFold: readonly LeanTrees[];
} {
  const first = growFolds(pages, FEATURES, FIRST_BOOSTING);
  const chances = pages.map(({ values, placed, fold }) =>
    scoreAll(values, placed.count, first.withoutFold[fold]!),
  );
  const passes: FoldTrees[] = [];
  while (passes.length < PASSES) {
    const places: Int32Array[] = [];
    const rows = pages.map(({ labels, weights, placed, fold }, page) => {
      const unsure = leanContextRows(placed, chances[page]!);
      places.push(unsure.places);
      return {
        fold,
        values: unsure.values,
        labels: Float32Array.from(unsure.places, (place) => labels[place]!),
        weights: Float32Array.from(unsure.places, (place) => weights[place]!),
      };
    });
    const pass = growFolds(rows, LEAN_CONTEXT, PASS_BOOSTING);
    passes.push(pass);
    for (const [page, { values, fold }] of rows.entries()) {
      const again = scoreAll(values, places[page]!.length, pass.withoutFold[fold]!);
      for (const [row, place] of places[page]!.entries()) chances[page]![place] = again[row]!;
    }
  }
  const treesOf = (choose: (own: FoldTrees) => TreeEnsemble) => ({
    trees: choose(first),
    passes: passes.map(choose),
  });
  return {
    shipped: treesOf(({ all }) => all),
    withoutFold: first.withoutFold.map((_, fold) => treesOf(({ withoutFold }) => withoutFold[fold]!)),
  };
}

/** Trees of all pages, and of those that are not in a fold. */
interface FoldTrees {
  readonly all: TreeEnsemble;
  readonly withoutFold: readonly TreeEnsemble[];
}

function growFolds(
  pages: readonly (TrainingRows & { readonly fold: number })[],
  names: readonly string[],
  boosting: BoostingOptions,
): FoldTrees {
  const grow = (chosen: readonly TrainingRows[]) => {
    process.stderr.write(`growing ${boosting.trees} trees on ${chosen.length} pages\n`);
    return trainTrees({ names, ...joinRows(chosen) }, boosting);
  };
  return {
    all: grow(pages),
    withoutFold: Array.from({ length: FOLDS.folds }, (_, fold) =>
      grow(pages.filter((page) => page.fold !== fold)),
    ),
  };
}

/** The chances that trees give to rows. */
function scoreAll(values: Float32Array, count: number, trees: TreeEnsemble): Float32Array {
  const logOdds = new Float64Array(count);
  trees.scoreRows(values, count, logOdds);
  return Float32Array.from(logOdds, toProbability);
}

/** Learns to judge pages from the answers of models without each fold of sites. */
async function learnVerdict(
  read: readonly ReadSet[],
  withoutFold: readonly LeanModel[],
  mss: readonly Extractor[],
): Promise<BareVerdict> {
  const examples: VerdictExample[] = [];
  for (const { folder } of read) {
    for await (const { label, html } of readSet(folder)) {
      const fold = foldOf(siteOf(label), FOLDS);
      const example = unlessUnreadable(() => readVerdictExample(label, html, withoutFold[fold]!, mss[fold]));
      if (example !== undefined) examples.push(example);
    }
  }
  return trainBareVerdict(examples, { seed: SEED });
}

function readVerdictExample(
  label: Label,
  html: Uint8Array | string,
  model: LeanModel,
  mss: Extractor | undefined,
): VerdictExample | undefined {
  const page = parsePage(html, label);
  const extractor = mss === undefined ? makeLean(() => model) : makeQuick(() => model, mss);
  const text = readText(page, extractor);
  if (text === undefined) return undefined;
  const row = bareVerdictRow(
    page.revealed,
    weighBlocks(page.revealed, model, mss?.extract(page.revealed, {})).tally,
  );
  return verdictExample(label, { row, text, site: siteOf(label) });
}

/** The card of the model of the cheap learned extractor, in Markdown. */
function makeLeanCard(
  { method, training, trees, passes, verdict }: LeanModel,
  facts: CardFacts & { readonly rows: number },
): string {
  return `# ${facts.file}

Boosted trees over what one pass tells of the blocks of a page${method === "quick" ? ", and over the answer of `mss`" : ""}. It holds thresholds and values; no text.

${factRows(training, facts)}
| blocks | ${facts.rows} |
| trees | ${trees.size} |
| features | ${trees.names.length} |
| trees of the passes after it | ${passes.map(({ size }) => size).join(", ")} |
| features in context | ${LEAN_CONTEXT.length} |
| trees of the verdict | ${(verdict?.article.trees.size ?? 0) + (verdict?.confidence.trees.size ?? 0)} |

${dataSection(training, facts.licences)}

## Scores

[${method}](../docs/extractors/${method}.md#scores): \`galley eval SET --extractor ${method}\`.
`;
}
