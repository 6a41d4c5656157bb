import { readFileSync } from "node:fs";
import { join } from "node:path";
import { formatShare } from "../../../src/eval/index.ts";
import { attribute, nodeAt, parseHtml, readHtml } from "../../../src/html/index.ts";
import { leafAt, Page } from "../../../src/page/index.ts";
import { flatSegments, partitionPage, type SemanticNode } from "../../../src/site/index.ts";
import { foldSpaces } from "../../../src/text/index.ts";
import type { GroupTruth, ItemTruth } from "../../../test/newsroom/build/leaves.ts";
import { LANGUAGES, LOOKS, makeSite, type NewsPage } from "../../../test/newsroom/index.ts";
import type { TaxonomyNode } from "../../../test/newsroom/site/taxonomy.ts";
import { plainTable } from "../experiment.ts";
import type { SiteRun } from "./site-run.ts";

/** Sites of each look; languages go round, so that all come up. */
const SEEDS = { whole: [11, 12, 13, 14, 15, 16], quick: [11] } as const;
const PAGE_TYPES = ["home", "section"] as const;

/** Precision and recall of one page. */
interface Agreement {
  readonly pageType: string;
  readonly look: string;
  readonly precision: number;
  readonly recall: number;
}

/** The hierarchical partitioner: against known hierarchies, against blocks drawn by people, and how its time grows. */
export async function measurePartition(run: SiteRun): Promise<string> {
  const measured = LOOKS.flatMap((look, index) =>
    SEEDS[run.isQuick ? "quick" : "whole"].flatMap((seed) => measureSite(look, index, seed)),
  );
  const rows = [
    ...LOOKS.map((look) =>
      rowOf(
        look,
        measured.filter((own) => own.look === look),
      ),
    ),
    rowOf("all", measured),
  ];
  return [
    HIERARCHY_RULE,
    plainTable(["look", "home P", "home R", "section P", "section R", "pages"], rows, 1),
    await blockAgreement(await run.folder("complete2013")),
    growthOfTime(run.isQuick),
  ].join("\n\n");
}

const HIERARCHY_RULE = `Transitive closure of what stands above what (section 5.1 of the paper, which reports .87 and .83 on its sites), on home and section
pages of made-up sites in every look and language. A pair is a label and a leaf below it. True are: the label of a group over all that the group's
element holds, the headline of an item over the rest of the item, a section in a menu over those inside it. Pairs are judged whose lower leaf is
in a group; P and R are means over pages. The looks were known when the rules were made; stories and languages are drawn anew.`;

function measureSite(look: (typeof LOOKS)[number], index: number, seed: number): Agreement[] {
  const language = LANGUAGES[(index + seed) % LANGUAGES.length]!;
  const site = makeSite({ look, language, seed });
  return site.pages
    .filter(({ pageType }) => PAGE_TYPES.some((type) => type === pageType))
    .map((made) => {
      const page = new Page(parseHtml(made.html), made.url);
      const truth = readHierarchy(page, made, site.truth.taxonomy);
      const found = closureOf(page, partitionPage(page), truth);
      const right = found.filter((pair) => truth.pairs.has(pair)).length;
      const { pageType } = made;
      return {
        pageType,
        look,
        precision: right / Math.max(1, found.length),
        recall: right / truth.pairs.size,
      };
    });
}

/** The pairs of the partition whose lower leaf is judged. */
function closureOf({ leaves }: Page, tree: SemanticNode, { judged }: HierarchyTruth): string[] {
  const pairs: string[] = [];
  const pending = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    pending.push(...node.children);
    const { label, from, to } = node;
    if (label === undefined) continue;
    for (let leaf = from; leaf < to; leaf++) {
      const isLabel = leaf >= label.leaf && leaf < label.to;
      if (!isLabel && leaves.visible[leaf] === 1 && judged.has(leaf)) pairs.push(pairKey(label.leaf, leaf));
    }
  }
  return pairs;
}

function rowOf(name: string, measured: readonly Agreement[]): string[] {
  const cells = PAGE_TYPES.flatMap((type) => {
    const own = measured.filter(({ pageType }) => pageType === type);
    return (["precision", "recall"] as const).map((of) =>
      formatShare(own.reduce((sum, page) => sum + page[of], 0) / Math.max(1, own.length)),
    );
  });
  return [name, ...cells, String(measured.length)];
}

