import type { Taxonomy } from "./taxonomy.ts";

/** A taxonomy as JSON: concepts with their names and evidence, and all relations. */
export function taxonomyToJson(taxonomy: Taxonomy): string {
  return `${JSON.stringify(taxonomy, null, 2)}\n`;
}
