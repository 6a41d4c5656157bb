export { isLabel } from "./label-text.ts";
export { mineTaxonomy } from "./mine-taxonomy.ts";
export { type TaxonomyOptions, usualOptions } from "./options.ts";
export { eachLabel, type LabelNode, type PageLabels, type SiteLabels } from "./page-labels.ts";
export { readPageLabels } from "./read-page-labels.ts";
export type { Concept, ConceptLabel, Evidence, EvidenceKind, Join, Relation, Taxonomy } from "./taxonomy.ts";
export { taxonomyToHtml } from "./write-html.ts";
export { taxonomyToTree } from "./write-tree.ts";
export { taxonomyToTurtle } from "./write-turtle.ts";
