import { METRICS } from "../metric-ids.data.ts";
import { METRIC_IDS, type MetricId } from "../page-score.ts";
import type { Row } from "../rows.ts";
import { formatInterval, formatShare } from "../terminal-table.ts";
import { meanBar } from "./charts.ts";
import { escapeHtml } from "./escape.ts";

/** Metrics of which less is better. */
const LESS_IS_BETTER: ReadonlySet<MetricId> = new Set(["wrongly", "missed"]);
/** Sites shown for each extractor, and the pages a site needs to be shown. */
const WORST_SITES = 5;
const MIN_SITE_PAGES = 2;

/** The colour of each extractor, the same all over a report. */
export type Tones = ReadonlyMap<string, number>;

/** Every metric of every extractor on a set, with intervals; the best of each line stands out. */
export function summaryTable(rows: readonly Row[], tones: Tones): string {
  const ids = METRIC_IDS.filter((id) => rows.some((row) => row.estimates[id] !== undefined));
  const head = rows.map((row) => `<th scope="col">${key(row.extractor, tones)}</th>`);
  const body = ids.map((id) => {
    const cells = rows.map((row) => summaryCell(row, id, rows));
    return `<tr><th scope="row">${METRICS[id].heading}</th>${cells.join("")}<td class="text meaning">${METRICS[id].meaning}</td></tr>`;
  });
  return scrollable(
    "all metrics",
    `<table><caption>Means over pages, 0 to 1; below each its 95 % interval</caption><thead><tr><th scope="col">metric</th>${head.join("")}<th scope="col" class="text">meaning</th></tr></thead><tbody>${body.join("")}</tbody></table>`,
  );
}

/** Word F1 of every part of a set as bars: its languages, types, eras. */
export function partsTable(rows: readonly Row[], name: string, tones: Tones): string {
  const body = rows.flatMap((row) => {
    const { wordF1 } = row.estimates;
    if (wordF1 === undefined) return [];
    return [
      `<tr><th scope="row">${escapeHtml(row.value)}</th><td class="text">${key(row.extractor, tones)}</td><td>${row.pages}</td><td>${formatShare(wordF1.mean)}</td><td class="bar-cell">${meanBar(wordF1, tones.get(row.extractor) ?? 0)}</td><td>${formatInterval(wordF1)}</td></tr>`,
    ];
  });
  return scrollable(
    `word F1 by ${name}`,
    `<table><caption>Word F1 by ${name}; the line is the 95 % interval</caption><thead><tr><th scope="col">${name}</th><th scope="col" class="text">extractor</th><th scope="col">pages</th><th scope="col">F1</th><td></td><th scope="col">95 %</th></tr></thead><tbody>${body.join("")}</tbody></table>`,
  );
}

/** The sites on which each extractor has the lowest word F1, of those with at least two pages. */
export function worstSitesTable(rows: readonly Row[], tones: Tones): string {
  const known = rows.filter(
    (row) => row.pages >= MIN_SITE_PAGES && row.value !== "none" && row.estimates.wordF1 !== undefined,
  );
  const worst = [...Map.groupBy(known, (row) => row.extractor).values()].flatMap((own) =>
    own
      .sort((a, b) => (a.estimates.wordF1?.mean ?? 0) - (b.estimates.wordF1?.mean ?? 0))
      .slice(0, WORST_SITES),
  );
  return worst.length === 0 ? "" : partsTable(worst, "site", tones);
}

/** An extractor's name with its colour. */
export function key(extractor: string, tones: Tones): string {
  return `<span class="name"><span class="key tone-${tones.get(extractor) ?? 0}"></span>${extractor}</span>`;
}

function summaryCell(row: Row, id: MetricId, rows: readonly Row[]): string {
  const estimate = row.estimates[id];
  if (estimate === undefined) return "<td></td>";
  const means = rows.flatMap((other) => other.estimates[id]?.mean ?? []);
  const best = LESS_IS_BETTER.has(id) ? Math.min(...means) : Math.max(...means);
  const isBest = estimate.mean === best && new Set(means).size > 1;
  return `<td${isBest ? ' class="best"' : ""}>${formatShare(estimate.mean)}<small>${formatInterval(estimate)}</small></td>`;
}

/** Wide tables scroll in a frame of their own, which the keyboard reaches. */
function scrollable(name: string, table: string): string {
  return `<div class="scroll" role="region" tabindex="0" aria-label="${escapeHtml(name)}">${table}</div>`;
}
