/** A bar: a change, and how far chance alone could have moved it. */
import { mean } from "./experiment.ts";

interface ChartBar {
  readonly mean: number;
  readonly margin: number;
}

/** A row of bars, one for each panel; bars of a group are together under its name. */
interface BarRow {
  readonly group: string;
  readonly name: string;
  readonly bars: readonly ChartBar[];
}

/** The texts of a chart. */
interface BarChart {
  readonly title: string;
  /** The chart in a sentence or two, for readers who do not see it. */
  readonly description: string;
  /** The names of the panels, side by side. */
  readonly panels: readonly string[];
}

const NAME_WIDTH = 190;
const PANEL_WIDTH = 250;
const PANEL_GAP = 44;
const BARS_TOP = 58;
const ROW = 19;
const GROUP = 28;
const BARS_BOTTOM = 34;
const BAR = 11;
const MIDDLE = 4;

/** Colours that are clear on a light and on a dark background. */
const BARS_STYLE = `text{fill:#333}.ground{fill:#fff}.grid{stroke:#ddd}.zero{stroke:#666}.chance{stroke:#333}.loss{fill:#d9653b}.gain{fill:#3182ce}.unsure{opacity:.45}
@media (prefers-color-scheme:dark){text{fill:#ddd}.ground{fill:#161b22}.grid{stroke:#333a44}.zero{stroke:#aaa}.chance{stroke:#ddd}}`;

/** Changes as bars to the left and right of zero, with whiskers; bars that may be chance are pale. */
export function barChart({ title, description, panels }: BarChart, rows: readonly BarRow[]): string {
  const width = NAME_WIDTH + panels.length * (PANEL_WIDTH + PANEL_GAP);
  const groups = [...Map.groupBy(rows, ({ group }) => group)];
  const bottom = BARS_TOP + rows.length * ROW + groups.length * GROUP;
  const scales = panels.map((_, panel) => scaleOf(rows, panel));
  let y = BARS_TOP;
  const drawn = groups.flatMap(([group, own]) => {
    y += GROUP;
    const heading = `<text x="8" y="${y - 6}" font-weight="600">${group}</text>`;
    const lines = own.flatMap((row) => {
      y += ROW;
      const name = `<text x="${NAME_WIDTH - 10}" y="${y - ROW / 2 + MIDDLE}" text-anchor="end">${row.name}</text>`;
      return [name, ...row.bars.map((bar, panel) => drawBar(bar, y - ROW / 2, scales[panel]!))];
    });
    return [heading, ...lines];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${bottom + BARS_BOTTOM}" role="img" aria-labelledby="title desc" font-family="system-ui, sans-serif" font-size="12">`,
    `<title id="title">${title}</title>`,
    `<desc id="desc">${description}</desc>`,
    `<style>${BARS_STYLE}</style>`,
    `<rect class="ground" width="${width}" height="${bottom + BARS_BOTTOM}"/>`,
    `<text x="8" y="22" font-size="14" font-weight="600">${title}</text>`,
    ...scales.flatMap((scale, panel) => drawAxis(scale, panels[panel]!, bottom)),
    ...drawn,
    "</svg>",
    "",
  ].join("\n");
}

interface Scale {
  readonly place: (value: number) => number;
  readonly ticks: readonly number[];
}

function scaleOf(rows: readonly BarRow[], panel: number): Scale {
  const bars = rows.map((row) => row.bars[panel]!);
  const low = Math.min(0, ...bars.map(({ mean, margin }) => mean - margin));
  const high = Math.max(0, ...bars.map(({ mean, margin }) => mean + margin));
  const step = roundStep((high - low) / 4);
  const [from, to] = [Math.floor(low / step), Math.ceil(high / step)];
  const left = NAME_WIDTH + panel * (PANEL_WIDTH + PANEL_GAP);
  const place = (value: number) => left + ((value / step - from) / (to - from)) * PANEL_WIDTH;
  return { place, ticks: Array.from({ length: to - from + 1 }, (_, at) => (from + at) * step) };
}

/** The nearest larger of 1, 2 and 5 times a power of ten. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5, 10].find((times) => times * power >= least) ?? 10);
}

function drawAxis({ place, ticks }: Scale, name: string, bottom: number): string[] {
  const middle = (place(ticks[0]!) + place(ticks.at(-1)!)) / 2;
  return [
    `<text x="${middle}" y="${BARS_TOP - 10}" text-anchor="middle">${name}</text>`,
    ...ticks.flatMap((tick) => {
      const x = place(tick).toFixed(1);
      const kind = Math.abs(tick) < 1e-9 ? "zero" : "grid";
      return [
        `<line class="${kind}" x1="${x}" x2="${x}" y1="${BARS_TOP}" y2="${bottom}"/>`,
        `<text x="${x}" y="${bottom + 18}" text-anchor="middle">${formatTick(tick)}</text>`,
      ];
    }),
  ];
}

function formatTick(tick: number): string {
  const size = Math.abs(tick).toFixed(3).replace(/^0/, "").replace(/0$/, "");
  if (Number(size) === 0) return "0";
  return `${tick < 0 ? "−" : "+"}${size}`;
}

function drawBar({ mean, margin }: ChartBar, y: number, { place }: Scale): string {
  const [left, right] = [Math.min(place(0), place(mean)), Math.max(place(0), place(mean))];
  const sort = `${mean < 0 ? "loss" : "gain"}${Math.abs(mean) > margin ? "" : " unsure"}`;
  const [low, high] = [place(mean - margin).toFixed(1), place(mean + margin).toFixed(1)];
  return [
    `<rect class="${sort}" x="${left.toFixed(1)}" y="${y - BAR / 2}" width="${(right - left).toFixed(1)}" height="${BAR}"/>`,
    `<line class="chance" x1="${low}" x2="${high}" y1="${y}" y2="${y}"/>`,
  ].join("");
}

/** A curve: at each place on the x axis the values of several runs. */
export interface Curve {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly ys: readonly number[] }[];
}

