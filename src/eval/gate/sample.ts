import { createHash } from "node:crypto";
import { hasTruth, type Label, readLabels } from "../../sets/index.ts";
import type { GateSet } from "./gate-sets.data.ts";

/** The ids of a fixed sample of a set: the pages whose hashed ids come first, whatever the order of the index. */
export async function sampleIds(folder: string, { pages, pageType }: GateSet): Promise<ReadonlySet<string>> {
  const ids: string[] = [];
  for await (const label of readLabels(folder)) if (isWanted(label, pageType)) ids.push(label.id);
  return new Set(byRank(ids, (id) => id).slice(0, pages));
}

function isWanted(label: Label, pageType: string | undefined): boolean {
  return (
    hasTruth(label) && label.truth.body !== null && (pageType === undefined || label.pageType === pageType)
  );
}

/** Things in an order that chance has drawn once for all: by the hashes of their names. */
export function byRank<Thing>(things: readonly Thing[], nameOf: (thing: Thing) => string): Thing[] {
  const ranked = things.map((thing) => ({ thing, rank: rankOf(nameOf(thing)) }));
  return ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ thing }) => thing);
}

function rankOf(name: string): string {
  return createHash("sha256").update(name).digest("hex");
}
