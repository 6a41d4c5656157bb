import { jaccard } from "./label-stems.ts";
import type { LabelUse } from "./label-uses.ts";

/**
 * Groups the uses of labels whose stems are alike: the paper's concepts, with all their labels as `Syn`.
 * Deviation: a label joins the most frequent one that it is like, not any; else "World" and "Sport" would become one
 * by way of "World news" and "Sport news".
 */
export function groupLabels(uses: readonly LabelUse[], minSimilarity: number): LabelUse[][] {
  const exact = [...Map.groupBy(uses, ({ stems }) => stems.join(" ")).values()];
  const ordered = exact.map((members) => ({ members, sites: countSites(members) }));
  ordered.sort((a, b) => b.sites - a.sites || compare(a.members, b.members));
  const leaders: { readonly stems: readonly string[]; readonly members: LabelUse[] }[] = [];
  const byStem = new Map<string, number[]>();
  for (const { members } of ordered) {
    const stems = members[0]?.stems ?? [];
    const near = [...new Set(stems.flatMap((stem) => byStem.get(stem) ?? []))].sort((a, b) => a - b);
    const leader = near.find((index) => jaccard(leaders[index]?.stems ?? [], stems) >= minSimilarity);
    if (leader !== undefined) {
      leaders[leader]?.members.push(...members);
      continue;
    }
    for (const stem of stems) byStem.set(stem, [...(byStem.get(stem) ?? []), leaders.length]);
    leaders.push({ stems, members: [...members] });
  }
  return leaders.map(({ members }) => members);
}

function countSites(uses: readonly LabelUse[]): number {
  return new Set(uses.map(({ site }) => site)).size;
}

function compare(a: readonly LabelUse[], b: readonly LabelUse[]): number {
  const [first, second] = [a[0]?.stems.join(" ") ?? "", b[0]?.stems.join(" ") ?? ""];
  return first < second ? -1 : first > second ? 1 : 0;
}
