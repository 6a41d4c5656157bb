import { Command, Option } from "commander";
import { createColors } from "picocolors";
import { healthOf, type SourceHealth } from "../../collect/index.ts";
import type { Failure, Run, SiteRecord, SourceReport, Store, StoreReport } from "../../store/index.ts";
import { wholeNumber } from "../options.ts";
import { openLibrary, type StoreOptions, storeOption } from "./store-option.ts";
import { alignRows, type Column, tabbedRows } from "./table.ts";

interface Options extends StoreOptions {
  readonly format?: "json";
  readonly failures?: number;
  readonly runs?: number;
  readonly topics?: boolean;
  readonly sites?: boolean;
}

const EXAMPLES = `
Each source has its articles, its newest one, the share of its last pages that gave none, and what is wrong with it:
unreadable, blocked, consent wall, teasers, missing pages, failing, new layout, quiet (stopped publishing), bad titles.
In a pipe the lines are separated by tabs, with the reason in the last column.

Examples:
  galley sources
  galley sources --store news.db | grep -w blocked
  galley sources --failures 20
  galley sources --runs 5
  galley sources --sites
  galley sources --format json`;

/** `galley sources`: the sources of a library and how they do. */
export function sourcesCommand(): Command {
  return new Command("sources")
    .description("Shows the sources of a library, how they do, and what is known of their sites.")
    .addOption(storeOption())
    .addOption(new Option("-f, --format <format>", "json: all that is known, for programs").choices(["json"]))
    .option(
      "--failures <count>",
      "the last pages that gave no article, with reason and next try",
      wholeNumber,
    )
    .option("--runs <count>", "the last runs and how their pages ended", wholeNumber)
    .option("--topics", "articles by topic and by site")
    .option("--sites", "what was mined or taught of each site")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(options: Options): Promise<void> {
  const store = await openLibrary(options, "must-exist");
  try {
    const nowMs = Date.now();
    if (options.format === "json")
      process.stdout.write(`${JSON.stringify(await everything(store, nowMs), undefined, 2)}\n`);
    else print(await tableOf(store, options, nowMs));
  } finally {
    await store.close();
  }
}

async function tableOf(store: Store, options: Options, nowMs: number): Promise<Table> {
  if (options.failures !== undefined) return failureTable(await store.listFailures(options.failures));
  if (options.runs !== undefined) return runTable(await store.listRuns(options.runs));
  if (options.topics) return topicTable(await store.report());
  if (options.sites) return siteTable(await store.listSiteRecords());
  return sourceTable(judged(await store.listSources(), nowMs), nowMs);
}

/** Failures and runs in the JSON. */
const LAST = 50;

type Judged = SourceReport & { readonly health: SourceHealth };

function judged(sources: readonly SourceReport[], nowMs: number): readonly Judged[] {
  return sources.map((source) => ({ ...source, health: healthOf(source, nowMs) }));
}

async function everything(store: Store, nowMs: number): Promise<unknown> {
  return {
    sources: judged(await store.listSources(), nowMs),
    sites: await store.listSiteRecords(),
    runs: await store.listRuns(LAST),
    failures: await store.listFailures(LAST),
  };
}

/** A table for both readers: short cells for people, whole ones for programs. */
interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** More columns for programs; on a terminal they follow below their row. */
  readonly more?: Column & { readonly cells: readonly string[] };
  readonly short: readonly (readonly string[])[];
}

function print(table: Table): void {
  const { isTTY, columns: width = 80 } = process.stdout;
  if (isTTY && table.rows.length === 0) process.stderr.write("galley: nothing to show\n");
  else process.stdout.write(isTTY ? forPeople(table, width) : forPrograms(table));
}

