import type { Concept, Taxonomy } from "./taxonomy.ts";

/** A concept with those that stand under it. */
export interface ConceptNode {
  readonly concept: Concept;
  /** "1 site", "3 sites"; of one site alone there is nothing to count. */
  readonly siteCount: string | undefined;
  readonly children: readonly ConceptNode[];
}

/** The tree of a taxonomy, the most frequent concepts first. */
export function conceptTree({ sites, concepts }: Taxonomy): ConceptNode[] {
  const under = Map.groupBy(concepts, ({ broader }) => broader);
  const nodes = (broader: string | undefined): ConceptNode[] =>
    (under.get(broader) ?? []).map((concept) => ({
      concept,
      siteCount: sites.length === 1 ? undefined : countSites(concept),
      children: nodes(concept.id),
    }));
  return nodes(undefined);
}

/** What most sites call a concept. */
export function nameOf({ labels, id }: Concept): string {
  return labels[0]?.text ?? id;
}

/** The other names of a concept, each once. */
export function otherNames({ labels }: Concept): string[] {
  return [...new Set(labels.map(({ text }) => text))].slice(1);
}

function countSites({ sites }: Concept): string {
  return sites.length === 1 ? "1 site" : `${sites.length} sites`;
}
