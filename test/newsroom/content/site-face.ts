import type { Language } from "../languages/language.ts";
import { CONCEPTS, type Concept, type LookId, PARENTS, type UsualConcept } from "../names.ts";
import type { Random } from "../random.ts";

/** A section under the name that one site gives it. */
export interface Section {
  readonly concept: Concept;
  readonly name: string;
  readonly path: string;
  readonly children: readonly Section[];
}

/** What all pages of one site have in common. */
export interface SiteFace {
  readonly name: string;
  readonly domain: string;
  readonly language: Language;
  readonly look: LookId;
  readonly year: number;
  readonly sections: readonly Section[];
}

/** The year of a look, which its name ends with. */
function yearOf(look: LookId): number {
  return Number(look.slice(-4));
}

/** Picks a name, a domain and section names for a site. */
export function makeFace(language: Language, look: LookId, random: Random): SiteFace {
  const [name, slug] = random.pick(language.papers);
  const year = yearOf(look);
  const section = (concept: UsualConcept): Section => ({
    concept,
    name: random.pick(language.sections[concept]),
    path: `/${concept}/`,
    children: CONCEPTS.filter((child) => PARENTS[child] === concept).map(section),
  });
  const top = CONCEPTS.filter((concept) => PARENTS[concept] === undefined);
  return {
    name,
    domain: `${slug}-${String(year).slice(2)}.example`,
    language,
    look,
    year,
    sections: random.sample(top, top.length).map(section),
  };
}

/** All sections of a site, parents before children. */
export function allSections(face: SiteFace): Section[] {
  return face.sections.flatMap((section) => [section, ...section.children]);
}

/** The section of a site for a concept. */
export function sectionOf(face: SiteFace, concept: Concept): Section {
  const found = allSections(face).find((section) => section.concept === concept);
  if (!found) throw new RangeError(`${face.domain} has no section for ${concept}`);
  return found;
}
