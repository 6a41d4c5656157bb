export { type Address, liesUnder, readAddress } from "./address.ts";
export { isLabel, labelKey } from "./label-text.ts";
export { mineTaxonomy } from "./mine-taxonomy.ts";
export {
  eachLabel,
  type LabelNode,
  type PageLabels,
  readPageLabels,
  type SiteLabels,
} from "./page-labels.ts";
export type {
  Concept,
  ConceptLabel,
  Evidence,
  EvidenceKind,
  Join,
  Relation,
  Taxonomy,
  TaxonomyOptions,
} from "./taxonomy.ts";
export { taxonomyToHtml, taxonomyToJson, taxonomyToTree, taxonomyToTurtle } from "./writers.ts";
