import { type Experiment, setLines } from "./experiment.ts";
import { SetFinder, type SiteRun, type SiteSection } from "./site/site-run.ts";
import { measureAttributes } from "./site-truth/attributes.ts";
import { measureItemTruth } from "./site-truth/items.ts";
import { learnSections } from "./site-truth/learn-sections.ts";
import { measureHierarchies } from "./site-truth/pages.ts";
import { measureRelationEvidence } from "./site-truth/relations.ts";
import { measureTaxonomyTruth } from "./site-truth/taxonomy.ts";

const SECTIONS = {
  taxonomy: ["Taxonomy", measureTaxonomyTruth],
  hierarchies: ["Hierarchies", measureHierarchies],
  items: ["Items", measureItemTruth],
  attributes: ["Attributes", measureAttributes],
  learn: ["Weights of section evidence", learnSections],
  relations: ["Evidence of relations", measureRelationEvidence],
} as const satisfies Readonly<Record<string, readonly [heading: string, SiteSection]>>;

/** The words that `--only` takes. */
export const SITE_TRUTH_SECTIONS: readonly string[] = Object.keys(SECTIONS);

/** Site mining against labels of real pages by two readers; see site-truth/GUIDELINE.md. */
export const siteTruth: Experiment = async function* ({ places, provenance, isQuick, only }) {
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
