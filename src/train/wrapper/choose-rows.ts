import type { Candidates } from "./lesson.ts";

/** Wrong candidates of one page that are learned from, so that no page outweighs another. */
export const NEGATIVES_PER_PAGE = 30;
/** Of those, the nearest to the truth: what holds it and what it holds are the hardest to tell from it. */
const NEAREST = 12;

/** The places of the candidates that a page teaches: the truth, the nearest to it in the tree, and some at random. */
export function chooseRows({ truth, isRight }: Candidates, random: () => number): readonly number[] {
  const wrong = [...isRight.keys()].filter((at) => isRight[at] === 0);
  // Candidates are in document order: neighbours in the list are parents, children and siblings.
  const byDistance = wrong.toSorted((a, b) => Math.abs(a - truth) - Math.abs(b - truth));
  const rest = byDistance.slice(NEAREST);
  for (let at = rest.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [rest[at], rest[other]] = [rest[other]!, rest[at]!];
  }
  return [truth, ...byDistance.slice(0, NEAREST), ...rest.slice(0, NEGATIVES_PER_PAGE - NEAREST)];
}
