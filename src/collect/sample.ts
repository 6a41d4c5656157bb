import { createHash } from "node:crypto";
import type { SampleAnswer, SampleBy, SampledPage, SourceKind, Store } from "../store/index.ts";

const AT_ONCE = 1000;

/** Which pages to draw. */
export interface SampleOptions {
  readonly by: SampleBy;
  readonly count: number;
  readonly seed: number;
  /** Only what sources of this kind found. */
  readonly kind?: SourceKind | undefined;
}

/** A page of a sample. */
export interface DrawnPage extends SampledPage {
  /** The id of its article, or the address that gave none. */
  readonly id: string;
  readonly group: string;
  /** Whether there was a page to extract from. */
  readonly isObtained: boolean;
}

/**
 * Draws pages at random, each as likely as any other. Those with the smallest hashes of seed and id are taken, so that a larger
 * sample holds the smaller one, and later articles change little of it.
 */
export async function drawSample(store: Store, options: SampleOptions): Promise<readonly DrawnPage[]> {
  const { by, count, seed, kind } = options;
  const drawn = new Map<string, { readonly page: DrawnPage; readonly hash: string }>();
  for (let after = ""; ; ) {
    const rows = await store.listSampled(by, { after, limit: AT_ONCE, kind });
    if (rows.length === 0) break;
    after = rows.at(-1)!.key;
    for (const row of rows) {
      const page = drawable(row, by);
      // As in the paper, pages that were not obtained count for searches only.
      if (by !== "topic" && !page.isObtained) continue;
      const known = drawn.get(page.id);
      if (known && known.page.foundMs <= page.foundMs) continue;
      const hash = createHash("sha256").update(`${seed} ${page.id}`).digest("hex");
      drawn.set(page.id, { page, hash });
    }
    if (drawn.size > 2 * AT_ONCE + count) keepSmallest(drawn, count);
  }
  keepSmallest(drawn, count);
  return [...drawn.values()].map(({ page }) => page);
}

function drawable(row: SampledPage, by: SampleBy): DrawnPage {
  const { articleId, url, detail, source, publisher, topic, foundMs, datedMs } = row;
  const month = new Date(datedMs ?? foundMs).toISOString().slice(0, "2026-11".length);
  return {
    ...row,
    id: articleId === null ? url : String(articleId),
    // As in the paper, an aggregator's article counts for the newspaper that it names.
    group: { source: publisher ?? source ?? "", topic: topic ?? "", month }[by],
    isObtained: articleId !== null || detail === "NO_ARTICLE",
  };
}

function keepSmallest(drawn: Map<string, { readonly hash: string }>, count: number): void {
  const sorted = [...drawn].toSorted(([, a], [, b]) => (a.hash < b.hash ? -1 : 1));
  drawn.clear();
  for (const [id, item] of sorted.slice(0, count)) drawn.set(id, item);
}

/** A row of the paper's tables. */
export interface SampleRow {
  readonly name: string;
  /** Pages that were asked for and judged. */
  readonly sum: number;
  /** Those that could be obtained. */
  readonly extracted: number;
  readonly success: number;
  readonly failure: number;
  /** Success of extracted, with its 95 % interval; null without any. */
  readonly precision: { readonly value: number; readonly low: number; readonly high: number } | null;
}

/** A judged sample. */
export interface SampleTable {
  readonly by: SampleBy;
  readonly rows: readonly SampleRow[];
  readonly total: SampleRow;
  /** Pages that nobody judged yet, and those that could not be judged; in no row. */
  readonly open: number;
  readonly unclear: number;
}

/** Answers count for the version of the article that was judged. */
export function answerTo(
  page: DrawnPage,
  answers: ReadonlyMap<string, SampleAnswer>,
): SampleAnswer["verdict"] | undefined {
  const answer = answers.get(page.id);
  return answer?.version === page.version ? answer.verdict : undefined;
}

/** Counts a sample as Tables 1 to 3 of the relevance paper do. */
export function tabulate(
  by: SampleBy,
  pages: readonly DrawnPage[],
  answers: ReadonlyMap<string, SampleAnswer>,
): SampleTable {
  const judged = pages.map((page) => ({ page, verdict: answerTo(page, answers) }));
  const asked = judged.filter(({ page }) => page.isObtained);
  const counted = judged.filter(
    ({ page, verdict }) => !page.isObtained || verdict === "right" || verdict === "wrong",
  );
  const groups = Map.groupBy(counted, ({ page }) => page.group);
  return {
    by,
    rows: [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, own]) => rowOf(name, own)),
    total: rowOf("Total", counted),
    open: asked.filter(({ verdict }) => verdict === undefined).length,
    unclear: asked.filter(({ verdict }) => verdict === "unclear").length,
  };
}

type Judged = { readonly page: DrawnPage; readonly verdict: SampleAnswer["verdict"] | undefined };

function rowOf(name: string, judged: readonly Judged[]): SampleRow {
  const extracted = judged.filter(({ page }) => page.isObtained);
  const success = extracted.filter(({ verdict }) => verdict === "right").length;
  const count = extracted.length;
  return {
    name,
    sum: judged.length,
    extracted: count,
    success,
    failure: count - success,
    precision: count === 0 ? null : { value: success / count, ...wilson(success, count) },
  };
}

/** The 97.5 % point of the normal distribution. */
const Z = 1.96;

/** Wilson's score interval of a share; valid for few pages and for shares near 1, unlike the normal one. */
function wilson(success: number, count: number): { readonly low: number; readonly high: number } {
  const share = success / count;
  const spread = 1 + Z ** 2 / count;
  const middle = (share + Z ** 2 / (2 * count)) / spread;
  const half = (Z / spread) * Math.sqrt((share * (1 - share)) / count + Z ** 2 / (4 * count ** 2));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

const HEADINGS: Readonly<Record<SampleBy, string>> = { month: "Period", topic: "Topic", source: "Source" };

/** The table as Markdown: the paper's columns and the interval. */
export function tableToMarkdown({ by, rows, total, open, unclear }: SampleTable): string {
  const isSearch = by === "topic";
  const names = [
    HEADINGS[by],
    "Sum",
    ...(isSearch ? ["Extracted"] : []),
    "Success",
    "Failure",
    "Precision",
    "95 %",
  ];
  const line = ({ name, sum, extracted, success, failure, precision }: SampleRow) =>
    [
      name.replace(/[\r\n]+/g, " ").replaceAll("|", "\\|"),
      String(sum),
      ...(isSearch ? [String(extracted)] : []),
      String(success),
      String(failure),
      precision === null ? "-" : percentOf(precision.value),
      precision === null ? "-" : `${percentOf(precision.low)} to ${percentOf(precision.high)}`,
    ].join(" | ");
  const head = [names.join(" | "), names.map((_, at) => (at === 0 ? "---" : "---:")).join(" | ")];
  const table = [...head, ...rows.map(line), line(total)].map((cells) => `| ${cells} |\n`).join("");
  const notes = [
    ...(open > 0 ? [`${open} not judged yet`] : []),
    ...(unclear > 0 ? [`${unclear} unclear`] : []),
  ];
  return notes.length === 0 ? table : `${table}\nNot counted: ${notes.join(", ")}.\n`;
}

function percentOf(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
