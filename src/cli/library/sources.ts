import { type Command, Option } from "commander";
import { createColors } from "picocolors";
import { healthOf, type SourceHealth } from "../../collect/index.ts";
import type { Failure, Run, SiteRecord, SourceReport, Store, StoreReport } from "../../store/index.ts";
import { alignRows, type Column, tabbedRows } from "../../text/index.ts";
import { oneLine } from "../failure-line.ts";
import { wholeNumber } from "../options.ts";
import { describePolicy } from "./retention.ts";
import { libraryCommand, type StoreOptions, withLibrary } from "./store-option.ts";

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
What was mined or taught is kept for whole sites: profile, taxonomy, model; galley forget takes it back.
In a pipe the lines are separated by tabs: source, kind, articles, last new, failed, health, reason, kept, title.

Examples:
  galley sources
  galley sources --store news.db | grep -w blocked
  galley sources --failures 20
  galley sources --runs 5
  galley sources --sites
  galley sources --format json`;

/** `galley sources`: the sources of a library and their health. */
export function makeCommand(): Command {
  return libraryCommand("sources")
    .description("Shows the sources of a library, their health, and what is known of their sites.")
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
  await withLibrary(options, "must-exist", async (store) => {
    const nowMs = Date.now();
    if (options.format === "json")
      process.stdout.write(`${JSON.stringify(await everything(store, nowMs), undefined, 2)}\n`);
    else {
      print(await tableOf(store, options, nowMs));
      const policy = await store.getRetention();
      // Separate from the table: programs read its lines.
      if (policy !== null) process.stderr.write(`galley: ${describePolicy(policy)}\n`);
    }
  });
}

async function tableOf(store: Store, options: Options, nowMs: number): Promise<Table> {
  if (options.failures !== undefined) return failureTable(await store.listFailures(options.failures));
  if (options.runs !== undefined) return runTable(await store.listRuns(options.runs));
  if (options.topics) return topicTable(await store.report());
  if (options.sites) return siteTable(await store.listSiteRecords());
  return sourceTable(judged(await store.listSources(), nowMs), await store.listSiteRecords(), nowMs);
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
    retention: await store.getRetention(),
  };
}

/** A table in two forms: short cells with the longest last for people, whole ones for programs. */
interface Table {
  readonly columns: readonly Column[];
  readonly short: readonly (readonly string[])[];
  /** On a terminal they follow below their row. */
  readonly notes?: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function print(table: Table): void {
  const { isTTY } = process.stdout;
  if (isTTY && table.rows.length === 0) process.stderr.write("galley: nothing to show\n");
  else process.stdout.write(isTTY ? forPeople(table) : tabbedRows(table.rows));
}

/** The table as a terminal shows it. */
export function forPeople({ columns, short, notes }: Table): string {
  const paint = createColors(process.stdout.isTTY && process.env.NO_COLOR === undefined);
  const [head = "", ...lines] = alignRows(columns, short);
  const body = lines.flatMap((line, at) => {
    const note = notes?.[at];
    return note ? [line, ...note.split("; ").map((each) => paint.yellow(`  ${each}`))] : [line];
  });
  return `${[paint.dim(head), ...body].join("\n")}\n`;
}

/** A line for each source, with what is kept for its site. */
export function sourceTable(
  sources: readonly Judged[],
  records: readonly Omit<SiteRecord, "value">[],
  nowMs: number,
): Table {
  const kept = Map.groupBy(records, ({ site }) => site);
  const keptFor = ({ site }: Judged) => (kept.get(site) ?? []).map(({ kind }) => kind).join(", ");
  const reasonOf = ({ health }: Judged) =>
    health.problems.map(({ kind, reason }) => `${kind}: ${reason}`).join("; ");
  const shareOf = ({ health: { failedShare } }: Judged) =>
    failedShare === null ? "-" : `${Math.round(100 * failedShare)} %`;
  return {
    columns: [
      { heading: "articles", align: "right" },
      { heading: "last new", align: "right" },
      { heading: "failed", align: "right" },
      "health",
      ...(records.length > 0 ? ["kept"] : []),
      "kind",
      "source",
    ],
    short: sources.map((source) => [
      String(source.articles),
      source.lastNewMs === null ? "never" : ago(nowMs - source.lastNewMs),
      shareOf(source),
      source.health.status,
      ...(records.length > 0 ? [keptFor(source)] : []),
      source.kind,
      source.title === null ? source.id : `${source.id} (${oneLine(source.title)})`,
    ]),
    notes: sources.map(reasonOf),
    rows: sources.map((source) => [
      source.id,
      source.kind,
      String(source.articles),
      source.lastNewMs === null ? "never" : new Date(source.lastNewMs).toISOString(),
      shareOf(source),
      source.health.status,
      reasonOf(source),
      keptFor(source),
      oneLine(source.title ?? ""),
    ]),
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
  const next = ({ nextTryMs }: Failure) => (nextTryMs === null ? "never" : new Date(nextTryMs).toISOString());
  const columns = ["outcome", "reason", "tries", "next try", "page"];
  return {
    columns,
    short: failures.map((failure) => {
      const { url, outcome, detail, attempts } = failure;
      return [outcome.replace("-", " "), detail, String(attempts), toMinute(next(failure)), url];
    }),
    notes: failures.map(({ message }) => message ?? ""),
    rows: failures.map((failure) => {
      const { url, outcome, detail, attempts, message } = failure;
      return [url, outcome, detail, String(attempts), next(failure), message ?? ""];
    }),
  };
}

/** A time to the minute, for people. */
function toMinute(time: string): string {
  return time.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*/, "$1 $2");
}

function siteTable(records: readonly Omit<SiteRecord, "value">[]): Table {
  const rows = records.map(({ site, kind, atMs }) => [site, kind, new Date(atMs).toISOString()]);
  return {
    columns: ["kept", "since", "site"],
    short: rows.map(([site = "", kind = "", since = ""]) => [kind, toMinute(since), site]),
    rows,
  };
}

function runTable(runs: readonly Run[]): Table {
  const rows = runs.map(({ id, startedMs, endedMs, counts }) => [
    String(id),
    new Date(startedMs).toISOString(),
    endedMs === null ? "not ended" : `${Math.ceil((endedMs - startedMs) / 1000)} s`,
    counts.map((each) => `${each.count} ${[each.outcome, each.detail].join(" ").trim()}`).join(", "),
  ]);
  const columns = ["run", "started", "took", "pages"];
  const short = rows.map(([id = "", started = "", took = "", pages = ""]) => [
    id,
    toMinute(started),
    took,
    pages || "nothing new",
  ]);
  return { columns, rows, short };
}

function topicTable({ topics, sites }: StoreReport): Table {
  const rows = [
    ...topics.map(({ name, articles }) => ["topic", name, String(articles)]),
    ...sites.map(({ name, articles }) => ["site", name, String(articles)]),
  ];
  return {
    columns: [{ heading: "articles", align: "right" }, "kind", "name"],
    short: rows.map(([kind = "", name = "", articles = ""]) => [articles, kind, name]),
    rows,
  };
}
