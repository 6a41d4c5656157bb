export { type FlatOptions, type FlatSegment, flatSegments } from "./flat-segments.ts";
export type { SemanticKind, SemanticLabel, SemanticNode } from "./semantic-tree.ts";
