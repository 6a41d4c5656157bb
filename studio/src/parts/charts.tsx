import type { ComponentChildren, JSX } from "preact";
import type { Interval } from "../../../src/server/studio/contract.ts";

/** Three decimals without the zero, as the tables of the documentation have them. */
export function figure(value: number): string {
  const text = Math.abs(value).toFixed(3);
  return `${value < 0 && Number(text) > 0 ? "−" : ""}${text.startsWith("0") ? text.slice(1) : text}`;
}

/** The same with its sign, for differences. */
export function signedFigure(value: number): string {
  const text = figure(value);
  return value > 0 && Number(text) > 0 ? `+${text}` : text;
}

/** A value with its interval: the figures, and a line that shows them on a common scale. */
export function IntervalBar({
  interval,
  from = 0,
  to = 1,
}: {
  readonly interval: Interval;
  readonly from?: number;
  readonly to?: number;
}): JSX.Element {
  const { value, low, high } = interval;
  const place = (at: number): number => (100 * (Math.min(to, Math.max(from, at)) - from)) / (to - from);
  return (
    <span class="interval">
      <span class="figure">
        {figure(value)} <span class="quiet">{`${figure(low)}–${figure(high)}`}</span>
      </span>
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <line class="axis" x1="0" x2="100" y1="4" y2="4" />
        <line class="range" x1={place(low)} x2={place(high)} y1="4" y2="4" />
        <line class="value" x1={place(value)} x2={place(value)} y1="0" y2="8" />
      </svg>
    </span>
  );
}

/** A table that scrolls sideways where the screen is too narrow for it, by keys too. */
export function FigureTable({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to take the focus, or keys cannot scroll it.
    <section class="table-scroll" tabIndex={0} aria-label={label}>
      <table class="figures">{children}</table>
    </section>
  );
}

const WIDTH = 320;
const HEIGHT = 120;
const MARGIN = { left: 34, right: 10, top: 8, bottom: 22 };

/** How a score grows with the number of labelled pages. */
export function CurveChart({
  points,
  label,
}: {
  readonly points: readonly { readonly pages: number; readonly f1: number }[];
  readonly label: string;
}): JSX.Element | null {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 2) return null;
  const lowest = Math.min(...points.map(({ f1 }) => f1));
  const from = Math.max(0, Math.floor(lowest * 10) / 10 - (lowest === 1 ? 0.1 : 0));
  const x = (pages: number): number =>
    MARGIN.left +
    ((pages - first.pages) / Math.max(1, last.pages - first.pages)) * (WIDTH - MARGIN.left - MARGIN.right);
  const y = (f1: number): number =>
    MARGIN.top + ((1 - f1) / Math.max(0.01, 1 - from)) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const path = points
    .map(({ pages, f1 }, index) => `${index === 0 ? "M" : "L"}${x(pages)} ${y(f1)}`)
    .join("");
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {[from, (from + 1) / 2, 1].map((mark) => (
        <g key={mark}>
          <line class="axis" x1={MARGIN.left} x2={WIDTH - MARGIN.right} y1={y(mark)} y2={y(mark)} />
          <text x={MARGIN.left - 5} y={y(mark) + 3.5} text-anchor="end">
            {figure(mark).slice(0, 4).replace(/0$/, "")}
          </text>
        </g>
      ))}
      <path class="curve" d={path} />
      {points.map(({ pages, f1 }) => (
        <circle key={pages} cx={x(pages)} cy={y(f1)} r="3" />
      ))}
      {[first, last].map(({ pages }) => (
        <text key={pages} x={x(pages)} y={HEIGHT - 6} text-anchor="middle">
          {pages}
        </text>
      ))}
    </svg>
  );
}

/** How many pages have which score, in tenths. */
export function Histogram({
  counts,
  label,
}: {
  readonly counts: readonly number[];
  readonly label: string;
}): JSX.Element {
  const most = Math.max(1, ...counts);
  return (
    <svg
      class="chart histogram"
      viewBox="0 0 200 64"
      role="img"
      aria-label={`${label}: ${counts.join(", ")}`}
    >
      {counts.map((count, tenth) => {
        const height = (count / most) * 46;
        return (
          <g key={tenth}>
            <rect
              x={tenth * 20 + 1}
              y={50 - height}
              width="18"
              height={Math.max(height, count > 0 ? 1 : 0)}
              rx="1"
            />
            <text x={tenth * 20 + 10} y={60} text-anchor="middle">
              {`.${tenth}`}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** Weights to both sides of nothing, largest first. */
export function WeightBars({
  rows,
  label,
  most,
}: {
  readonly rows: readonly { readonly name: string; readonly value: number | null; readonly weight: number }[];
  readonly label: string;
  /** The weight of the longest bar. */
  readonly most: number;
}): JSX.Element {
  return (
    <table class="weights">
      <caption class="unseen">{label}</caption>
      <tbody>
        {rows.map(({ name, value, weight }) => (
          <tr key={name} data-sign={weight < 0 ? "minus" : "plus"}>
            <th scope="row">
              {name}
              {value !== null && <span class="quiet figure"> {shortNumber(value)}</span>}
            </th>
            <td class="weight-bar" aria-hidden="true">
              <span style={{ inlineSize: `${(Math.abs(weight) / Math.max(0.01, most)) * 50}%` }} />
            </td>
            <td class="figure">{`${weight < 0 ? "−" : "+"}${Math.abs(weight).toFixed(2)}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function shortNumber(value: number): string {
  const text = Number.isInteger(value) ? String(Math.abs(value)) : Math.abs(value).toFixed(2);
  return value < 0 ? `−${text}` : text;
}