/** The texts of a chart and its axes. */
interface CurveChart {
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
const CURVES_TOP = 40;
const CURVES_BOTTOM = 52;
const NAME_GAP = 15;
/** The finest grid that has no more lines than this. */
const GRID_STEPS = [0.01, 0.02, 0.05, 0.1];
const MAX_GRID_LINES = 12;
const COLOURS = ["#7a8794", "#3182ce", "#dd6b20", "#38a169"];
const CURVES_STYLE =
  "text{fill:#333}.ground{fill:#fff}.grid{stroke:#ddd}@media (prefers-color-scheme:dark){text{fill:#ddd}.ground{fill:#161b22}.grid{stroke:#333a44}}";

/** Curves over a logarithmic x axis: lines through the means, a dot for every run. */
export function curveChart({ title, description, x, y }: CurveChart, curves: readonly Curve[]): string {
  const places = scalesOf(curves);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title desc" font-family="system-ui, sans-serif" font-size="12">`,
    `<title id="title">${title}</title>`,
    `<desc id="desc">${description}</desc>`,
    `<style>${CURVES_STYLE}</style>`,
    `<rect class="ground" width="${WIDTH}" height="${HEIGHT}"/>`,
    `<text x="${LEFT}" y="22" font-size="14" font-weight="600">${title}</text>`,
    ...places.yTicks.map((value) => {
      const at = places.y(value).toFixed(1);
      return `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}"/><text x="${LEFT - 8}" y="${at}" dy="4" text-anchor="end">${value.toFixed(2).replace(/^0/, "")}</text>`;
    }),
    ...places.xTicks.map(
      (value) =>
        `<text x="${places.x(value).toFixed(1)}" y="${HEIGHT - CURVES_BOTTOM + 18}" text-anchor="middle">${Math.round(value)}</text>`,
    ),
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 10}" text-anchor="middle">${x}</text>`,
    `<text x="14" y="${(CURVES_TOP + HEIGHT - CURVES_BOTTOM) / 2}" text-anchor="middle" transform="rotate(-90 14 ${(CURVES_TOP + HEIGHT - CURVES_BOTTOM) / 2})">${y}</text>`,
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
    y: (value) => CURVES_TOP + ((to - value / step) / (to - from)) * (HEIGHT - CURVES_TOP - CURVES_BOTTOM),
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

/** A dot with its name. */
export interface ScatterPoint {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** Whether it is one of ours, which have a colour of their own. */
  readonly isOurs: boolean;
}

const SCATTER = { width: 860, height: 520, left: 60, right: 130, top: 44, bottom: 56 } as const;
/** The size of a name: its height, and the width of a letter. */
const LABEL = { height: 13, letter: 6.2, gap: 7 } as const;
const SCATTER_STYLE = `text{fill:#333}.ground{fill:#fff}.grid{stroke:#ddd}.ours{fill:#2b6cb0}.other{fill:#b7541d}.lead{stroke:#888;stroke-width:.6}
@media (prefers-color-scheme:dark){text{fill:#ddd}.ground{fill:#161b22}.grid{stroke:#333a44}.ours{fill:#63a4e8}.other{fill:#f0945a}}`;
const TICKS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];

