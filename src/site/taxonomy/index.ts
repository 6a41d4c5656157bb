export { mineTaxonomy } from "./mine-taxonomy.ts";
export { type TaxonomyOptions, usualOptions } from "./options.ts";
export type { LabelNode, PageLabels, SiteLabels } from "./page-labels.ts";
export { readPageLabels } from "./read-page-labels.ts";
export type { Concept, ConceptLabel, Evidence, EvidenceKind, Join, Relation, Taxonomy } from "./taxonomy.ts";