/** The table as a terminal of a width shows it. */
export function forPeople({ columns, short, more }: Table, width: number): string {
  const paint = createColors(process.stdout.isTTY && process.env.NO_COLOR === undefined);
  const [head = "", ...lines] = alignRows(columns, short, width);
  const body = lines.flatMap((line, at) => {
    const note = more?.cells[at];
    return note ? [line, ...note.split("; ").map((each) => paint.yellow(`  ${each}`))] : [line];
  });
  return `${[paint.dim(head), ...body].join("\n")}\n`;
}

/** The table as a pipe gets it. */
export function forPrograms({ rows, more }: Table): string {
  return tabbedRows(rows.map((row, at) => (more ? [...row, more.cells[at] ?? ""] : row)));
}

/** A line for each source. */
export function sourceTable(sources: readonly Judged[], nowMs: number): Table {
  const columns: Column[] = [
    { heading: "source" },
    { heading: "kind" },
    { heading: "articles", align: "right" },
    { heading: "last new", align: "right" },
    { heading: "failed", align: "right" },
    { heading: "health" },
  ];
  const row = ({ id, kind, articles, lastNewMs, health }: Judged, isShort: boolean) => [
    isShort ? id.replace(/^https?:\/\/(?:www\.)?/, "") : id,
    kind,
    String(articles),
    lastNewMs === null ? "never" : isShort ? ago(nowMs - lastNewMs) : new Date(lastNewMs).toISOString(),
    health.failedShare === null ? "-" : `${Math.round(100 * health.failedShare)} %`,
    health.status,
  ];
  const reasons = sources.map(({ health }) =>
    health.problems.map(({ kind, reason }) => `${kind}: ${reason}`).join("; "),
  );
  return {
    columns,
    rows: sources.map((source) => row(source, false)),
    short: sources.map((source) => row(source, true)),
    more: { heading: "reason", cells: reasons },
  };
}

const STEPS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
] as const;

function ago(ms: number): string {
  const [unit, size] = STEPS.find(([, least]) => ms >= least) ?? ["", 0];
  return size === 0 ? "now" : `${Math.floor(ms / size)}${unit} ago`;
}

function failureTable(failures: readonly Failure[]): Table {
  const rows = failures.map(({ url, outcome, detail, attempts, nextTryMs }) => [
    url,
    outcome,
    detail,
    String(attempts),
    nextTryMs === null ? "never" : new Date(nextTryMs).toISOString(),
  ]);
  const headings = ["page", "outcome", "reason", "tries", "next try"];
  const columns = headings.map((heading) => ({ heading }));
  return {
    columns,
    rows,
    short: rows.map((row) => row.map((cell, at) => (at === 4 ? cell.slice(0, 16) : cell))),
    more: { heading: "message", cells: failures.map(({ message }) => message ?? "") },
  };
}

function siteTable(records: readonly Omit<SiteRecord, "value">[]): Table {
  const rows = records.map(({ site, kind, atMs }) => [site, kind, new Date(atMs).toISOString()]);
  return { columns: [{ heading: "site" }, { heading: "kept" }, { heading: "since" }], rows, short: rows };
}

function runTable(runs: readonly Run[]): Table {
  const rows = runs.map(({ id, startedMs, endedMs, counts }) => [
    String(id),
    new Date(startedMs).toISOString(),
    endedMs === null ? "not ended" : `${Math.ceil((endedMs - startedMs) / 1000)} s`,
    counts.map((each) => `${each.count} ${[each.outcome, each.detail].join(" ").trim()}`).join(", "),
  ]);
  const columns = ["run", "started", "took", "pages"].map((heading) => ({ heading }));
  return { columns, rows, short: rows };
}

function topicTable({ topics, sites }: StoreReport): Table {
  const rows = [
    ...topics.map(({ name, articles }) => ["topic", name, String(articles)]),
    ...sites.map(({ name, articles }) => ["site", name, String(articles)]),
  ];
  const columns: Column[] = [
    { heading: "kind" },
    { heading: "name" },
    { heading: "articles", align: "right" },
  ];
  return { columns, rows, short: rows };
}