const SIZES = [500, 1000, 2000, 5000] as const;
const RUNS = { whole: 15, quick: 5 } as const;
/** Rounds that are not counted, until the code is compiled. */
const WARM_UP = 5;

/** The time of a partition by the number of leaves, layout estimate and all, as multiples of the smallest page's. */
function growthOfTime(isQuick: boolean): string {
  const pages = SIZES.map((size) => ({ size, html: homePage(size) }));
  const runs = RUNS[isQuick ? "quick" : "whole"];
  const rounds = Array.from({ length: WARM_UP + runs }, () => pages.map(({ html }) => timeOf(html)));
  const counted = rounds.slice(WARM_UP);
  const times = pages.map((_, index) => counted.reduce((sum, round) => sum + round[index]!, 0) / runs);
  const rows = pages.map(({ size, html }, index) => [
    String(size),
    String(new Page(parseHtml(html)).leaves.count),
    (times[index]! / times[0]!).toFixed(1),
    (times[index]! / 1000).toFixed(2),
  ]);
  return `Time of a partition as the page grows, against the smallest page; processor time, mean of ${runs} runs, parsing not counted.\n\n${plainTable(["leaves asked for", "leaves", "times as long", "seconds"], rows, 0)}`;
}

/** Processor time of this thread, which other load on the machine does not change. */
function timeOf(html: string): number {
  const page = new Page(parseHtml(html));
  const start = process.threadCpuUsage();
  partitionPage(page);
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/** Sections of items with and without pictures, and of plain links, until there are enough leaves. */
function homePage(leaves: number): string {
  const parts: string[] = ["<body><h1>Courier</h1>"];
  for (let count = 1; count < leaves; ) {
    const items = Array.from({ length: 6 }, (_, index) => {
      const picture = index % 3 === 0 ? '<img src="a.png" alt="">' : "";
      count += index % 3 === 0 ? 3 : 2;
      return `<article>${picture}<h3><a href="/${count}">Story ${count}</a></h3><p>What came of it, in ${count} words.</p></article>`;
    });
    const links = Array.from(
      { length: 5 },
      (_, index) => `<li><a href="/more/${count + index}">More ${index}</a></li>`,
    );
    count += 6;
    parts.push(`<section><h2>Section ${count}</h2>${items.join("")}<ul>${links.join("")}</ul></section>`);
  }
  return parts.join("");
}

/** Leaves from one to another, the last one excluded. */
interface LeafRange {
  readonly from: number;
  readonly to: number;
}

/** The overlap of a block that people drew with the best part of each kind of partition. */
interface BlockScore {
  readonly level: string;
  readonly segments: number;
  readonly tree: number;
}

/** Any partition has a part for a block of fewer leaves. */
const MIN_LEAVES = 2;
/** A block counts as found from this overlap up. */
const FOUND = 0.9;

const RULE = `Blocks that people drew on real home pages. A block counts where at least ${MIN_LEAVES} leaves of it are seen; its score is the best overlap of its
seen leaves with those of any one part (intersection over union), and it is found from ${FOUND} on. Flat segments alone stand beside the tree.
The tree keeps the page's own containers, so this says that it cuts through next to none of what people see as one, not that it is small.`;

/** Block agreement on pages that mark their semantic blocks with \`data-block\`. */
async function blockAgreement(folder: string): Promise<string> {
  const scores = goldPages(folder).flatMap((page) => scorePage(page));
  const rows = ["1", "2", "all"].map((level) => {
    const own = scores.filter((score) => level === "all" || score.level === level);
    const cells = (["segments", "tree"] as const).flatMap((of) => [
      formatShare(own.reduce((sum, score) => sum + score[of], 0) / Math.max(1, own.length)),
      formatShare(own.filter((score) => score[of] >= FOUND).length / Math.max(1, own.length)),
    ]);
    return [level, String(own.length), ...cells];
  });
  const heads = ["level", "blocks", "segments: overlap", "segments: found", "tree: overlap", "tree: found"];
  return `${RULE}\n\n${plainTable(heads, rows, 0)}`;
}

function goldPages(folder: string): Page[] {
  const lines = readFileSync(join(folder, "index.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line) => {
    const { goldHtml, url }: { goldHtml: string; url: string } = JSON.parse(line);
    return new Page(readHtml(readFileSync(join(folder, goldHtml))).document, url);
  });
}

function scorePage(page: Page): BlockScore[] {
  const { document, leaves } = page;
  const segments = flatSegments(page);
  const parts = partsOf(partitionPage(page));
  const scores: BlockScore[] = [];
  for (let node = 0; node < document.size; node++) {
    const level = attribute(document, node, "data-block");
    if (level === undefined) continue;
    const block = { from: leafAt(leaves, node), to: leafAt(leaves, document.end[node]!) };
    if (countSeen(page, block) < MIN_LEAVES) continue;
    const best = (ranges: readonly LeafRange[]) =>
      Math.max(0, ...ranges.map((range) => overlap(page, block, range)));
    scores.push({ level, segments: best(segments), tree: best(parts) });
  }
  return scores;
}

function partsOf(tree: SemanticNode): SemanticNode[] {
  const parts = [tree];
  for (let at = 0; at < parts.length; at++) parts.push(...parts[at]!.children);
  return parts;
}

function overlap(page: Page, a: LeafRange, b: LeafRange): number {
  const shared = countSeen(page, { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) });
  return shared / (countSeen(page, a) + countSeen(page, b) - shared);
}

