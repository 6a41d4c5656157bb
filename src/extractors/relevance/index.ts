export { PAPER_OPTIONS, type RelevanceOptions } from "./options.ts";
export { makeRelevance } from "./relevance.ts";
