import type { PageScore } from "../page-score.ts";
import { formatShare } from "../terminal-table.ts";
import { scoreVerdicts } from "../verdict-scores.ts";
import { reliabilityChart } from "./reliability-chart.ts";
import { key, type Tones } from "./tables.ts";

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