function countSeen({ leaves }: Page, { from, to }: LeafRange): number {
  let seen = 0;
  for (let leaf = from; leaf < to; leaf++) seen += leaves.visible[leaf]!;
  return seen;
}

/** The expected relations of a made-up page: pairs of leaves, the label first; and which leaves are judged. */
interface HierarchyTruth {
  readonly pairs: ReadonlySet<string>;
  readonly judged: ReadonlySet<number>;
}

/** A pair of leaves, written so that sets can hold it. */
function pairKey(above: number, below: number): string {
  return `${above} ${below}`;
}

/**
 * The transitive closure of the truth of a newsroom page: the label of a group is above all that the group's element holds,
 * the groups inside it too; the headline of an item above the rest of the item; in menus a section above those that the site has inside it. Leaves outside of
 * groups are not judged.
 */
function readHierarchy(page: Page, { truth }: NewsPage, taxonomy: readonly TaxonomyNode[]): HierarchyTruth {
  const pairs = new Set<string>();
  const judged = new Set<number>();
  const labels = new Set(
    truth.leaves.filter(({ role }) => role === "section-label").map(({ path }) => leafOf(page, path)),
  );
  const pending: GroupTruth[] = [...truth.groups];
  for (let group = pending.pop(); group !== undefined; group = pending.pop()) {
    pending.push(...group.children);
    const inside = leavesIn(page, group.path);
    for (const leaf of inside) judged.add(leaf);
    const label = inside.find((leaf) => labels.has(leaf));
    if (group.label !== null && label !== undefined) addBelow(pairs, label, inside);
    for (const item of group.items) addItem(page, pairs, item);
    if (group.kind === "navigation") addMenu(page, pairs, group, taxonomy);
  }
  return { pairs, judged };
}

function addItem(page: Page, pairs: Set<string>, { path, title }: ItemTruth): void {
  const inside = leavesIn(page, path);
  const headline = inside.find((leaf) => textOf(page, leaf) === foldSpaces(title));
  if (headline !== undefined) addBelow(pairs, headline, inside);
}

function addMenu(
  page: Page,
  pairs: Set<string>,
  { items }: GroupTruth,
  taxonomy: readonly TaxonomyNode[],
): void {
  const entryOf = ({ url }: TaxonomyNode) => items.find((item) => new URL(item.url, url).href === url)?.path;
  for (const section of taxonomy) {
    const above = entryOf(section);
    const below = section.children.map(entryOf).filter((path) => path !== undefined);
    if (above !== undefined)
      addBelow(
        pairs,
        leavesIn(page, above)[0]!,
        below.flatMap((path) => leavesIn(page, path)),
      );
  }
}

function addBelow(pairs: Set<string>, above: number, inside: readonly number[]): void {
  for (const leaf of inside) if (leaf !== above) pairs.add(pairKey(above, leaf));
}

function leavesIn(page: Page, path: string): number[] {
  const { document, leaves } = page;
  const node = nodeAt(document, path);
  const from = leafAt(leaves, node);
  const to = leafAt(leaves, document.end[node]!);
  return Array.from({ length: to - from }, (_, at) => from + at).filter((leaf) => leaves.visible[leaf] === 1);
}

function leafOf(page: Page, path: string): number {
  return leafAt(page.leaves, nodeAt(page.document, path));
}

function textOf({ document, leaves }: Page, leaf: number): string {
  const node = leaves.node[leaf]!;
  return foldSpaces(document.text.slice(document.textStart[node], document.textEnd[node]));
}
