export { type FlatOptions, type FlatSegment, flatSegments } from "./flat-segments.ts";
export { type PartitionOptions, partitionPage } from "./partition-page.ts";
export type { SemanticKind, SemanticLabel, SemanticNode } from "./semantic-tree.ts";
export { partitionToHtml, partitionToJson, partitionToTree, partitionToXml } from "./semantic-tree.ts";