/** Named dots over a logarithmic x axis. */
export function scatterChart(
  { title, description, x, y }: CurveChart,
  points: readonly ScatterPoint[],
): string {
  const { width, height, left, right, top, bottom } = SCATTER;
  const [least, most] = [Math.min(...points.map((one) => one.x)), Math.max(...points.map((one) => one.x))];
  const from = TICKS.findLast((tick) => tick <= least) ?? least;
  const to = TICKS.find((tick) => tick >= most) ?? most;
  const low = Math.floor(Math.min(...points.map((one) => one.y)) * 20) / 20;
  const high = Math.ceil(Math.max(...points.map((one) => one.y)) * 20) / 20;
  const placeX = (value: number) =>
    left + (Math.log(value / from) / Math.log(to / from)) * (width - left - right);
  const placeY = (value: number) => top + ((high - value) / (high - low)) * (height - top - bottom);
  const levels = Array.from({ length: Math.round((high - low) * 20) + 1 }, (_, at) => low + at / 20);
  const middle = (top + height - bottom) / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc" font-family="system-ui, sans-serif" font-size="12">`,
    `<title id="title">${title}</title>`,
    `<desc id="desc">${description}</desc>`,
    `<style>${SCATTER_STYLE}</style>`,
    `<rect class="ground" width="${width}" height="${height}"/>`,
    `<text x="${left}" y="22" font-size="14" font-weight="600">${title}</text>`,
    ...levels.map((value) => {
      const at = placeY(value).toFixed(1);
      return `<line class="grid" x1="${left}" x2="${width - right}" y1="${at}" y2="${at}"/><text x="${left - 8}" y="${at}" dy="4" text-anchor="end">${value.toFixed(2).replace(/^0/, "")}</text>`;
    }),
    ...TICKS.filter((tick) => tick >= from && tick <= to).map((tick) => {
      const at = placeX(tick).toFixed(1);
      return `<line class="grid" y1="${top}" y2="${height - bottom}" x1="${at}" x2="${at}"/><text x="${at}" y="${height - bottom + 18}" text-anchor="middle">${tick}x</text>`;
    }),
    `<text x="${(left + width - right) / 2}" y="${height - 12}" text-anchor="middle">${x}</text>`,
    `<text x="14" y="${middle}" text-anchor="middle" transform="rotate(-90 14 ${middle})">${y}</text>`,
    ...drawDots(points.map((point) => ({ ...point, x: placeX(point.x), y: placeY(point.y) }))),
    "</svg>",
    "",
  ].join("\n");
}

/** Dots and their names; a name that would lie on another goes to the next free line, with a thin line to its dot. */
function drawDots(points: readonly ScatterPoint[]): string[] {
  const taken: { readonly x: number; readonly end: number; readonly y: number }[] = [];
  const isFree = (x: number, end: number, y: number) =>
    y > SCATTER.top &&
    y < SCATTER.height - SCATTER.bottom &&
    taken.every((one) => end < one.x || x > one.end || Math.abs(y - one.y) >= LABEL.height);
  for (const { x, y } of points) taken.push({ x: x - 4, end: x + 4, y });
  return points.map(({ name, x, y, isOurs }) => {
    const start = x + LABEL.gap;
    const end = start + name.length * LABEL.letter;
    const shifts = Array.from(
      { length: 48 },
      (_, at) => (at % 2 === 0 ? 1 : -1) * Math.ceil(at / 2) * (LABEL.height / 2),
    );
    const line = y + (shifts.find((shift) => isFree(start, end, y + shift)) ?? 0);
    taken.push({ x: start, end, y: line });
    const lead =
      line === y
        ? ""
        : `<line class="lead" x1="${x.toFixed(1)}" y1="${y.toFixed(1)}" x2="${start.toFixed(1)}" y2="${line.toFixed(1)}"/>`;
    const kind = isOurs ? "ours" : "other";
    return `${lead}<circle class="${kind}" r="4" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}"/><text class="${kind}" x="${start.toFixed(1)}" y="${line.toFixed(1)}" dy="4">${name}</text>`;
  });
}
