import { NewsError } from "../../../src/errors/index.ts";
import { HEADING_TAGS, NODE_KIND, TAG } from "../../../src/html/index.ts";
import { leafAt, type Page, shownText } from "../../../src/page/index.ts";
import { type PartitionOptions, partitionPage } from "../../../src/site/partition/partition-page.ts";
import type { SemanticNode } from "../../../src/site/partition/semantic-tree.ts";
import { plainTable } from "../experiment.ts";
import type { SiteRun } from "../site/site-run.ts";
import {
  Agreement,
  agreed,
  openPages,
  type PageMarks,
  type PageTruth,
  partOf,
  partsOf,
  READERS,
  readTruth,
  Tally,
} from "./truth.ts";

/** A page of the truth, read. */
export interface ReadPage {
  readonly truth: PageTruth;
  readonly page: Page;
}

/** A hierarchy, as keys of leaves. */
interface Hierarchy {
  /** A label or headline and a leaf below it: the paper's transitive closure. */
  readonly pairs: ReadonlySet<string>;
  /** The first leaf of each label or headline. */
  readonly labels: ReadonlySet<string>;
  /** The first and last visible leaf of each instance. */
  readonly instances: ReadonlySet<string>;
  /** The first leaves of two neighbours of one group. */
  readonly neighbours: ReadonlySet<string>;
}

const PARTS = ["pairs", "labels", "instances", "neighbours"] as const;

/** A way to find the hierarchy of a page. */
interface Method {
  readonly name: string;
  readonly read: (page: Page) => Hierarchy;
}

const METHODS: readonly Method[] = [
  partitioned("default"),
  partitioned("grouping by cost, 0.33 as in the paper", { groupThreshold: 0.33 }),
  partitioned("grouping by cost, 1", { groupThreshold: 1 }),
  partitioned("without cost", { cost: "none" }),
  { name: "untouched DOM", read: domHierarchy },
  { name: "headings alone", read: headingHierarchy },
];

function partitioned(name: string, options: PartitionOptions = {}): Method {
  return { name, read: (page) => semanticHierarchy(page, partitionPage(page, options)) };
}

/** The pages of the truth, read. */
export async function readPages(run: SiteRun): Promise<ReadPage[]> {
  const pages: ReadPage[] = [];
  for (const [set, own] of Map.groupBy(readTruth("pages", run), (truth) => truth.set)) {
    run.tell(set);
    const opened = await openPages(await run.folder(set), new Set(own.map(({ page }) => page)));
    for (const truth of own) {
      const { page } = opened.get(truth.page)!;
      if (!areLabelsAtTexts(page, truth))
        throw new NewsError("BAD_SET", `the labels of ${truth.site} are not at the texts of its page`);
      pages.push({ truth, page });
    }
  }
  return pages;
}

/** Whether most labelled headlines are texts: a change of the parser may number nodes anew. */
function areLabelsAtTexts({ document }: Page, { a }: PageTruth): boolean {
  const isText = (node: number) =>
    document.kind[node] === NODE_KIND.text &&
    document.text.slice(document.textStart[node], document.textEnd[node]).trim() !== "";
  return a.items.filter(([from]) => isText(from)).length > a.items.length / 2;
}

/** Hierarchies of real home and section pages against two readers' labels. */
export async function measureHierarchies(run: SiteRun): Promise<string> {
  const pages = await readPages(run);
  const rows = partsOf(run).flatMap((part) => {
    const own = pages.filter(({ truth }) => partOf(truth) === part);
    if (own.length === 0) return [];
    return [agreementRow(part, own), ...METHODS.map((method) => methodRow(part, own, method))];
  });
  const perPage = pages.map((page) => [
    page.truth.site,
    ...methodRow(partOf(page.truth), [page], METHODS[0]!),
  ]);
  const heads = PARTS.flatMap((part) => [`${part} P`, "R"]);
  return [
    plainTable(["part", "method", ...heads], rows, 2),
    plainTable(["site", "part", "method", ...heads], perPage, 3),
  ].join("\n\n");
}

function agreementRow(part: string, pages: readonly ReadPage[]): string[] {
  const cells = PARTS.flatMap((part) => {
    const score = new Agreement();
    for (const { truth, page } of pages) {
      const [a, b] = READERS.map((reader) => markedHierarchy(page, truth[reader]));
      score.add(a![part], b![part]);
    }
    return [score.cell, ""];
  });
  return [part, "agreement of the readers", ...cells];
}

function methodRow(part: string, pages: readonly ReadPage[], method: Method): string[] {
  const tallies = PARTS.map((part) => ({ part, tally: new Tally() }));
  for (const { truth, page } of pages) {
    const found = method.read(page);
    const [a, b] = READERS.map((reader) => markedHierarchy(page, truth[reader]));
    const judged = judgedLeaves(a!, b!);
    for (const { part, tally } of tallies) {
      const marks = agreed(a![part], b![part]);
      const own =
        part === "pairs" ? [...found.pairs].filter((pair) => judged.has(pair.split(" ")[1]!)) : found[part];
      tally.add(new Set(own), marks.truth, marks.doubtful);
    }
  }
  return [part, method.name, ...tallies.flatMap(({ tally }) => tally.cells())];
}

