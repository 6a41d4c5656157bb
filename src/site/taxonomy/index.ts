export { mineTaxonomy } from "./mine-taxonomy.ts";
export {
  type Address,
  eachLabel,
  isLabel,
  labelKey,
  liesUnder,
  type PageLabels,
  readAddress,
  readPageLabels,
  type SiteLabels,
} from "./page-labels.ts";
export type { Concept, Taxonomy } from "./taxonomy.ts";
export { taxonomyToHtml, taxonomyToJson, taxonomyToTree, taxonomyToTurtle } from "./writers.ts";
