import { extract } from "../../src/default-extract.ts";
import { NewsError } from "../../src/errors/index.ts";
import {
  evaluate,
  MIN_PART_PAGES,
  makeRows,
  type PageScore,
  type Row,
  type Scope,
} from "../../src/eval/index.ts";
import { type MeasuredArticle, measureArticle } from "../../src/eval/measure.ts";
import type { PageMetrics } from "../../src/eval/page-score.ts";
import { estimate } from "../../src/eval/rows.ts";
import { NO_ARTICLE } from "../../src/eval/score-page.ts";
import { ECON_PAPER, type EconOptions, makeEcon } from "../../src/extractors/core-extractors.ts";
import type { Extractor } from "../../src/extractors/index.ts";
import { type DataPlaces, findSet, type Label, type LabelledPage, readSet } from "../../src/sets/index.ts";
import { type Experiment, markdownTable, provenanceLines, type VariantRow } from "./experiment.ts";

const EXTRACTORS = ["econ", "coreex", "paragraphs", "everything"] as const;
/** The sets of the general experiment; the rest only add languages. */
const GENERAL = ["l3s-gn1-a", "big9", "daniel-en-zh-pl", "fundus-a", "wcxb-dev"];
const MORE_LANGUAGES = ["multi2023-en-fr-de-zh", "czech-sites"];

/** The name of all sets together, and of languages too few pages have. */
const ALL = "all";
const OTHER = "other";

/** ECON's own figures, for the same tables: Guo et al. 2010, tables II to V. */
const PAPER = `| experiment of the paper | extractor | pages | correctly | wrongly | missed |
| --- | --- | ---: | ---: | ---: | ---: |
| general (Chinese) | econ | 500 | 93.7 % | 5.6 % | 0.7 % |
| general (Chinese) | coreex | 500 | 82.6 % | 9.9 % | 7.5 % |
| pieces | econ | 100 | 91 % | 6 % | 3 % |
| pieces | coreex | 100 | 51 % | 17 % | 32 % |
| short | econ | 100 | 41 % | 7 % | 52 % |
| short | coreex | 100 | 34 % | 15 % | 51 % |
| nine languages | econ | 50 | 90 % | 6 % | 4 % |
| nine languages | coreex | 50 | 92 % | 2 % | 6 % |`;

/** ECON's four experiments on our sets: general, pieces, short, languages; with CoreEx and the two anchors. */
export const econ: Experiment = async function* ({ places, provenance }) {
  const sets: string[] = [];
  for (const name of [...GENERAL, ...MORE_LANGUAGES]) sets.push(await findSet(name, places));
  const { sets: summaries, scores } = await evaluate({
    sets,
    extractors: EXTRACTORS,
    titleHint: "none",
    nodes: true,
    texts: false,
    choose: (label: Label) => label.set !== "wcxb-dev" || label.pageType === "article",
  });
  const general = scores.filter(({ page }) => GENERAL.includes(page.set));
  yield provenanceLines(provenance, summaries);
  yield `### What the paper reports\n\n${PAPER}`;
  yield `### General\n\n${tableOf(general, "set")}`;
  yield `### \`big9\` by era\n\n${partTable(general, "big9", "era")}`;
  yield `### \`daniel-en-zh-pl\` by language\n\n${partTable(general, "daniel-en-zh-pl", "language")}`;
  yield `### \`fundus-a\` by language\n\n${partTable(general, "fundus-a", "language")}`;
  yield `### Pieces: the body broken by inline tags\n\n${splitTables(general, "pieces")}`;
  yield `### Short: a body under 60 words\n\n${splitTables(general, "short")}`;
  yield `### Languages: all sets together\n\n${languageTable(scores)}`;
  const readings = markdownTable(await readingRows(places), "set", ({ group }) => group);
  yield `### Readings of the paper\n\n${readings}`;
};

function tableOf(scores: readonly PageScore[], scope: Scope): string {
  return markdownTable(makeRows(scores, [scope]), "set", (row) => `\`${row.set}\``);
}

function partTable(scores: readonly PageScore[], set: string, scope: "era" | "language"): string {
  const own = scores.filter(({ page }) => page.set === set);
  const groups = Map.groupBy(own, ({ page }) => page[scope]);
  const named = own.map((score) => {
    const isSmall = (groups.get(score.page[scope])?.length ?? 0) < MIN_PART_PAGES * EXTRACTORS.length;
    return isSmall ? { ...score, page: { ...score.page, [scope]: OTHER } } : score;
  });
  return markdownTable(byValue(makeRows(named, [scope])), scope, (row) => row.value);
}

/** A table by set, ended by all sets together. */
function splitTables(scores: readonly PageScore[], split: PageScore["splits"][number]): string {
  const own = scores.filter(({ splits }) => splits.includes(split));
  const rows = [...makeRows(own, ["set"]), ...makeRows(pooled(own), ["set"])];
  return markdownTable(rows, "set", (row) => (row.set === ALL ? ALL : `\`${row.set}\``));
}

function languageTable(scores: readonly PageScore[]): string {
  const rows = makeRows(pooled(scores), ["language"]).filter((row) => row.pages >= MIN_PART_PAGES);
  return markdownTable(byValue(rows), "language", (row) => row.value);
}

function pooled(scores: readonly PageScore[]): PageScore[] {
  return scores.map((score) => ({ ...score, page: { ...score.page, set: ALL } }));
}

/** Rows by name of their group; extractors keep their order. */
function byValue(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => (a.value < b.value ? -1 : Number(a.value > b.value)));
}

/** News of the paper's time, Chinese, other languages, and recent news. */
const GROUPS = [
  { set: "l3s-gn1-a", language: undefined },
  { set: "daniel-en-zh-pl", language: "zh" },
  { set: "daniel-en-zh-pl", language: "pl" },
  { set: "czech-sites", language: undefined },
  { set: "fundus-a", language: undefined },
  { set: "evan2021", language: undefined },
] as const;

/** Ways to read what the paper leaves open. */
const READINGS: Readonly<Record<string, EconOptions>> = {
  econ: {},
  "lists as big-nodes": { listTags: true },
  "marks of all scripts": { marks: "all" },
  "lists, marks of all scripts": { listTags: true, marks: "all" },
  "lists and tables": ECON_PAPER,
};

/** A group of pages under one reading. */
interface ReadingRow extends VariantRow {
  readonly group: string;
}

/** Every reading on every group of pages. */
async function readingRows(places: DataPlaces): Promise<ReadingRow[]> {
  const rows: ReadingRow[] = [];
  for (const { set, language } of GROUPS) {
    const folder = await findSet(set, places);
    for (const [extractor, options] of Object.entries(READINGS)) {
      const pages = await measureWith(folder, language, makeEcon(options));
      rows.push({ group: [`\`${set}\``, language].join(" ").trim(), extractor, estimates: estimate(pages) });
    }
  }
  return rows;
}

async function measureWith(
  folder: string,
  language: string | undefined,
  extractor: Extractor,
): Promise<PageMetrics[]> {
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
