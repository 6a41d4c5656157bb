import { plainTable } from "../plain-table.ts";
import { type BlockScore, meanCells } from "./block-scores.ts";

/** A set of sites with many pages each, as the paper's Big 5, and one of many sites, as its Myriad 40. */
export const BIG = "big9";
export const MYRIAD = "l3s-gn1-a";

/** One table of the paper's section 7. */
export interface PaperTable {
  readonly title: string;
  readonly against: "short" | "best";
  /** Our methods that it is about. */
  readonly methods: readonly string[];
  /** The paper's own means: Big 5, Myriad 40, overall, each as precision, recall, F1; null where it has none. */
  readonly paper: readonly (readonly [string, string, string] | null)[];
}

/** A table in the paper's form, for each of its methods: a row a source, then the groups, with the paper's figures. */
export function paperTable(table: PaperTable, scores: readonly BlockScore[]): string {
  const rows = table.methods.flatMap((method) => methodRows(method, table, scores));
  const paperRows = GROUPS.flatMap(({ paper }, group) => {
    const figures = table.paper[group];
    return figures ? [["the paper", paper, "", ...figures.map((figure) => `${figure} %`)]] : [];
  });
  return `### ${table.title}\n\n${plainTable(["method", "source", "pages", "P", "R", "F1"], [...rows, ...paperRows], 2)}`;
}

const GROUPS = [
  { name: `\`${BIG}\` (many pages a site)`, paper: "Big 5", holds: ({ set }: BlockScore) => set === BIG },
  { name: `\`${MYRIAD}\` (many sites)`, paper: "Myriad 40", holds: ({ set }: BlockScore) => set === MYRIAD },
  { name: "overall", paper: "overall", holds: () => true },
];

function methodRows(method: string, { against }: PaperTable, scores: readonly BlockScore[]): string[][] {
  const own = scores.filter((score) => score.method === method);
  const row = (source: string, pages: readonly BlockScore[]) => [
    ...[method, source, String(pages.length)],
    ...meanCells(pages.map((score) => score[against])),
  ];
  const sites = Map.groupBy(
    own.filter(({ set }) => set === BIG),
    ({ site }) => site,
  );
  return [
    ...[...sites].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([site, pages]) => row(site, pages)),
    ...GROUPS.map(({ name, holds }) => [name, own.filter(holds)] as const)
      .filter(([, pages]) => pages.length > 0)
      .map(([name, pages]) => row(name, pages)),
  ];
}
