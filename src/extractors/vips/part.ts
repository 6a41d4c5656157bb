import type { Rated } from "./divide.ts";
import type { Looks } from "./looks.ts";
import { MAX_DEGREE } from "./options.ts";
import { findSeparators, type Separated } from "./separators.ts";

/** Groups of pieces that lie apart, and how coherent that leaves the whole. */
export interface Parting {
  readonly groups: readonly (readonly Rated[])[];
  readonly degree: number;
}

/**
 * Content structure: pieces are merged across all separators but the heaviest. Deviation: the method merges from the lightest
 * separator on, which in one direction gives the same tree; parting from the heaviest on finds columns below a headline too.
 */
export function partPieces(looks: Looks, pool: readonly Rated[]): Parting {
  const horizontal = findSeparators(looks, pool, "horizontal");
  const vertical = findSeparators(looks, pool, "vertical");
  const across = heaviest(horizontal);
  const along = heaviest(vertical);
  const weight = Math.max(across, along);
  if (weight === Number.NEGATIVE_INFINITY) return partOverlapping(pool);
  const degree = degreeAcross(weight);
  const groups = cut(across >= along ? horizontal : vertical, degree);
  return { groups, degree: Math.min(degree, leastDegree(pool)) };
}

/** The degree of coherence of what a separator of some weight runs through. */
function degreeAcross(weight: number): number {
  return Math.min(MAX_DEGREE - 1, Math.max(1, MAX_DEGREE - 1 - Math.round(weight)));
}

function heaviest({ separators }: Separated): number {
  return separators.reduce((most, { weight }) => Math.max(most, weight), Number.NEGATIVE_INFINITY);
}

/** The pieces between the separators of one degree. */
function cut({ pieces, separators }: Separated, degree: number): readonly (readonly Rated[])[] {
  const groups: Rated[][] = [];
  let from = 0;
  for (const { before, weight } of [...separators, { before: pieces.length, weight: Number.NaN }]) {
    if (before < pieces.length && degreeAcross(weight) !== degree) continue;
    groups.push(pieces.slice(from, before).sort((a, b) => a.from - b.from));
    from = before;
  }
  return groups;
}

/** Pieces that lie over each other have no separators: each is a part, and the whole less coherent than any of them. */
function partOverlapping(pool: readonly Rated[]): Parting {
  return { groups: pool.map((piece) => [piece]), degree: Math.max(1, leastDegree(pool) - 1) };
}

/** A whole is no more coherent than any of its pieces. */
function leastDegree(pool: readonly Rated[]): number {
  return pool.reduce((least, { degree }) => Math.min(least, degree), MAX_DEGREE);
}
