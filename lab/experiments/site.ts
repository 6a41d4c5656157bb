import { type Experiment, plainTable } from "./experiment.ts";
import { measureCost } from "./site/cost.ts";
import { measureBodies, measureInstances } from "./site/instances.ts";
import { measureItems } from "./site/items.ts";
import { measurePartition } from "./site/partition.ts";
import { measureProfile, measureProfileParts } from "./site/profile.ts";
import { measureRetrain } from "./site/retrain.ts";
import { type SiteRun, type SiteSections, siteExperiment } from "./site/site-run.ts";
import { measureTaxonomy } from "./site/taxonomy.ts";
import { measureTed, tedRows } from "./site/ted.ts";

/** What is measured, in the order of the document, each with its heading. */
const SECTIONS = {
  partition: ["Partitions", measurePartition],
  taxonomy: ["Taxonomy", measureTaxonomy],
  items: ["Items of section pages", measureItems],
  instances: ["Articles by mined templates", measureInstances],
  profile: ["Site profiles", measureProfile],
  "profile-parts": ["What a profile is asked", measureProfileParts],
  retrain: ["Trees that learn of the site", measureRetrain],
  ted: ["Tree edit distance", measureTed],
  unseen: ["Templates and tree edit distance on unseen sites", measureUnseen],
  cost: ["Cost of a whole site", measureCost],
} as const satisfies SiteSections;

/** The words that `--only` takes. */
export const SITE_SECTIONS: readonly string[] = Object.keys(SECTIONS);

/** Site mining: partitions, taxonomy, instances, items, profiles, the comparator by tree edit distance, cost. */
export const site: Experiment = siteExperiment(SECTIONS);

/** Sets with several pages a site that no rule of templates or of tree edit distance was chosen on. */
const UNSEEN_SETS = ["dragnet-a", "cleanportaleval"];

/** Mined templates and the comparator by tree edit distance on sites that their rules were not chosen on. */
async function measureUnseen(run: SiteRun): Promise<string> {
  const bodies: string[][] = [];
  const ted: string[][] = [];
  for (const set of UNSEEN_SETS) {
    bodies.push(...(await measureBodies(run, set)));
    ted.push(...(await tedRows(run, set)));
  }
  return [
    plainTable(["set", "extractor", "pages", "P", "R", "F1", "title"], bodies, 2),
    plainTable(["set", "method", "groups", "pages", "F1", "P", "R", "correctly"], ted, 2),
  ].join("\n\n");
}
