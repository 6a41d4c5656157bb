import { estimate } from "../../src/eval/estimate.ts";
import { type DataPlaces, findSet, readSet } from "../../src/eval/index.ts";
import { measureArticle } from "../../src/eval/measure-article.ts";
import type { PageMetrics } from "../../src/eval/page-score.ts";
import { extract } from "../../src/extract.ts";
import { makeEcon } from "../../src/extractors/index.ts";
import type { VariantRow } from "./markdown-table.ts";

/** The kinds of pages that the paper is about: news of its time, and Chinese. */
const GROUPS = [
  { set: "l3s-gn1-a", language: undefined },
  { set: "daniel-en-zh-pl", language: "zh" },
] as const;

/** A group of pages read with one choice of tags. */
export interface TableTagRow extends VariantRow {
  readonly group: string;
}

/** ECON with and without `tbody tr td th center` as big-nodes. */
export async function tableTagRows(places: DataPlaces): Promise<TableTagRow[]> {
  const rows: TableTagRow[] = [];
  for (const { set, language } of GROUPS) {
    const folder = await findSet(set, places);
    for (const tableTags of [false, true]) {
      const pages = await measureWith(folder, language, tableTags);
      const extractor = tableTags ? "econ, table tags" : "econ";
      rows.push({ group: [`\`${set}\``, language].join(" ").trim(), extractor, estimates: estimate(pages) });
    }
  }
  return rows;
}

async function measureWith(
  folder: string,
  language: string | undefined,
  tableTags: boolean,
): Promise<PageMetrics[]> {
  const extractor = makeEcon({ tableTags });
  const pages: PageMetrics[] = [];
  for await (const { label, html } of readSet(folder)) {
    if (label.truth.body === null || (language !== undefined && label.language !== language)) continue;
    const article = extract(html, {
      extractor,
      url: label.url ?? undefined,
      encoding: label.encoding ?? undefined,
    });
    pages.push(measureArticle(label.truth, article));
  }
  return pages;
}
