/** A run of a batch: its pages, their bytes, and the CPU time it took. */
export interface MeasuredRun {
  readonly pages: number;
  readonly bytes: number;
  readonly cpuMs: number;
}

/** The costs of a batch: its start, each page, the extra time of the first pages, each byte of a page. */
export interface PageCosts {
  readonly startMs: number;
  readonly pageMs: number;
  /** For each of the first `WARMING_PAGES`: code is compiled while they are read. */
  readonly coldPageMs: number;
  readonly byteMs: number;
}

/** After about this many pages a process is warm. */
export const WARMING_PAGES = 200;

/** CPU time of a batch, by its costs. */
export function costOf(costs: PageCosts, { pages, bytes }: Omit<MeasuredRun, "cpuMs">): number {
  const cold = Math.min(pages, WARMING_PAGES);
  return costs.startMs + costs.pageMs * pages + costs.coldPageMs * cold + costs.byteMs * bytes;
}

/**
 * The costs that fit the runs best, by least squares of relative errors; runs must differ in pages, some below
 * `WARMING_PAGES`, and in bytes a page, or the costs cannot be separated.
 */
export function fitCosts(runs: readonly MeasuredRun[]): PageCosts {
  const rows = runs.map(({ pages, bytes, cpuMs }) => ({
    of: [1, pages, Math.min(pages, WARMING_PAGES), bytes / 1e6].map((part) => part / cpuMs),
  }));
  const at = [0, 1, 2, 3];
  const left = at.map((i) => at.map((j) => sum(rows, ({ of }) => of[i]! * of[j]!)));
  const right = at.map((i) => sum(rows, ({ of }) => of[i]!));
  const [startMs = 0, pageMs = 0, coldPageMs = 0, megabyteMs = 0] = solve(left, right);
  return { startMs, pageMs, coldPageMs, byteMs: megabyteMs / 1e6 };
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((all, item) => all + of(item), 0);
}

/** Gaussian elimination with the largest pivot. */
function solve(matrix: readonly (readonly number[])[], values: readonly number[]): readonly number[] {
  const rows = matrix.map((row, at) => [...row, values[at]!]);
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    const rest = rows.slice(column).map((row) => Math.abs(row[column]!));
    const pivot = column + rest.indexOf(Math.max(...rest));
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    const own = rows[column]!;
    for (let other = 0; other < size; other++) {
      if (other === column) continue;
      const share = rows[other]![column]! / own[column]!;
      rows[other] = rows[other]!.map((value, at) => value - share * own[at]!);
    }
  }
  return rows.map((row, at) => row[size]! / row[at]!);
}
