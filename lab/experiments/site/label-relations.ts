import type { Concept, Taxonomy } from "../../../src/site/taxonomy/index.ts";
import { labelKey } from "../../../src/site/taxonomy/label-text.ts";

/** Precision and recall of a set against another. */
export interface Agreement {
  readonly precision: number;
  readonly recall: number;
}

/** The concepts above each concept of the tree, the nearest first. */
export function ancestors(taxonomy: Taxonomy): [broader: Concept, narrower: Concept][] {
  const byId = new Map(taxonomy.concepts.map((concept) => [concept.id, concept]));
  return taxonomy.concepts.flatMap((concept) => {
    const found: [Concept, Concept][] = [];
    for (let at = concept.broader; at !== undefined; at = byId.get(at)?.broader) {
      const broader = byId.get(at);
      if (broader !== undefined) found.push([broader, concept]);
    }
    return found;
  });
}

/** The names of a concept, each once whatever its case, the most used first. */
export function namesOf({ labels }: Concept): string[] {
  const names = new Map<string, string>();
  for (const { text } of labels) if (!names.has(labelKey(text))) names.set(labelKey(text), text);
  return [...names.values()];
}

/** One text for a relation of two labels. */
export function relationKey(broader: string, narrower: string): string {
  return `${labelKey(broader)} > ${labelKey(narrower)}`;
}

/** The share of what was found that is true, and of what is true that was found. */
export function compareSets(found: ReadonlySet<string>, truth: ReadonlySet<string>): Agreement {
  const right = [...found].filter((each) => truth.has(each)).length;
  return { precision: right / Math.max(1, found.size), recall: right / Math.max(1, truth.size) };
}
