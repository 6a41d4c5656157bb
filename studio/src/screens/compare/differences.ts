import type { Comparison, JudgedPage } from "../../../../src/server/studio/contract.ts";

/** A leaf that some extractors keep and others drop. */
export interface Difference {
  readonly leaf: number;
  readonly keptBy: readonly string[];
  readonly droppedBy: readonly string[];
}

/** Whether the extractors without failures decide differently on a leaf. */
export function isDifferent(judged: readonly JudgedPage[], leaf: number): boolean {
  const sound = judged.filter(({ failure }) => failure === null);
  return sound.some(({ kept }) => kept[leaf] !== sound[0]?.kept[leaf]);
}

/** All leaves that extractors decide differently on, in the order of the page. */
export function differences({ leaves, judged }: Comparison): readonly Difference[] {
  const sound = judged.filter(({ failure }) => failure === null);
  return leaves.flatMap((_, leaf) => {
    if (!isDifferent(sound, leaf)) return [];
    const names = (isKept: boolean): readonly string[] =>
      sound.filter(({ kept }) => (kept[leaf] ?? false) === isKept).map(({ extractor }) => extractor);
    return [{ leaf, keptBy: names(true), droppedBy: names(false) }];
  });
}
