import { Command } from "commander";
import type { SourceReport, Store } from "../store/index.ts";
import { oneLine } from "./failure-line.ts";
import { wholeNumber } from "./options.ts";
import { type StoreOptions, storeOption, withLibrary } from "./store-option.ts";

interface Options extends StoreOptions {
  readonly json?: boolean;
  readonly failures?: number;
  readonly runs?: number;
  readonly topics?: boolean;
}

/** `galley sources`: where the articles of a store come from, and how collecting them went. */
export function sourcesCommand(): Command {
  return new Command("sources")
    .description("Lists the sources of a store with what they brought; or its topics, last runs or failures.")
    .addOption(storeOption())
    .option("--topics", "list topics and sites with their articles instead")
    .option("--runs <n>", "list the last runs with their outcomes instead", wholeNumber)
    .option("--failures <n>", "list the last candidates that gave no article instead", wholeNumber)
    .option("--json", "one line of JSON each")
    .addHelpText(
      "after",
      `
In text the columns have tabs between them. A source is marked "bad titles" where fewer than half of ten or more of
its titles are the headlines of their pages.

Examples:
  galley sources
  galley sources --topics
  galley sources --failures 20 --json | jq -r '[.detail, .url] | @tsv'`,
    )
    .action(sources);
}

async function sources(options: Options): Promise<void> {
  const rows = await withLibrary(options, "must-exist", (store) => rowsOf(store, options));
  const lines = options.json
    ? rows.map(({ record }) => JSON.stringify(record))
    : rows.map(({ cells }) => cells.map((cell) => oneLine(String(cell))).join("\t"));
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
}

interface Row {
  readonly record: object;
  readonly cells: readonly (string | number)[];
}

async function rowsOf(store: Store, options: Options): Promise<readonly Row[]> {
  if (options.topics) return topicRows(store);
  if (options.runs !== undefined) return runRows(store, options.runs);
  if (options.failures !== undefined) return failureRows(store, options.failures);
  const found = await store.listSources();
  return found.map((source) => ({ record: withTimes(source), cells: sourceCells(source) }));
}

function sourceCells(source: SourceReport): readonly (string | number)[] {
  const { id, kind, articles, addresses } = source;
  return [id, kind, `${articles} of ${addresses} addresses`, hasBadTitles(source) ? "bad titles" : ""];
}

/** With fewer titles a share says little. */
const MIN_TITLES = 10;
const MIN_SHARE = 0.5;
/** Situations in which the title is on the page as its headline. */
const FITTING = ["one, the headline", "several, one the headline"];

function hasBadTitles({ titleQuality: { titles, situations } }: SourceReport): boolean {
  const fitting = FITTING.reduce((sum, situation) => sum + (situations[situation] ?? 0), 0);
  return titles >= MIN_TITLES && fitting / titles < MIN_SHARE;
}

async function topicRows(store: Store): Promise<readonly Row[]> {
  const { topics, sites } = await store.report();
  const rows = [
    ...topics.map((each) => ({ kind: "topic", ...each })),
    ...sites.map((each) => ({ kind: "site", ...each })),
  ];
  return rows.map((record) => ({ record, cells: [record.kind, record.name, record.articles] }));
}

async function runRows(store: Store, limit: number): Promise<readonly Row[]> {
  const runs = await store.listRuns(limit);
  return runs.map((run) => {
    const counts = run.counts.map(
      ({ outcome, detail, count }) => `${count} ${outcome}${detail === "" ? "" : ` (${detail})`}`,
    );
    const end = run.endedMs === null ? "not ended" : isoTime(run.endedMs);
    return { record: withTimes(run), cells: [run.id, isoTime(run.startedMs), end, counts.join(", ")] };
  });
}

async function failureRows(store: Store, limit: number): Promise<readonly Row[]> {
  const failures = await store.listFailures(limit);
  return failures.map((failure) => {
    const { outcome, detail, url, attempts, nextTryMs } = failure;
    const next = nextTryMs === null ? "no further try" : `next try ${isoTime(nextTryMs)}`;
    return { record: withTimes(failure), cells: [outcome, detail, url, `tried ${attempts}x`, next] };
  });
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Times in ISO 8601, under their names without the unit. */
function withTimes(record: object): object {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) =>
      name.endsWith("Ms")
        ? [name.slice(0, -"Ms".length), value === null ? null : isoTime(value)]
        : [name, value],
    ),
  );
}
