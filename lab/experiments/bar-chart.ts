/** A bar: a change, and how far chance alone could have moved it. */
export interface ChartBar {
  readonly mean: number;
  readonly margin: number;
}

/** A row of bars, one for each panel; bars of a group stand together under its name. */
export interface BarRow {
  readonly group: string;
  readonly name: string;
  readonly bars: readonly ChartBar[];
}

/** What a chart says about itself. */
export interface BarChart {
  readonly title: string;
  /** The chart in a sentence or two, for readers who do not see it. */
  readonly description: string;
  /** The names of the panels, side by side. */
  readonly panels: readonly string[];
}

const NAME_WIDTH = 190;
const PANEL_WIDTH = 250;
const PANEL_GAP = 44;
const TOP = 58;
const ROW = 19;
const GROUP = 28;
const BOTTOM = 34;
const BAR = 11;
const MIDDLE = 4;

/** Clear on a light and on a dark ground. */
const STYLE = `text{fill:#333}.ground{fill:#fff}.grid{stroke:#ddd}.zero{stroke:#666}.chance{stroke:#333}.loss{fill:#d9653b}.gain{fill:#3182ce}.unsure{opacity:.45}
@media (prefers-color-scheme:dark){text{fill:#ddd}.ground{fill:#161b22}.grid{stroke:#333a44}.zero{stroke:#aaa}.chance{stroke:#ddd}}`;

/** Changes as bars to the left and right of zero, with whiskers; bars that may be chance are pale. */
export function barChart({ title, description, panels }: BarChart, rows: readonly BarRow[]): string {
  const width = NAME_WIDTH + panels.length * (PANEL_WIDTH + PANEL_GAP);
  const groups = [...Map.groupBy(rows, ({ group }) => group)];
  const bottom = TOP + rows.length * ROW + groups.length * GROUP;
  const scales = panels.map((_, panel) => scaleOf(rows, panel));
  let y = TOP;
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
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${bottom + BOTTOM}" role="img" aria-labelledby="title desc" font-family="system-ui, sans-serif" font-size="12">`,
    `<title id="title">${title}</title>`,
    `<desc id="desc">${description}</desc>`,
    `<style>${STYLE}</style>`,
    `<rect class="ground" width="${width}" height="${bottom + BOTTOM}"/>`,
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
    `<text x="${middle}" y="${TOP - 10}" text-anchor="middle">${name}</text>`,
    ...ticks.flatMap((tick) => {
      const x = place(tick).toFixed(1);
      const kind = Math.abs(tick) < 1e-9 ? "zero" : "grid";
      return [
        `<line class="${kind}" x1="${x}" x2="${x}" y1="${TOP}" y2="${bottom}"/>`,
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
