/** `npm run train:lean`: learns the cheap extractor again from the clean sets and made-up old pages, with the model's card. */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { readVersion } from "../src/cli/version.ts";
import { parsePage } from "../src/default-extract.ts";
import { packLeanModel } from "../src/extractors/index.ts";
import type { TrainingSet } from "../src/model/index.ts";
import { dataPlaces, domainOf, findSet, hashPage, type Label, readSet } from "../src/sets/index.ts";
import { hashText } from "../src/text/index.ts";
import {
  augmentPage,
  type LeanPage,
  labelPage,
  makeLeanCard,
  pageTypeOf,
  readLeanPage,
  trainLean,
} from "../src/train/index.ts";
import { OLD_NEWSROOM, SHIPPED_SETS, writeOldNewsroom } from "./shipped-recipe.ts";
import { shippedFile, writeModels } from "./write-models.ts";

const COMMAND = "npm run train:lean";
const SEED = 1;
/** An article is learned a second time in the markup of older pages, which counts half; of pages of other kinds a little is learned. */
const WEIGHT = { article: 1, augmented: 0.5, other: 0.1 } as const;

/** What is learned from a set, and the sites that its pages are of. */
interface ReadSet {
  readonly set: TrainingSet;
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
    pages.push(...own);
    count++;
    hash.update(hashPage(label, html));
  }
  process.stderr.write(`${name}: ${count} pages\n`);
  return { set: { name, pages: count, hash: hash.digest("hex") }, pages, domains: [...domains] };
}

/** A page with the body of its label, an article augmented too; undefined where it shows too little of its body. */
function readExample(label: Label, html: Uint8Array | string): LeanPage[] | undefined {
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
  const model = trainLean(pages, training);
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
