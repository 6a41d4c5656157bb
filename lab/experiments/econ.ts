import { extract } from "../../src/default-extract.ts";
import { NewsError } from "../../src/errors/index.ts";
import {
  evaluate,
  MIN_PART_PAGES,
  makeRows,
  type PageScore,
  type Provenance,
  type Row,
  type Scope,
  type SetSummary,
} from "../../src/eval/index.ts";
import { type MeasuredArticle, measureArticle } from "../../src/eval/measure.ts";
import type { PageMetrics } from "../../src/eval/page-score.ts";
import { estimate } from "../../src/eval/rows.ts";
import { NO_ARTICLE, runExtractor } from "../../src/eval/score-page.ts";
import { ECON_PAPER, type EconOptions, makeEcon } from "../../src/extractors/core-extractors.ts";
import type { Extractor } from "../../src/extractors/index.ts";
import type { Page } from "../../src/page/index.ts";
import {
  type DataPlaces,
  findSet,
  findSets,
  type Label,
  type LabelledPage,
  readSet,
} from "../../src/sets/index.ts";
import { words } from "../../src/text/index.ts";
import {
  type Experiment,
  markdownTable,
  plainTable,
  provenanceLines,
  type VariantRow,
} from "./experiment.ts";

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

/** The name that ECON has in tables with the settings of its paper. */
const AS_PAPER = "econ, paper";

/** The words that `--only` takes. */
export const ECON_SECTIONS = ["tables", "readings", "steps"];

/** ECON's four experiments on our sets: general, pieces, short, languages; what the paper left undone; readings of it and its steps. */
export const econ: Experiment = async function* ({ places, provenance, only }) {
  const isWanted = (section: string) => only === undefined || only === section;
  if (isWanted("tables")) yield* tables(places, provenance);
  if (isWanted("readings")) {
    const readings = markdownTable(await readingRows(places), "set", ({ group }) => group);
    yield `### Readings of the paper\n\n${readings}`;
  }
  if (isWanted("steps")) yield `### Steps of backtracking\n\n${await stepsTable(places)}`;
};

async function* tables(places: DataPlaces, provenance: Provenance): AsyncGenerator<string> {
  const { summaries, scores, isShort } = await measureAll(places);
  const news = scores.filter(({ page }) => page.pageType !== "forum" && page.set !== BLOGS);
  const general = news.filter(({ page }) => GENERAL.includes(page.set));
  yield provenanceLines(provenance, summaries);
  yield `### What the paper reports\n\n${PAPER}`;
  yield `### General\n\n${tableOf(general, "set")}`;
  yield `### \`big9\` by era\n\n${partTable(general, "big9", "era")}`;
  yield `### \`daniel-en-zh-pl\` by language\n\n${partTable(general, "daniel-en-zh-pl", "language")}`;
  yield `### \`fundus-a\` by language\n\n${partTable(general, "fundus-a", "language")}`;
  yield `### Pieces: the body broken by inline tags\n\n${splitTables(general, "pieces")}`;
  yield `### Short: a body under 60 words\n\n${splitTables(general, "short")}`;
  yield `### Languages: all sets together\n\n${languageTable(news)}`;
  const undone = {
    [`short pages (under ${SHORT_WORDS} words)`]: scores.filter(isShort),
    blogs: scores.filter(({ page }) => page.set === BLOGS && isBlog(page.url)),
    forums: scores.filter(({ page }) => page.pageType === "forum"),
  };
  yield `### What the paper left undone\n\n${groupTable(undone)}`;
  const chinese = general.filter(({ page }) => page.language === "zh" && page.set === "daniel-en-zh-pl");
  const compared = {
    "general, Chinese": chinese,
    "general, English of 2008": general.filter(({ page }) => page.set === "l3s-gn1-a"),
    pieces: general.filter(({ splits }) => splits.includes("pieces")),
    short: scores.filter(isShort),
    "languages but English and Chinese": news.filter(
      ({ page: { language } }) => language !== null && language !== "en" && language !== "zh",
    ),
  };
  yield `### The paper's experiments with its settings and by default\n\n${groupTable(compared)}`;
}

