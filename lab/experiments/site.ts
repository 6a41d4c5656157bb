import { type Experiment, setLines } from "./experiment.ts";
import { measureCost } from "./site/cost.ts";
import { measureInstances } from "./site/instances.ts";
import { measureItems } from "./site/items.ts";
import { measurePartition } from "./site/partition.ts";
import { measureProfile, measureProfileParts } from "./site/profile.ts";
import { measureRetrain } from "./site/retrain.ts";
import { SetFinder, type SiteRun, type SiteSection } from "./site/site-run.ts";
import { measureTaxonomy } from "./site/taxonomy.ts";
import { measureTed } from "./site/ted.ts";
import { measureUnseen } from "./site/unseen.ts";

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
} as const satisfies Readonly<Record<string, readonly [heading: string, SiteSection]>>;

/** The words that `--only` takes. */
export const SITE_SECTIONS: readonly string[] = Object.keys(SECTIONS);

/** Site mining: partitions, taxonomy, instances, items, profiles, the comparator by tree edit distance, cost. */
export const site: Experiment = async function* ({ places, provenance, isQuick, only }) {
  yield `Measured on ${provenance.date} with galley ${provenance.version}: \`${provenance.command}\``;
  const finder = new SetFinder(places);
  const tell = (message: string) => process.stderr.write(`${message}\n`);
  const run: SiteRun = { folder: (set) => finder.folder(set), isQuick, tell };
  for (const [name, [heading, measure]] of Object.entries<readonly [string, SiteSection]>(SECTIONS)) {
    if (only !== undefined && only !== name) continue;
    tell(heading);
    yield `## ${heading}\n\n${await measure(run)}`;
    const sets = await finder.takeAsked();
    if (sets.length > 0) yield setLines(sets);
  }
};
