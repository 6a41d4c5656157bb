import type { PageScore } from "../page-score.ts";
import { formatShare } from "../terminal-table.ts";
import { scoreVerdicts, type VerdictScore } from "../verdict-scores.ts";
import { escapeHtml, key, type Tones } from "./tables.ts";

/** How good the verdicts on a set's pages were; empty where no extractor gave any. */
export function verdictSection(scores: readonly PageScore[], tones: Tones): string {
  const figures = scoreVerdicts(scores).map((score) => {
    const { extractor, articles, confidence } = score;
    const area =
      articles.area === null
        ? ""
        : `<p>Articles told from other pages: area under the curve ${formatShare(articles.area)} on ${articles.pages} pages.</p>`;
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

const CHART = { side: 180, left: 26, top: 8, bottom: 20, right: 8 } as const;
/** Radius of the smallest dot, and of a dot for all pages. */
const DOT = { least: 2, most: 12 } as const;

/** A reliability diagram: the share extracted correctly against the confidence that was stated; dots are on the line where both agree. */
function reliabilityChart({ extractor, confidence }: VerdictScore, tone: number): string {
  const { pages, error, bins } = confidence;
  const width = CHART.left + CHART.side + CHART.right;
  const height = CHART.top + CHART.side + CHART.bottom;
  const x = (chance: number) => (CHART.left + chance * CHART.side).toFixed(1);
  const y = (share: number) => (CHART.top + (1 - share) * CHART.side).toFixed(1);
  const dots = bins.map(({ chance, share, count }) => {
    const radius = DOT.least + (DOT.most - DOT.least) * Math.sqrt(count / pages);
    const words = `stated ${formatShare(chance)}, right ${formatShare(share)}, ${count} pages`;
    return `<circle cx="${x(chance)}" cy="${y(share)}" r="${radius.toFixed(1)}"><title>${words}</title></circle>`;
  });
  const label = `Confidence of ${extractor} on ${pages} pages, expected calibration error ${formatShare(error ?? 0)}: ${bins
    .map(({ chance, share }) => `${formatShare(chance)} stated, ${formatShare(share)} right`)
    .join("; ")}`;
  return `<svg class="reliability tone-${tone}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(label)}">
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
