export { type Address, liesUnder, readAddress } from "./addresses.ts";
export { isLabel, labelKey } from "./label-words.ts";
export { mineTaxonomy } from "./mine-taxonomy.ts";
export { eachLabel, type PageLabels, readPageLabels, type SiteLabels } from "./page-labels.ts";
export type { Concept, Taxonomy } from "./taxonomy.ts";
export { taxonomyToHtml, taxonomyToJson, taxonomyToTree, taxonomyToTurtle } from "./writers.ts";
