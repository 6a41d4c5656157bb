import { escapeValue } from "../../assemble/index.ts";
import { describeSeen } from "../../sets/index.ts";
import type { Evaluation, Provenance, SetSummary } from "../evaluate.ts";
import { METRICS } from "../metric-ids.data.ts";
import { METRIC_IDS, type MetricId, type PageScore } from "../page-score.ts";
import {
  type Estimate,
  MIN_PART_PAGES,
  type Row,
  type Scope,
  scoreVerdicts,
  type VerdictScore,
} from "../rows.ts";
import { countValues, formatInterval, formatShare } from "../terminal-table.ts";
import { REPORT_STYLE } from "./style.data.ts";
import { type WorstPages, worstSection } from "./worst-pages.ts";

interface ReportInput extends Provenance {
  readonly evaluation: Evaluation;
  readonly rows: readonly Row[];
  readonly worst: WorstPages;
}

/** Colours that the style sheet has. */
const TONES = 6;
const PARTS: readonly (readonly [scope: Scope, title: string])[] = [
  ["language", "By language"],
  ["pageType", "By page type"],
  ["era", "By era"],
  ["split", "Special pages"],
];

const PART_COLUMN: Readonly<Partial<Record<Scope, string>>> = { pageType: "type", split: "pages" };

/** A report as one file that needs nothing else: no script, no font, no picture from elsewhere. */
export function makeReport(input: ReportInput): string {
  const { evaluation, command, date, version } = input;
  const extractors = [...new Set(evaluation.scores.map((score) => score.extractor))];
  const tones: Tones = new Map(extractors.map((extractor, at) => [extractor, at % TONES]));
  const { sets } = evaluation;
  const contents = sets.map(({ name }) => `<li><a href="#${idOf(name)}">${escapeValue(name)}</a></li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>galley eval: ${escapeValue(sets.map((set) => set.name).join(", "))}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<header>
<h1>How well the article was found</h1>
<p class="quiet">${escapeValue(date)}, galley ${escapeValue(version)}</p>
<p><code>${escapeValue(command)}</code></p>
<p>${extractors.map((extractor) => key(extractor, tones)).join(" ")}</p>
<nav aria-label="Sets"><ul>${contents.join("")}</ul></nav>
</header>
<main>
${sets.map((set) => setSection(set, input, tones)).join("\n")}
</main>
</body>
</html>
`;
}

function setSection(set: SetSummary, { evaluation, rows, worst }: ReportInput, tones: Tones): string {
  const ofSet = rows.filter((row) => row.set === set.name);
  const scores = evaluation.scores.filter((score) => score.page.set === set.name);
  const id = idOf(set.name);
  const sites = worstSitesTable(
    ofSet.filter((row) => row.scope === "site"),
    tones,
  );
  const notes = [
    `${set.pages} pages`,
    ...(set.withoutTruth > 0 ? [`${set.withoutTruth} without truth left out`] : []),
    ...(set.seen ? [describeSeen(set.seen)] : []),
    ...(set.failed > 0 ? [`${set.failed} failed`] : []),
  ];
  const head = `<section aria-labelledby="${id}"><h2 id="${id}">${escapeValue(set.name)}</h2>
<p class="quiet">${escapeValue(notes.join(", "))}; data <code>${set.hash}</code></p>`;
  if (set.pages === 0) return `${head}</section>`;
  return `${head}
${summaryTable(
  ofSet.filter((row) => row.scope === "set"),
  tones,
)}
<h3>How word F1 is spread</h3>
<div class="charts">${histograms(scores, tones)}</div>
${verdictSection(scores, tones)}
${PARTS.map(([scope, title]) => part(ofSet, scope, { title, tones })).join("\n")}
${sites === "" ? "" : `<h3>Worst sites</h3>${sites}`}
<h3>Worst pages</h3>
<p class="quiet">In the truth, <del>this</del> was dropped; in the kept text, <ins>this</ins> does not belong.</p>
${[...tones.keys()].map((extractor) => `<h4>${key(extractor, tones)}</h4>${worstSection(worst.of(set.name, extractor))}`).join("\n")}
</section>`;
}

function part(
  rows: readonly Row[],
  scope: Scope,
  { title, tones }: { readonly title: string; readonly tones: Tones },
): string {
  const own = rows.filter((row) => row.scope === scope);
  const large = own.filter((row) => row.pages >= MIN_PART_PAGES);
  const small = own.filter((row) => row.pages < MIN_PART_PAGES);
  const column = PART_COLUMN[scope] ?? scope;
  if (large.length === 0 || countValues(own) < (scope === "split" ? 1 : 2)) return "";
  const folded =
    small.length === 0
      ? ""
      : `<details><summary>${countValues(small)} more with fewer than ${MIN_PART_PAGES} pages</summary><div class="page">${partsTable(small, column, tones)}</div></details>`;
  return `<h3>${title}</h3>${partsTable(large, column, tones)}${folded}`;
}

function histograms(scores: readonly PageScore[], tones: Tones): string {
  return [...tones]
    .map(([extractor, tone]) => {
      const shares = scores.flatMap((score) =>
        score.extractor === extractor && score.metrics.wordF1 !== undefined ? [score.metrics.wordF1] : [],
      );
      return `<figure><figcaption>${key(extractor, tones)}</figcaption>${histogram(shares, extractor, tone)}</figure>`;
    })
    .join("");
}

function idOf(name: string): string {
  return `set-${encodeURIComponent(name)}`;
}

/** Metrics where lower is better. */
const LESS_IS_BETTER: ReadonlySet<MetricId> = new Set(["wrongly", "missed"]);
/** Sites shown for each extractor, and the pages a site needs to be shown. */
const WORST_SITES = 5;
const MIN_SITE_PAGES = 2;

/** The colour of each extractor, the same all over a report. */
type Tones = ReadonlyMap<string, number>;

/** Every metric of every extractor on a set, with intervals; the best of each line is marked. */
function summaryTable(rows: readonly Row[], tones: Tones): string {
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
function partsTable(rows: readonly Row[], name: string, tones: Tones): string {
  const body = rows.flatMap((row) => {
    const { wordF1 } = row.estimates;
    if (wordF1 === undefined) return [];
    return [
      `<tr><th scope="row">${escapeValue(row.value)}</th><td class="text">${key(row.extractor, tones)}</td><td>${row.pages}</td><td>${formatShare(wordF1.mean)}</td><td class="bar-cell">${meanBar(wordF1, tones.get(row.extractor) ?? 0)}</td><td>${formatInterval(wordF1)}</td></tr>`,
    ];
  });
  return scrollable(
    `word F1 by ${name}`,
    `<table><caption>Word F1 by ${name}; the line is the 95 % interval</caption><thead><tr><th scope="col">${name}</th><th scope="col" class="text">extractor</th><th scope="col">pages</th><th scope="col">F1</th><td></td><th scope="col">95 %</th></tr></thead><tbody>${body.join("")}</tbody></table>`,
  );
}

/** The sites on which each extractor has the lowest word F1, of those with at least two pages. */
function worstSitesTable(rows: readonly Row[], tones: Tones): string {
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
function key(extractor: string, tones: Tones): string {
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
  return `<div class="scroll" role="region" tabindex="0" aria-label="${escapeValue(name)}">${table}</div>`;
}

const BINS = 20;
const CHART = { width: 280, height: 110, left: 4, right: 4, top: 16, bottom: 18 } as const;
const BAR_WIDTH = 200;

/** How shares in 0..1 are spread, as bars of .05; the numbers are in its label for those who cannot see it. */
function histogram(shares: readonly number[], name: string, tone: number): string {
  const bins = countBins(shares);
  const most = Math.max(1, ...bins);
  const inner = CHART.height - CHART.top - CHART.bottom;
  const step = (CHART.width - CHART.left - CHART.right) / BINS;
  const base = CHART.height - CHART.bottom;
  const bars = bins.map((count, bin) => {
    const height = (count / most) * inner;
    const range = `${formatShare(bin / BINS)}-${formatShare((bin + 1) / BINS)}`;
    return `<rect x="${(CHART.left + bin * step + 0.5).toFixed(1)}" y="${(base - height).toFixed(1)}" width="${(step - 1).toFixed(1)}" height="${height.toFixed(1)}"><title>${range}: ${count} pages</title></rect>`;
  });
  const high = bins.slice(-2).reduce((sum, count) => sum + count, 0);
  const low = bins.slice(0, BINS / 2).reduce((sum, count) => sum + count, 0);
  const label = `Word F1 of ${name} on ${shares.length} pages: ${high} at .9 or more, ${low} below .5`;
  return `<svg class="histogram tone-${tone}" viewBox="0 0 ${CHART.width} ${CHART.height}" role="img" aria-label="${escapeValue(label)}">
<text x="${CHART.left}" y="11">most: ${most}</text>
<line x1="${CHART.left}" y1="${base}" x2="${CHART.width - CHART.right}" y2="${base}"/>
${bars.join("")}
${[0, 0.5, 1].map((share) => axisLabel(share, base)).join("")}
</svg>`;
}

/** A bar for a mean with its interval as a whisker; decoration next to the number, so hidden from screen readers. */
function meanBar({ mean, low, high }: Estimate, tone: number): string {
  const x = (share: number) => (share * BAR_WIDTH).toFixed(1);
  return `<svg class="bar tone-${tone}" viewBox="0 0 ${BAR_WIDTH} 14" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="${BAR_WIDTH}" height="14"/><rect width="${x(mean)}" height="14"/><line class="whisker" x1="${x(low)}" y1="7" x2="${x(high)}" y2="7"/></svg>`;
}

function countBins(shares: readonly number[]): number[] {
  const bins = new Array<number>(BINS).fill(0);
  for (const share of shares) {
    const bin = Math.min(BINS - 1, Math.floor(share * BINS));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins;
}

function axisLabel(share: number, base: number): string {
  const x = CHART.left + share * (CHART.width - CHART.left - CHART.right);
  const anchor = share === 0 ? "start" : share === 1 ? "end" : "middle";
  return `<text x="${x}" y="${base + 13}" text-anchor="${anchor}">${share === 0.5 ? ".5" : share}</text>`;
}

/** How good the verdicts on a set's pages were; empty where no extractor gave any. */
export function verdictSection(scores: readonly PageScore[], tones: Tones): string {
  const figures = scoreVerdicts(scores).map((score) => {
    const { extractor, articles, confidence } = score;
    const area =
      articles.area === null
        ? ""
        : `<p>Articles against other pages: area under the curve ${formatShare(articles.area)} on ${articles.pages} pages.</p>`;
    const chart =
      confidence.error === null
        ? ""
        : `<p>Confidence: expected calibration error ${formatShare(confidence.error)} on ${confidence.pages} pages.</p>${reliabilityChart(score, tones.get(extractor) ?? 0)}`;
    return area + chart === ""
      ? ""
      : `<figure><figcaption>${key(extractor, tones)}</figcaption>${area}${chart}</figure>`;
  });
  if (figures.every((figure) => figure === "")) return "";
  return `<h3>Verdict and confidence</h3>
<p class="quiet">Across, the confidence that was stated; up, the share of such pages that were extracted correctly. A larger dot is more pages.</p>
<div class="charts">${figures.join("")}</div>`;
}

const RELIABILITY_CHART = { side: 180, left: 26, top: 8, bottom: 20, right: 8 } as const;
/** Radius of the smallest dot, and of a dot for all pages. */
const DOT = { least: 2, most: 12 } as const;

/** A reliability diagram: the share extracted correctly against the confidence that was stated; dots are on the line where both agree. */
function reliabilityChart({ extractor, confidence }: VerdictScore, tone: number): string {
  const { pages, error, bins } = confidence;
  const width = RELIABILITY_CHART.left + RELIABILITY_CHART.side + RELIABILITY_CHART.right;
  const height = RELIABILITY_CHART.top + RELIABILITY_CHART.side + RELIABILITY_CHART.bottom;
  const x = (chance: number) => (RELIABILITY_CHART.left + chance * RELIABILITY_CHART.side).toFixed(1);
  const y = (share: number) => (RELIABILITY_CHART.top + (1 - share) * RELIABILITY_CHART.side).toFixed(1);
  const dots = bins.map(({ chance, share, count }) => {
    const radius = DOT.least + (DOT.most - DOT.least) * Math.sqrt(count / pages);
    const words = `stated ${formatShare(chance)}, right ${formatShare(share)}, ${count} pages`;
    return `<circle cx="${x(chance)}" cy="${y(share)}" r="${radius.toFixed(1)}"><title>${words}</title></circle>`;
  });
  const label = `Confidence of ${extractor} on ${pages} pages, expected calibration error ${formatShare(error ?? 0)}: ${bins
    .map(({ chance, share }) => `${formatShare(chance)} stated, ${formatShare(share)} right`)
    .join("; ")}`;
  return `<svg class="reliability tone-${tone}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeValue(label)}">
<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}"/>
<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(0)}"/>
<line x1="${x(0)}" y1="${y(0)}" x2="${x(0)}" y2="${y(1)}"/>
${dots.join("")}
${[0, 0.5, 1].map((share) => axisLabels(share, x, y)).join("")}
</svg>`;
}

type Place = (share: number) => string;

function axisLabels(share: number, x: Place, y: Place): string {
  const text = share === 0.5 ? ".5" : share;
  const below = `<text x="${x(share)}" y="${Number(y(0)) + 14}" text-anchor="middle">${text}</text>`;
  return share === 0
    ? below
    : `${below}<text x="${Number(x(0)) - 5}" y="${Number(y(share)) + 4}" text-anchor="end">${text}</text>`;
}
