import { createHash } from "node:crypto";
import { formatShare, measureArticle } from "../../src/eval/index.ts";
import type { ExtractorRun } from "../../src/eval/measure.ts";
import { runExtractor } from "../../src/eval/score-page.ts";
import { isControl, type StructureForm, structureForms } from "../../src/extractors/fused/structures.ts";
import { makeFused, shippedBaseLearners, shippedFused } from "../../src/extractors/index.ts";
import { TAG, tagTable } from "../../src/html/index.ts";
import {
  findDataTables,
  KEEP_SCORE,
  leafAt,
  leafWords,
  type Page,
  reasonCode,
  TEXT_LEAF,
} from "../../src/page/index.ts";
import {
  type DataPlaces,
  domainOf,
  findSet,
  hashPage,
  type Label,
  loadPage,
  makeSeenBy,
  readLabels,
} from "../../src/sets/index.ts";
import { seededRandom } from "../../src/text/index.ts";
import { type Experiment, type PagesRead, plainTable, provenanceLines, signed } from "./experiment.ts";

const HOLES_SET = "wcxb-dev";
/** Sets with bodies, of sites that no model was trained on. */
const UNSEEN_SETS = [
  "l3s-gn1-a",
  "daniel-en-zh-pl",
  "multi2023-en-fr-de-zh",
  "big9",
  "evan2021",
  "czech-sites",
  "cleaneval-dev",
];
const QUICK_STEP = 20;
const SAMPLED_LISTS = 200;
const SEED = 7;

/** Leaves that are not judged by the structure around them. */
const LEFT_ALONE: ReadonlySet<number> = new Set([
  reasonCode("hidden"),
  reasonCode("a copy of what was kept"),
]);
const LISTS = tagTable("ul", "ol", "menu", "dir");
const KINDS = ["table", "list", "terms", "quote", "figure", "code"] as const;
type Kind = (typeof KINDS)[number];

const FUSED = {
  before: makeFused(shippedFused, shippedBaseLearners(), { off: ["wholes", "complete text"] }),
  after: makeFused(shippedFused, shippedBaseLearners()),
} as const;
type Answers = Readonly<Record<keyof typeof FUSED, ExtractorRun>>;

/** A structure of a page with some kept leaves before the step. */
interface Found {
  readonly site: string;
  readonly kind: Kind;
  readonly form: StructureForm;
  readonly before: Outcome;
  readonly after: Outcome;
}

type Outcome = "kept" | "dropped" | "hole";

/** Quality of one page with and without the step. */
interface Pair {
  readonly group: string;
  readonly f1: readonly [before: number, after: number];
  readonly correctly: readonly [before: number, after: number];
}

/** `npm run experiments -- structures`: how many tables and lists have holes, and the effect of judging them as wholes. */
export const structures: Experiment = async function* ({ places, provenance, isQuick }) {
  const step = isQuick ? QUICK_STEP : 1;
  const found: Found[] = [];
  const pairs: Pair[] = [];
  const sets: PagesRead[] = [];
  for (const set of [HOLES_SET, ...UNSEEN_SETS]) {
    const seenBy = makeSeenBy(set === HOLES_SET ? [] : [FUSED.after]);
    const choose = (label: Label) => seenBy(label).length === 0;
    const visit = (label: Label, answers: Answers) => {
      pairs.push(...pairOf(label, answers));
      if (set === HOLES_SET) found.push(...findHoles(label, answers));
    };
    sets.push(await readPages(set, { places, step, choose, visit }));
  }
  yield provenanceLines(provenance, sets);
  yield `### Holes\n\n${holesTable(found)}`;
  yield `### Quality\n\n${qualityTable(pairs)}`;
};

interface Reading {
  readonly places: DataPlaces;
  /** Every nth page is read. */
  readonly step: number;
  readonly choose: (label: Label) => boolean;
  readonly visit: (label: Label, answers: Answers) => void;
}

async function readPages(set: string, { places, step, choose, visit }: Reading): Promise<PagesRead> {
  const hash = createHash("sha256");
  let pages = 0;
  let at = 0;
  for await (const label of readLabels(await findSet(set, places))) {
    if (at++ % step !== 0 || !choose(label)) continue;
    const html = loadPage(label);
    hash.update(hashPage(label, html));
    pages++;
    const before = runExtractor({ label, html }, FUSED.before);
    visit(label, { before, after: runExtractor({ label, html }, FUSED.after) });
  }
  process.stderr.write(`${set}: ${pages} pages\n`);
  return { name: set, pages, hash: hash.digest("hex") };
}

function pairOf(label: Label, { before, after }: Answers): Pair[] {
  if ((label.truth.body ?? "").trim() === "") return [];
  const [left, right] = [before, after].map(({ article }) => measureArticle(label.truth, article));
  if (left?.wordF1 === undefined || right?.wordF1 === undefined) return [];
  const isArticle = label.set !== HOLES_SET || label.pageType === "article";
  return [
    {
      group: isArticle ? label.set : `${label.set}, not articles`,
      f1: [left.wordF1, right.wordF1],
      correctly: [left.correctly ?? 0, right.correctly ?? 0],
    },
  ];
}

