import type { Page } from "../../page/index.ts";
import { partitionLeaves } from "./binary-partition.ts";
import { EmphasisReader } from "./emphasis.ts";
import { type FlatOptions, segmentStarts } from "./flat-segments.ts";
import { groupPartition } from "./group-tree.ts";
import { InstanceSimilarity } from "./grouping-cost.ts";
import { HeadReader } from "./heads.ts";
import { readLeafTree } from "./leaf-tree.ts";
import { Promoter } from "./promote.ts";
import type { SemanticNode } from "./semantic-tree.ts";

/** How a page is partitioned. */
export interface PartitionOptions extends FlatOptions {
  /** Neighbours with a lower grouping cost are instances of a group; 0.33 as in the paper. */
  readonly groupThreshold?: number;
  /** Texts to promote like emphasised ones: the frequent labels of section 4. Case and a final colon are ignored. */
  readonly labels?: Iterable<string>;
}

/**
 * OntoMiner's hierarchical partitioner (Vadrevu et al. 2005, section 2.2): binary partition tree, grouping, promotion. See
 * docs/partitions.md for readings and deviations.
 */
export function partitionPage(page: Page, options: PartitionOptions = {}): SemanticNode {
  const whole = { kind: "page", from: 0, to: page.leaves.count } as const;
  const tree = readLeafTree(page);
  const starts = segmentStarts(tree, options);
  const partition = partitionLeaves(tree, starts);
  const draft = groupPartition(
    partition,
    new InstanceSimilarity(tree, partition.spans, options.groupThreshold),
  );
  if (draft === undefined) return { ...whole, children: [] };
  const heads = new HeadReader(page, tree, new EmphasisReader(page, tree, options.labels));
  const root = new Promoter(tree, heads, starts).finish(draft);
  const isPlain = root.label === undefined && (root.kind === "part" || root.kind === "segment");
  return { ...whole, children: isPlain ? root.children : [root] };
}
