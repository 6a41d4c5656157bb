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

/** Sites of a set that the gate measures `fused` on, told of their profiles. */
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
