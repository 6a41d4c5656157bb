import type { Page } from "../../page/index.ts";
import { partitionLeaves } from "./binary-partition.ts";
import { EmphasisReader } from "./emphasis.ts";
import { type FlatOptions, segmentStarts } from "./flat-segments.ts";
import { groupPartition } from "./group-tree.ts";
import { Likeness } from "./grouping-cost.ts";
import { HeadReader } from "./heads.ts";
import { readLeafTree } from "./leaf-tree.ts";
import { Promoter } from "./promote.ts";
import type { SemanticNode } from "./semantic-tree.ts";

/** How a page is partitioned. */
export interface PartitionOptions extends FlatOptions {
  /** Neighbours that cost less to group are instances of a group; the paper's is 0.33. */
  readonly groupThreshold?: number;
  /** Texts that are promoted as if they were emphasised: the frequent labels of section 4; case and a colon at the end do not count. */
  readonly labels?: Iterable<string>;
}

/**
 * OntoMiner's hierarchical partitioner (Vadrevu et al. 2005, section 2.2): the cheapest binary tree over the seen leaves, similar
 * neighbours as instances of groups, emphasised texts promoted to labels. See docs/partitions.md for readings and deviations.
 */
export function partitionPage(page: Page, options: PartitionOptions = {}): SemanticNode {
  const whole = { kind: "page", from: 0, to: page.leaves.count } as const;
  const tree = readLeafTree(page);
  const starts = segmentStarts(tree, options);
  const partition = partitionLeaves(tree, starts);
  const draft = groupPartition(partition, new Likeness(tree, partition.spans, options.groupThreshold));
  if (draft === undefined) return { ...whole, children: [] };
  const heads = new HeadReader(page, tree, new EmphasisReader(page, tree, options.labels));
  const root = new Promoter(tree, heads, starts).finish(draft);
  const isPlain = root.label === undefined && (root.kind === "part" || root.kind === "segment");
  return { ...whole, children: isPlain ? root.children : [root] };
}
