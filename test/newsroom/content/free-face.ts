import type { Language } from "../languages/language.ts";
import { sectionNames } from "../languages/section-names.ts";
import { CONCEPTS, type Concept, FINER_CONCEPTS, type LookId, PARENTS } from "../names.ts";
import type { Random } from "../random.ts";
import { makeFace, type Section, type SiteFace } from "./site-face.ts";

/** How often a site has a large section, a small one, and names its folders after the idea and not after its own label. */
const CHANCES = { large: 0.9, small: 0.65, commonFolder: 0.45, nestedFolders: 0.6, flatMenu: 0.2 };
/** Folders that some sites keep all their sections in. */
const OUTER_FOLDERS = ["", "", "", "news/", "c/", "rubric/"] as const;

/** A face whose sections, their names, addresses and order are the site's own choice. */
export function makeFreeFace(language: Language, look: LookId, random: Random): SiteFace {
  const outer = random.pick(OUTER_FOLDERS);
  const isNested = random.chance(CHANCES.nestedFolders);
  const make = (concept: Concept, folder: string): Section => {
    const name = random.pick(sectionNames(language, concept));
    const own = random.chance(CHANCES.commonFolder) ? concept : (slugOf(name) ?? concept);
    const path = `${folder}${own}/`;
    const children = [...CONCEPTS, ...FINER_CONCEPTS].filter(
      (child) => PARENTS[child] === concept && random.chance(CHANCES.small),
    );
    return {
      concept,
      name,
      path,
      children: children.map((child) => make(child, isNested ? path : `/${outer}`)),
    };
  };
  const top = CONCEPTS.filter((concept) => PARENTS[concept] === undefined && random.chance(CHANCES.large));
  const sections = random.sample(top, top.length).map((concept) => make(concept, `/${outer}`));
  return {
    ...makeFace(language, look, random.fork("name")),
    sections: random.chance(CHANCES.flatMenu) ? sections.flatMap(flatten) : sections,
  };
}

/** Some sites show all their sections side by side. */
function flatten(section: Section): Section[] {
  return [{ ...section, children: [] }, ...section.children.flatMap(flatten)];
}

/** A label as a folder, where it has Latin letters. */
function slugOf(name: string): string | undefined {
  const latin = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return latin.match(/[a-z0-9]+/g)?.join("-");
}
