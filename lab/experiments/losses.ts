import { createHash } from "node:crypto";
import { formatShare, measureArticle } from "../../src/eval/index.ts";
import { LOSSES, type PageLosses, pageLosses, sumLosses } from "../../src/eval/losses.ts";
import { runExtractor } from "../../src/eval/score-page.ts";
import {
  EXTRACTORS,
  type Extractor,
  makeFused,
  shippedBaseLearners,
  shippedFused,
} from "../../src/extractors/index.ts";
import { domainOf, findSet, hashPage, type LabelledPage, readSet } from "../../src/sets/index.ts";
import {
  type Experiment,
  type ExperimentContext,
  type PagesRead,
  plainTable,
  provenanceLines,
} from "./experiment.ts";
import { UNSEEN_SETS } from "./fused-steps.ts";

const QUICK_STEP = 20;

/** The trees of `fused` without the steps that drop comments and lines at the ends, the network and the context, and the default. */
const VARIANTS: Readonly<Record<"before" | "after", Extractor>> = {
  before: makeFused(shippedFused, shippedBaseLearners(), {
    off: ["comments", "near copies", "ends", "context", "long text"],
  }),
  after: EXTRACTORS.fused,
};
type Variant = keyof typeof VARIANTS;
const NAMES = Object.keys(VARIANTS) as readonly Variant[];

interface Loss {
  readonly set: string;
  readonly f1: number;
  readonly losses: PageLosses;
}

/** `npm run experiments -- losses`: the losses of F1, with and without the steps of `fused` besides its trees, each set counting the same. */
export const losses: Experiment = async function* (context) {
  const found: Record<Variant, Loss[]> = { before: [], after: [] };
  const sets: PagesRead[] = [];
  for (const set of UNSEEN_SETS) sets.push(await readLosses(set, context, found));
  yield provenanceLines(context.provenance, sets);
  yield classTable(found);
  yield setTable(found);
};

async function readLosses(
  set: string,
  { places, isQuick }: ExperimentContext,
  found: Readonly<Record<Variant, Loss[]>>,
): Promise<PagesRead> {
  const seen = new Set(EXTRACTORS.fused.trainedOn?.());
  const hash = createHash("sha256");
  let pages = 0;
  let at = 0;
  for await (const labelled of readSet(await findSet(set, places))) {
    const { label, html } = labelled;
    const { body, bodyIsPrefix } = label.truth;
    if ((body ?? "").trim() === "" || bodyIsPrefix || seen.has(domainOf(label) ?? "")) continue;
    if (isQuick && at++ % QUICK_STEP !== 0) continue;
    hash.update(hashPage(label, html));
    pages++;
    for (const name of NAMES) found[name].push(readLoss(labelled, VARIANTS[name]));
  }
  process.stderr.write(`${set}: ${pages} pages\n`);
  return { name: set, pages, hash: hash.digest("hex") };
}

function readLoss(labelled: LabelledPage, extractor: Extractor): Loss {
  const { label } = labelled;
  const { article, seen } = runExtractor(labelled, extractor);
  return {
    set: label.set,
    f1: measureArticle(label.truth, article).wordF1 ?? 0,
    losses: pageLosses(seen?.page, label.truth.body ?? "", article.text),
  };
}

/** Means of sets, so that a large one does not hide the others. */
function classTable(found: Readonly<Record<Variant, readonly Loss[]>>): string {
  const costs = NAMES.map((name) => meanLosses(found[name]));
  const rows = Object.entries(LOSSES).map(([loss, words]) => {
    const [before = 0, after = 0] = costs.map((own) => own.get(loss) ?? 0);
    return [words, thousandths(before), thousandths(after), thousandths(after - before)];
  });
  const all = costs.map((own) => [...own.values()].reduce((sum, cost) => sum + cost, 0));
  const [before = 0, after = 0] = all;
  const total = ["all", thousandths(before), thousandths(after), thousandths(after - before)];
  return plainTable(["F1 x 1000 lost by", "before", "after", "change"], [...rows, total], 1);
}

function meanLosses(pages: readonly Loss[]): ReadonlyMap<string, number> {
  const sets = [...Map.groupBy(pages, ({ set }) => set).values()];
  const sums = new Map<string, number>();
  for (const own of sets) {
    for (const { name, lost } of sumLosses(own.map((page) => page.losses)))
      sums.set(name, (sums.get(name) ?? 0) + lost / sets.length);
  }
  return sums;
}

function setTable(found: Readonly<Record<Variant, readonly Loss[]>>): string {
  const rows = UNSEEN_SETS.map((set) => {
    const [before = 0, after = 0] = NAMES.map((name) => {
      const own = found[name].filter((page) => page.set === set);
      return own.reduce((sum, { f1 }) => sum + f1, 0) / Math.max(1, own.length);
    });
    return [`\`${set}\``, formatShare(before), formatShare(after), thousandths(after - before)];
  });
  return plainTable(["F1 of", "before", "after", "change x 1000"], rows, 1);
}

function thousandths(share: number): string {
  return (1000 * share).toFixed(1);
}
