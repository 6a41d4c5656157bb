import { readFileSync } from "node:fs";
import { join } from "node:path";
import { formatShare } from "../../../src/eval/index.ts";
import { attribute, readHtml } from "../../../src/html/index.ts";
import { leafAt, Page } from "../../../src/page/index.ts";
import { flatSegments, partitionPage, type SemanticNode } from "../../../src/site/index.ts";
import { plainTable } from "../plain-table.ts";

/** Leaves from one to another, the last one excluded. */
interface LeafRange {
  readonly from: number;
  readonly to: number;
}

/** How well a block that people drew is met, by the best part of each kind of partition. */
interface BlockScore {
  readonly level: string;
  readonly segments: number;
  readonly tree: number;
}

/** Blocks of fewer leaves are met by any partition. */
const MIN_LEAVES = 2;
/** From this overlap on a block counts as found. */
const FOUND = 0.9;

const RULE = `Blocks that people drew on real home pages. A block counts where at least ${MIN_LEAVES} leaves of it are seen; its score is the best overlap of its
seen leaves with those of any one part (intersection over union), and it is found from ${FOUND} on. Flat segments alone stand beside the tree.
The tree keeps the page's own containers, so this says that it cuts through next to none of what people see as one, not that it is small.`;

/** Block agreement on pages that mark their semantic blocks with \`data-block\`. */
export async function blockAgreement(folder: string): Promise<string> {
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
