import { seededRandom } from "../../eval/index.ts";
import { FUSED_FEATURES } from "../../extractors/index.ts";
import { BLOCK_FEATURES } from "../../page/index.ts";

const FAMILY_OF = new Map<string, string>(BLOCK_FEATURES.map(({ name, family }) => [name, family]));

/** The columns of each family of features; what names say is a family, and so is each witness. */
const FAMILIES: readonly (readonly number[])[] = [
  ...Map.groupBy(FUSED_FEATURES.keys(), (column) => familyOf(FUSED_FEATURES[column]!)).values(),
];

function familyOf(name: string): string {
  return FAMILY_OF.get(name) ?? (name.endsWith("names") ? "names" : name.slice(0, name.lastIndexOf(" ")));
}

/** Makes each family of features missing from all rows of a page with the given chance. */
export function dropFamilies(rows: Float32Array, seed: number, chance: number): void {
  const random = seededRandom(seed);
  const dropped = FAMILIES.filter(() => random() < chance).flat();
  const width = FUSED_FEATURES.length;
  for (let at = 0; at < rows.length; at += width) {
    for (const column of dropped) rows[at + column] = Number.NaN;
  }
}