/** Leaves in an instance of either reader: the others are in no group, and their labels are not judged. */
function judgedLeaves(...hierarchies: readonly Hierarchy[]): ReadonlySet<string> {
  const leaves = new Set<string>();
  for (const { instances } of hierarchies) {
    for (const instance of instances) {
      const [from = 0, to = 0] = instance.split(" ").map(Number);
      for (let leaf = from; leaf <= to; leaf++) leaves.add(String(leaf));
    }
  }
  return leaves;
}

/** A range of visible leaves, the last one included. */
interface Range {
  readonly from: number;
  readonly to: number;
}

class HierarchyWriter implements Hierarchy {
  readonly pairs = new Set<string>();
  readonly labels = new Set<string>();
  readonly instances = new Set<string>();
  readonly neighbours = new Set<string>();
  readonly #visible: Uint8Array;

  constructor({ leaves }: Page) {
    this.#visible = leaves.visible;
  }

  /** Adds a label above the visible leaves of a range. */
  label(label: Range, { from, to }: Range): void {
    let isAbove = false;
    for (let leaf = from; leaf <= to; leaf++) {
      if (this.#visible[leaf] !== 1 || (leaf >= label.from && leaf <= label.to)) continue;
      this.pairs.add(`${label.from} ${leaf}`);
      isAbove = true;
    }
    if (isAbove) this.labels.add(String(label.from));
  }

  group(instances: readonly Range[]): void {
    const shown = instances.flatMap((range) => this.trim(range) ?? []);
    for (const [at, { from, to }] of shown.entries()) {
      this.instances.add(`${from} ${to}`);
      const next = shown[at + 1];
      if (next !== undefined) this.neighbours.add(`${from} ${next.from}`);
    }
  }

  /** The range without hidden leaves at its ends. */
  trim({ from, to }: Range): Range | undefined {
    let [first, last] = [from, to];
    while (first <= last && this.#visible[first] !== 1) first++;
    while (last >= first && this.#visible[last] !== 1) last--;
    return first <= last ? { from: first, to: last } : undefined;
  }
}

/** A reader's marks, by the leaves of the page. */
function markedHierarchy(page: Page, { groups }: PageMarks): Hierarchy {
  const writer = new HierarchyWriter(page);
  const leafOf = (node: number) => leafAt(page.leaves, node);
  for (const [label, marks] of groups) {
    const instances = marks.map(([from, to]) => ({ from: leafOf(from), to: leafOf(to) }));
    writer.group(instances);
    for (const [at, [, , head]] of marks.entries())
      if (head >= 0) writer.label({ from: leafOf(head), to: leafOf(head) }, instances[at]!);
    if (label < 0) continue;
    for (const range of instances) writer.label({ from: leafOf(label), to: leafOf(label) }, range);
  }
  return writer;
}

/** The pairs of the partition. */
function semanticHierarchy(page: Page, tree: SemanticNode): Hierarchy {
  const writer = new HierarchyWriter(page);
  const pending = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const { kind, label, from, to, children } = node;
    pending.push(...children);
    if (label) writer.label({ from: label.leaf, to: label.to - 1 }, { from, to: to - 1 });
    if (kind === "group" || (label !== undefined && kind !== "instance"))
      writer.group(children.map((child) => ({ from: child.from, to: child.to - 1 })));
  }
  return writer;
}

/** Baseline: every element with several children is a group of them, labelled by a heading that begins it. */
function domHierarchy(page: Page): Hierarchy {
  const { document, leaves } = page;
  const writer = new HierarchyWriter(page);
  const rangeOf = (node: number): Range | undefined =>
    writer.trim({ from: leafAt(leaves, node), to: leafAt(leaves, document.end[node]!) - 1 });
  for (let node = 1; node < document.size; node++) {
    const children: { readonly node: number; readonly range: Range }[] = [];
    for (let child = document.firstChild[node]!; child >= 0; child = document.nextSibling[child]!) {
      const range = rangeOf(child);
      if (range !== undefined) children.push({ node: child, range });
    }
    if (children.length < 2) continue;
    const [first, ...rest] = children;
    const isLabelled = HEADING_TAGS[document.tag[first!.node]!] === 1;
    const own = rangeOf(node);
    if (isLabelled && own) writer.label(first!.range, own);
    writer.group((isLabelled ? rest : children).map(({ range }) => range));
  }
  return writer;
}

/** Baseline: a heading labels what follows up to the next of its level or a higher one. */
function headingHierarchy(page: Page): Hierarchy {
  const { document, leaves } = page;
  const writer = new HierarchyWriter(page);
  const open: { readonly level: number; readonly own: Range; readonly parts: Range[] }[] = [];
  const close = (level: number, last: number) => {
    while (open.length > 0 && open.at(-1)!.level >= level) {
      const { own, parts } = open.pop()!;
      const range = { from: own.from, to: last };
      writer.label(own, range);
      writer.group(parts);
      open.at(-1)?.parts.push(range);
    }
  };
  for (let node = 1; node < document.size; node++) {
    if (HEADING_TAGS[document.tag[node]!] !== 1 || shownText(document, node) === "") continue;
    const own = writer.trim({ from: leafAt(leaves, node), to: leafAt(leaves, document.end[node]!) - 1 });
    if (own === undefined) continue;
    const level = document.tag[node]! - TAG.h1;
    close(level, own.from - 1);
    open.push({ level, own, parts: [] });
  }
  close(0, leaves.count - 1);
  return writer;
}
