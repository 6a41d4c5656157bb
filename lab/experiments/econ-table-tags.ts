import { extract } from "../../src/default-extract.ts";
import { NewsError } from "../../src/errors/index.ts";
import { measureArticle } from "../../src/eval/measure.ts";
import type { PageMetrics } from "../../src/eval/page-score.ts";
import { estimate } from "../../src/eval/rows.ts";
import { type MeasuredArticle, NO_ARTICLE } from "../../src/eval/run-extractor.ts";
import { makeEcon } from "../../src/extractors/core-extractors.ts";
import type { Extractor } from "../../src/extractors/index.ts";
import { type DataPlaces, findSet, type LabelledPage, readSet } from "../../src/sets/index.ts";
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
    pages.push(measureArticle(label.truth, articleOf({ label, html }, extractor)));
  }
  return pages;
}

/** A page that fails counts as an empty article, as in every evaluation. */
function articleOf({ label, html }: LabelledPage, extractor: Extractor): MeasuredArticle {
  try {
    return extract(html, { extractor, url: label.url ?? undefined, encoding: label.encoding ?? undefined });
  } catch (error) {
    if (error instanceof NewsError) return NO_ARTICLE;
    throw error;
  }
}
