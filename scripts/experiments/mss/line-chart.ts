/** A line of a chart: a name and its points. */
export interface ChartLine {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** What a chart says about its axes. */
export interface ChartAxes {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly from: number;
  readonly to: number;
}

const WIDTH = 640;
const HEIGHT = 360;
const LEFT = 56;
const RIGHT = 150;
const TOP = 36;
const BOTTOM = 48;
/** Clear on a light and on a dark ground. */
const COLOURS = ["#3182ce", "#dd6b20", "#38a169"];
const GRID_STEPS = 5;

/** Lines over a logarithmic x axis as an SVG that suits light and dark pages. */
export function lineChart({ title, x, y, from, to }: ChartAxes, lines: readonly ChartLine[]): string {
  const xs = [...new Set(lines.flatMap(({ points }) => points.map((point) => point.x)))].toSorted(
    (a, b) => a - b,
  );
  const last = Math.log2(xs.at(-1) ?? 2) || 1;
  const placeX = (value: number) => LEFT + (Math.log2(value) / last) * (WIDTH - LEFT - RIGHT);
  const placeY = (value: number) => TOP + ((to - value) / (to - from)) * (HEIGHT - TOP - BOTTOM);
  const grid = Array.from({ length: GRID_STEPS + 1 }, (_, step) => from + ((to - from) * step) / GRID_STEPS);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}" font-family="system-ui, sans-serif" font-size="12">`,
    "<style>text{fill:#333}.ground{fill:#fff}.grid{stroke:#ccc}@media (prefers-color-scheme:dark){text{fill:#ddd}.ground{fill:#161b22}.grid{stroke:#444}}</style>",
    `<rect class="ground" width="${WIDTH}" height="${HEIGHT}"/>`,
    `<text x="${LEFT}" y="20" font-size="14" font-weight="600">${title}</text>`,
    ...grid.map((value) => {
      const at = placeY(value).toFixed(1);
      return `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}"/><text x="${LEFT - 8}" y="${at}" dy="4" text-anchor="end">${value.toFixed(2)}</text>`;
    }),
    ...xs.map(
      (value) =>
        `<text x="${placeX(value).toFixed(1)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${value}</text>`,
    ),
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${x}</text>`,
    `<text x="14" y="${(TOP + HEIGHT - BOTTOM) / 2}" text-anchor="middle" transform="rotate(-90 14 ${(TOP + HEIGHT - BOTTOM) / 2})">${y}</text>`,
    ...lines.flatMap(({ name, points }, index) => {
      const colour = COLOURS[index % COLOURS.length];
      const path = points.map((point) => `${placeX(point.x).toFixed(1)},${placeY(point.y).toFixed(1)}`);
      const end = points.at(-1);
      return [
        `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${path.join(" ")}"/>`,
        ...path.map(
          (place) =>
            `<circle r="3" fill="${colour}" cx="${place.split(",")[0]}" cy="${place.split(",")[1]}"/>`,
        ),
        end
          ? `<text x="${WIDTH - RIGHT + 10}" y="${placeY(end.y).toFixed(1)}" dy="4" style="fill:${colour}">${name}</text>`
          : "",
      ];
    }),
    "</svg>",
    "",
  ].join("\n");
}
