import type { Section, SiteFace } from "../content/site-face.ts";
import { languages } from "../languages/index.ts";
import { sectionNames } from "../languages/section-names.ts";
import { type Concept, LANGUAGES, type LanguageCode } from "../names.ts";

/** A section of a site, with the names that other sites give to the same idea. */
export interface TaxonomyNode {
  readonly concept: Concept;
  readonly name: string;
  readonly url: string;
  readonly otherNames: Readonly<Partial<Record<LanguageCode, readonly string[]>>>;
  readonly children: readonly TaxonomyNode[];
}

function otherNames(section: Section): TaxonomyNode["otherNames"] {
  return Object.fromEntries(
    LANGUAGES.map((code) => [
      code,
      sectionNames(languages[code], section.concept).filter((name) => name !== section.name),
    ]),
  );
}

/** The tree of a site's sections. */
export function makeTaxonomy(face: SiteFace): TaxonomyNode[] {
  const node = (section: Section): TaxonomyNode => ({
    concept: section.concept,
    name: section.name,
    url: `https://${face.domain}${section.path}`,
    otherNames: otherNames(section),
    children: section.children.map(node),
  });
  return face.sections.map(node);
}
