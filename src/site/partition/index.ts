export { type FlatOptions, type FlatSegment, flatSegments } from "./flat-segments.ts";
export { type PartitionOptions, partitionPage } from "./partition-page.ts";
export type { SemanticKind, SemanticLabel, SemanticNode } from "./semantic-tree.ts";
export { partitionToHtml } from "./write-html.ts";
export { partitionToJson } from "./write-json.ts";
export { partitionToTree } from "./write-tree.ts";
export { partitionToXml } from "./write-xml.ts";
