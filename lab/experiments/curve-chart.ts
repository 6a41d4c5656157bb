/** A curve: at each place on the x axis the values of several runs. */
export interface Curve {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly ys: readonly number[] }[];
}

/** What a chart says about itself and its axes. */
export interface CurveChart {
  readonly title: string;
  /** The chart in a sentence or two, for readers who do not see it. */
  readonly description: string;
  readonly x: string;
  readonly y: string;
}

const WIDTH = 680;
const HEIGHT = 400;
const LEFT = 60;
const RIGHT = 150;
const TOP = 40;
const BOTTOM = 52;
const NAME_GAP = 15;
/** The finest grid that has no more lines than this. */
const GRID_STEPS = [0.01, 0.02, 0.05, 0.1];
const MAX_GRID_LINES = 12;
const COLOURS = ["#7a8794", "#3182ce", "#dd6b20", "#38a169"];
const STYLE =
  "text{fill:#333}.ground{fill:#fff}.grid{stroke:#ddd}@media (prefers-color-scheme:dark){text{fill:#ddd}.ground{fill:#161b22}.grid{stroke:#333a44}}";

/** Curves over a logarithmic x axis: lines through the means, a dot for every run. */
export function curveChart({ title, description, x, y }: CurveChart, curves: readonly Curve[]): string {
  const places = scalesOf(curves);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title desc" font-family="system-ui, sans-serif" font-size="12">`,
    `<title id="title">${title}</title>`,
    `<desc id="desc">${description}</desc>`,
    `<style>${STYLE}</style>`,
    `<rect class="ground" width="${WIDTH}" height="${HEIGHT}"/>`,
    `<text x="${LEFT}" y="22" font-size="14" font-weight="600">${title}</text>`,
    ...places.yTicks.map((value) => {
      const at = places.y(value).toFixed(1);
      return `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}"/><text x="${LEFT - 8}" y="${at}" dy="4" text-anchor="end">${value.toFixed(2).replace(/^0/, "")}</text>`;
    }),
    ...places.xTicks.map(
      (value) =>
        `<text x="${places.x(value).toFixed(1)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${Math.round(value)}</text>`,
    ),
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 10}" text-anchor="middle">${x}</text>`,
    `<text x="14" y="${(TOP + HEIGHT - BOTTOM) / 2}" text-anchor="middle" transform="rotate(-90 14 ${(TOP + HEIGHT - BOTTOM) / 2})">${y}</text>`,
    ...curves.flatMap((curve, index) => drawCurve(curve, COLOURS[index % COLOURS.length]!, places)),
    ...drawNames(curves, places),
    "</svg>",
    "",
  ].join("\n");
}

interface Places {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly xTicks: readonly number[];
  readonly yTicks: readonly number[];
}

function scalesOf(curves: readonly Curve[]): Places {
  const points = curves.flatMap((curve) => curve.points);
  const xTicks = [...new Set(points.map((point) => point.x))].sort((a, b) => a - b);
  const ys = points.flatMap((point) => point.ys);
  const [least, most] = [Math.min(...ys), Math.max(...ys)];
  const step = GRID_STEPS.find((one) => (most - least) / one < MAX_GRID_LINES - 2) ?? 0.2;
  const from = Math.floor(least / step);
  const to = Math.ceil(most / step);
  const [first, last] = [Math.log(xTicks[0]!), Math.log(xTicks.at(-1)!)];
  return {
    x: (value) => LEFT + ((Math.log(value) - first) / (last - first)) * (WIDTH - LEFT - RIGHT),
    y: (value) => TOP + ((to - value / step) / (to - from)) * (HEIGHT - TOP - BOTTOM),
    xTicks,
    yTicks: Array.from({ length: to - from + 1 }, (_, at) => (from + at) * step),
  };
}

function drawCurve({ points }: Curve, colour: string, places: Places): string[] {
  const line = points.map(({ x, ys }) => `${places.x(x).toFixed(1)},${places.y(mean(ys)).toFixed(1)}`);
  return [
    `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${line.join(" ")}"/>`,
    ...points.flatMap(({ x, ys }) =>
      ys.map(
        (value) =>
          `<circle r="2.5" fill="${colour}" fill-opacity=".6" cx="${places.x(x).toFixed(1)}" cy="${places.y(value).toFixed(1)}"/>`,
      ),
    ),
  ];
}

/** Names at the ends of the curves, pushed apart where they would lie on each other. */
function drawNames(curves: readonly Curve[], places: Places): string[] {
  const ends = curves
    .map(({ name, points }, index) => ({ name, index, at: places.y(mean(points.at(-1)!.ys)) }))
    .sort((a, b) => a.at - b.at);
  let above = Number.NEGATIVE_INFINITY;
  return ends.map(({ name, index, at }) => {
    above = Math.max(at, above + NAME_GAP);
    return `<text x="${WIDTH - RIGHT + 10}" y="${above.toFixed(1)}" dy="4" style="fill:${COLOURS[index % COLOURS.length]}">${name}</text>`;
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
