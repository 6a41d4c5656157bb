import type { Concept, FinerConcept } from "../names.ts";
import { FINER_SECTIONS } from "./finer-sections.data.ts";
import type { Language } from "./language.ts";

/** What sites of a language call a section; nothing where none of them has it. */
export function sectionNames(language: Language, concept: Concept): readonly string[] {
  if (isFiner(concept)) return FINER_SECTIONS[language.code]?.[concept] ?? [];
  return language.sections[concept];
}

function isFiner(concept: Concept): concept is FinerConcept {
  return concept in (FINER_SECTIONS.en ?? {});
}
