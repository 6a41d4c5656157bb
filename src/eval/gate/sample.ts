import { createHash } from "node:crypto";
import { hasTruth, type Label } from "../label.ts";
import { readLabels } from "../read-set.ts";
import type { GateSet } from "./gate-sets.data.ts";

/** The ids of a fixed sample of a set: the pages whose hashed ids come first, whatever the order of the index. */
export async function sampleIds(folder: string, { pages, pageType }: GateSet): Promise<ReadonlySet<string>> {
  const ranked: { readonly id: string; readonly rank: string }[] = [];
  for await (const label of readLabels(folder)) {
    if (isWanted(label, pageType)) ranked.push({ id: label.id, rank: rankOf(label.id) });
  }
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return new Set(ranked.slice(0, pages).map(({ id }) => id));
}

function isWanted(label: Label, pageType: string | undefined): boolean {
  return (
    hasTruth(label) && label.truth.body !== null && (pageType === undefined || label.pageType === pageType)
  );
}

/** A place in an order that chance has drawn once for all. */
export function rankOf(id: string): string {
  return createHash("sha256").update(id).digest("hex");
}