/** The structures of a page with kept leaves; of those in a layout each, of those in a structure the outermost. */
function findHoles(label: Label, { before, after }: Answers): Found[] {
  if (before.seen === undefined || after.seen === undefined) return [];
  const page = before.seen.page.revealed;
  const { document } = page;
  const formOf = structureForms(document);
  const tables = findDataTables(document);
  const found: Found[] = [];
  for (let node = 1; node < document.size; ) {
    const kind = kindOf(document.tag[node]!, tables.has(node));
    const form = kind && formOf(node);
    if (kind !== undefined && form !== undefined) {
      const outcomes = [before, after].map((run) => outcomeOf(page, run, node));
      const [left, right] = outcomes;
      if (left !== undefined && left !== "dropped" && right !== undefined) {
        found.push({ site: domainOf(label) ?? label.id, kind, form, before: left, after: right });
      }
    }
    node = form === undefined || form === "layout" ? node + 1 : document.end[node]!;
  }
  return found;
}

function kindOf(tag: number, isDataTable: boolean): Kind | undefined {
  if (isDataTable) return "table";
  if (LISTS[tag] === 1) return "list";
  if (tag === TAG.dl) return "terms";
  if (tag === TAG.blockquote) return "quote";
  if (tag === TAG.figure) return "figure";
  return tag === TAG.pre ? "code" : undefined;
}

/** The outcome of a structure's words outside controls; undefined where it has none. */
function outcomeOf(page: Page, { seen }: ExtractorRun, node: number): Outcome | undefined {
  const { document, leaves } = page;
  const { scores, reasons } = seen!.extraction;
  const outcomes = new Set<Outcome>();
  for (let leaf = leafAt(leaves, node); leaf < leafAt(leaves, document.end[node]!); leaf++) {
    if (leaves.kind[leaf] !== TEXT_LEAF || LEFT_ALONE.has(reasons[leaf]!) || leafWords(page, leaf) === 0)
      continue;
    if (isControl(document, leaves.node[leaf]!)) continue;
    outcomes.add(scores[leaf]! >= KEEP_SCORE ? "kept" : "dropped");
  }
  const [outcome] = outcomes;
  return outcomes.size > 1 ? "hole" : outcome;
}

function holesTable(found: readonly Found[]): string {
  const ofKind = (kind: Kind) => found.filter((one) => one.kind === kind && one.form === "structure");
  const lists = ofKind("list");
  const groups: readonly (readonly [string, readonly Found[]])[] = [
    ...KINDS.map((kind) => [NAMES[kind], ofKind(kind)] as const),
    [`${SAMPLED_LISTS} lists, a few of each site`, sampleBySite(lists, SAMPLED_LISTS)],
    [
      "lists that lay out a page, judged part by part",
      found.filter(({ kind, form }) => kind === "list" && form === "layout"),
    ],
    ["lists of comments, left alone", found.filter(({ kind, form }) => kind === "list" && form === "thread")],
  ];
  const count = (list: readonly Found[], isCounted: (one: Found) => boolean) =>
    `${list.filter(isCounted).length}`;
  const rows = groups.map(([name, list]) => [
    name,
    `${list.length}`,
    count(list, ({ before }) => before === "hole"),
    count(list, ({ after }) => after === "hole"),
    count(list, ({ before, after }) => before === "hole" && after === "kept"),
    count(list, ({ before, after }) => before === "hole" && after === "dropped"),
  ]);
  return plainTable(
    ["kept in part or whole", "count", "holes before", "holes after", "now kept", "now dropped"],
    rows,
    1,
  );
}

const NAMES: Readonly<Record<Kind, string>> = {
  table: "data tables",
  list: "lists",
  terms: "definition lists",
  quote: "quotes",
  figure: "figures",
  code: "code blocks",
};

/** A sample that takes one page of each site in turn, in an order that the seed decides. */
function sampleBySite(found: readonly Found[], size: number): Found[] {
  const random = seededRandom(SEED);
  const shuffle = <T>(items: readonly T[]): T[] =>
    items
      .map((item) => ({ item, rank: random() }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ item }) => item);
  const sites = shuffle([...Map.groupBy(found, ({ site }) => site).values()].map((own) => shuffle(own)));
  const longest = Math.max(0, ...sites.map((own) => own.length));
  const inTurn = Array.from({ length: longest }, (_, round) => sites.flatMap((own) => own[round] ?? []));
  return inTurn.flat().slice(0, size);
}

function qualityTable(pairs: readonly Pair[]): string {
  const mean = (own: readonly Pair[], read: (pair: Pair) => number) =>
    own.reduce((sum, pair) => sum + read(pair), 0) / own.length;
  const rows = [...Map.groupBy(pairs, ({ group }) => group)].map(([group, own]) => [
    `\`${group}\``,
    `${own.length}`,
    ...[0, 1].map((at) => formatShare(mean(own, ({ f1 }) => f1[at]!))),
    signed(mean(own, ({ f1 }) => f1[1] - f1[0])),
    ...[0, 1].map((at) => formatShare(mean(own, ({ correctly }) => correctly[at]!))),
    signed(mean(own, ({ correctly }) => correctly[1] - correctly[0])),
  ]);
  const heads = ["F1 before", "after", "change", "correctly before", "after", "change"];
  return plainTable(["set", "pages", ...heads], rows, 1);
}
