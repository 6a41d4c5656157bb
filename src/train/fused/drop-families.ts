import { FUSED_FEATURES } from "../../extractors/index.ts";
import { BLOCK_FEATURES } from "../../page/index.ts";
import { seededRandom } from "../../sets/index.ts";

const FAMILY_OF = new Map<string, string>(BLOCK_FEATURES.map(({ name, family }) => [name, family]));

/** The columns of each family of features; what names say is a family, and so is each witness. */
const FAMILIES: readonly (readonly number[])[] = [
  ...Map.groupBy(FUSED_FEATURES.keys(), (column) => familyOf(FUSED_FEATURES[column]!)).values(),
];

function familyOf(name: string): string {
  return FAMILY_OF.get(name) ?? (name.endsWith("names") ? "names" : name.slice(0, name.lastIndexOf(" ")));
}

/** The rows of a page, each family of features missing from all of them with the given chance. */
export function dropFamilies(rows: Float32Array, seed: number, chance: number): Float32Array {
  const random = seededRandom(seed);
  const dropped = FAMILIES.filter(() => random() < chance).flat();
  const left = rows.slice();
  makeMissing(left, dropped);
  return left;
}

/** Makes the named features missing from all rows. */
export function dropColumns(rows: Float32Array, without: (feature: string) => boolean): void {
  makeMissing(
    rows,
    [...FUSED_FEATURES.keys()].filter((column) => without(FUSED_FEATURES[column]!)),
  );
}

function makeMissing(rows: Float32Array, columns: readonly number[]): void {
  for (let at = 0; at < rows.length; at += FUSED_FEATURES.length) {
    for (const column of columns) rows[at + column] = Number.NaN;
  }
}
