/** A run of a batch: its pages, their bytes, and the CPU time it took. */
export interface MeasuredRun {
  readonly pages: number;
  readonly bytes: number;
  readonly cpuMs: number;
}

/** What a batch costs: its start, each page, each byte of a page. */
export interface PageCosts {
  readonly startMs: number;
  readonly pageMs: number;
  readonly byteMs: number;
}

/** The costs that explain runs best, by least squares; runs differ in pages and in bytes a page, or nothing can be told apart. */
export function fitCosts(runs: readonly MeasuredRun[]): PageCosts {
  const rows = runs.map(({ pages, bytes, cpuMs }) => ({ of: [1, pages, bytes / 1e6], cpuMs }));
  const left = [0, 1, 2].map((i) => [0, 1, 2].map((j) => sum(rows, ({ of }) => of[i]! * of[j]!)));
  const right = [0, 1, 2].map((i) => sum(rows, ({ of, cpuMs }) => of[i]! * cpuMs));
  const [startMs = 0, pageMs = 0, megabyteMs = 0] = solve(left, right);
  return { startMs, pageMs, byteMs: megabyteMs / 1e6 };
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

/** The tasks of the first stage of a job, by Spark's log. */
export interface TaskTimes {
  /** In the order in which they were started. */
  readonly tasks: readonly { readonly task: number; readonly tookMs: number }[];
  /** From the first start to the last end; undefined where the log does not say. */
  readonly tookMs: number | undefined;
}

const STARTED =
  /^(?<at>\d\d\/\d\d\/\d\d \d\d:\d\d:\d\d) INFO TaskSetManager: Starting task (?<task>\d+)\.\d+ in stage 0\.0/;
const FINISHED =
  /^(?<at>\d\d\/\d\d\/\d\d \d\d:\d\d:\d\d) INFO TaskSetManager: Finished task (?<task>\d+)\.\d+ in stage 0\.0 .* in (?<ms>\d+) ms/;

/** Reads the times of tasks from what Spark logged; its stages after the first check the output. */
export function readTasks(log: string): TaskTimes {
  const lines = log.split("\n");
  const took = new Map(
    lines.flatMap((line) => {
      const { task, ms } = FINISHED.exec(line)?.groups ?? {};
      return task === undefined ? [] : [[Number(task), Number(ms)] as const];
    }),
  );
  const tasks = lines.flatMap((line) => {
    const { task } = STARTED.exec(line)?.groups ?? {};
    const tookMs = task === undefined ? undefined : took.get(Number(task));
    return tookMs === undefined ? [] : [{ task: Number(task), tookMs }];
  });
  const times = lines.flatMap((line) => {
    const { at } = (STARTED.exec(line) ?? FINISHED.exec(line))?.groups ?? {};
    return at === undefined ? [] : [Date.parse(`20${at.replaceAll("/", "-").replace(" ", "T")}Z`)];
  });
  return { tasks, tookMs: times.length === 0 ? undefined : Math.max(...times) - Math.min(...times) };
}
