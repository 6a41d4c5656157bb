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
