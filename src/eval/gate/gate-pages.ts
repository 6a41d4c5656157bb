import { createHash } from "node:crypto";
import { hasTruth, type Label, readLabels } from "../../sets/index.ts";

/** A fixed sample of a set that the gate measures. */
export interface GateSet {
  readonly name: string;
  readonly pages: number;
  readonly pageType?: string;
}

/** What the gate measures: old and new news, many languages, and modern articles of any kind; 240 pages take seconds. */
export const GATE_SETS: readonly GateSet[] = [
  { name: "l3s-gn1-a", pages: 60 },
  { name: "fundus-a", pages: 60 },
  { name: "wcxb-dev", pages: 60, pageType: "article" },
  { name: "daniel-en-zh-pl", pages: 60 },
];

/** Sites of a set that the gate measures `fused` on with their site profiles. */
export interface GateSites {
  readonly name: string;
  readonly sites: number;
}

/** Sets with many pages a site: every site is mined from a few pages and measured on a few others, in some seconds. */
export const GATE_SITES: readonly GateSites[] = [
  { name: "daniel-en-zh-pl", sites: 20 },
  { name: "multi2023-en-fr-de-zh", sites: 20 },
  { name: "big9", sites: 10 },
];

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