/** Blogs and news of 2012; the pages whose address says so are blogs. */
const BLOGS = "dragnet-a";

function isBlog(url: string | null): boolean {
  return url !== null && /blog|wordpress|typepad/i.test(url);
}

/** Bodies that are shorter make a short page: the paper names no number, and under 60 words there are hardly any. */
const SHORT_WORDS = 100;

interface Measured {
  readonly summaries: readonly SetSummary[];
  readonly scores: readonly PageScore[];
  readonly isShort: (score: PageScore) => boolean;
}

/** Every extractor by default and ECON with its paper's settings, on the same pages. */
async function measureAll(places: DataPlaces): Promise<Measured> {
  const sets = await findSets([...GENERAL, ...MORE_LANGUAGES, BLOGS], places);
  const short = new Set<string>();
  const keyOf = ({ set, id }: Pick<Label, "set" | "id">) => `${set} ${id}`;
  const task = {
    sets,
    titleHint: "none",
    nodes: true,
    texts: false,
    choose: ({ set, pageType }: Label) =>
      set !== "wcxb-dev" || pageType === "article" || pageType === "forum",
  } as const;
  const byDefault = await evaluate({
    ...task,
    extractors: EXTRACTORS,
    onScore: (_, label) => {
      const { body, bodyIsPrefix } = label.truth;
      const count = bodyIsPrefix ? 0 : words(body ?? "").length;
      if (count > 0 && count < SHORT_WORDS) short.add(keyOf(label));
    },
  });
  const asPaper = await evaluate({ ...task, extractors: ["econ"], settings: "paper" });
  const renamed = asPaper.scores.map((score) => ({ ...score, extractor: AS_PAPER }));
  return {
    summaries: byDefault.sets,
    scores: [...byDefault.scores, ...renamed],
    isShort: ({ page }) => short.has(keyOf(page)),
  };
}

/** Groups of pages, each as a whole. */
function groupTable(groups: Readonly<Record<string, readonly PageScore[]>>): string {
  const rows = Object.entries(groups).flatMap(([name, scores]) =>
    [...Map.groupBy(scores, ({ extractor }) => extractor)].map(([extractor, own]) => ({
      name,
      extractor,
      estimates: estimate(own.map(({ metrics }) => metrics)),
    })),
  );
  return markdownTable(rows, "pages of", ({ name }) => name);
}

/** How many steps of backtracking ECON takes, by default and by the paper's settings; its pages were Chinese. */
async function stepsTable(places: DataPlaces): Promise<string> {
  const extractors = [makeEcon(), makeEcon(ECON_PAPER)];
  const steps = new Map<string, number[][]>();
  const add = (group: string, page: Page) => {
    const own = steps.get(group) ?? extractors.map(() => []);
    steps.set(group, own);
    extractors.forEach((extractor, at) => {
      const { notes } = extractor.extract(page, {});
      if (notes?.steps !== undefined) own[at]!.push(notes.steps);
    });
  };
  for (const name of [...GENERAL, ...MORE_LANGUAGES]) {
    for await (const { label, html } of readSet(await findSet(name, places))) {
      if (label.truth.body === null || (label.pageType ?? "article") !== "article") continue;
      const page = runExtractor({ label, html }, extractors[0]!).seen?.page;
      if (page === undefined) continue;
      add(`\`${name}\``, page);
      if (name === "daniel-en-zh-pl" && label.language === "zh") add(`\`${name}\` zh`, page);
    }
  }
  const mean = (values: readonly number[]) =>
    (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(2);
  const rows = [...steps].map(([group, own]) => [
    group,
    String(own[0]!.length),
    ...own.toReversed().map(mean),
  ]);
  return plainTable(["set", "pages", "steps, paper's settings", "steps, default"], rows, 1);
}

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

/** Ways to read the open points of the paper. */
const READINGS: Readonly<Record<string, EconOptions>> = {
  econ: {},
  "lists as big-nodes": { listTags: true },
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
