import type { Estimate } from "../estimate.ts";
import { formatShare } from "../terminal-table.ts";
import { escapeHtml } from "./escape.ts";

const BINS = 20;
const CHART = { width: 280, height: 110, left: 4, right: 4, top: 16, bottom: 18 } as const;
const BAR_WIDTH = 200;

/** How shares in 0..1 are spread, as bars of .05; the numbers are in its label for those who cannot see it. */
export function histogram(shares: readonly number[], name: string, tone: number): string {
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
  return `<svg class="histogram tone-${tone}" viewBox="0 0 ${CHART.width} ${CHART.height}" role="img" aria-label="${escapeHtml(label)}">
<text x="${CHART.left}" y="11">most: ${most}</text>
<line x1="${CHART.left}" y1="${base}" x2="${CHART.width - CHART.right}" y2="${base}"/>
${bars.join("")}
${[0, 0.5, 1].map((share) => axisLabel(share, base)).join("")}
</svg>`;
}

/** A bar for a mean with its interval as a whisker; decoration beside the number, so hidden from screen readers. */
export function meanBar({ mean, low, high }: Estimate, tone: number): string {
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
