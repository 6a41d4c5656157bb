import type { Experiment } from "./experiment.ts";
import { type SiteSections, siteExperiment } from "./site/site-run.ts";
import { measureAttributes } from "./site-truth/attributes.ts";
import { measureItemTruth } from "./site-truth/items.ts";
import { measureSectionTrees } from "./site-truth/learn-sections.ts";
import { measureHierarchies } from "./site-truth/pages.ts";
import { measureRelationEvidence } from "./site-truth/relations.ts";
import { measureTaxonomyTruth } from "./site-truth/taxonomy.ts";

const SECTIONS = {
  taxonomy: ["Taxonomy", measureTaxonomyTruth],
  hierarchies: ["Hierarchies", measureHierarchies],
  items: ["Items", measureItemTruth],
  attributes: ["Attributes", measureAttributes],
  learn: ["Trees that judge sections", measureSectionTrees],
  relations: ["Evidence of relations", measureRelationEvidence],
} as const satisfies SiteSections;

/** The words that `--only` takes. */
export const SITE_TRUTH_SECTIONS: readonly string[] = Object.keys(SECTIONS);

/** Site mining against labels of real pages by two readers; see site-truth/GUIDELINE.md. */
export const siteTruth: Experiment = siteExperiment(SECTIONS);
