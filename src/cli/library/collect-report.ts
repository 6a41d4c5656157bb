import type {
  CollectEvent,
  CollectSummary,
  Plan,
  PlannedSource,
  Reasons,
  SourceRun,
} from "../../collect/index.ts";
import type { OutcomeName } from "../../store/index.ts";
import { oneLine } from "../failure-line.ts";
import { counted } from "../progress.ts";

/** The outcomes in the order in which they are shown, as they are called everywhere. */
const WORDS: Readonly<Record<OutcomeName, string>> = {
  stored: "stored",
  changed: "changed",
  seen: "seen",
  refused: "refused",
  "not-obtained": "not obtained",
  failed: "failed",
};

/** Counts by outcome, with the reasons of those without an article: `23 stored, 2 failed (HTTP_STATUS)`. */
function describeCounts(
  outcomes: Readonly<Partial<Record<OutcomeName, number>>>,
  reasons: Reasons = new Map(),
): string {
  const names = (Object.keys(WORDS) as OutcomeName[]).filter((name) => (outcomes[name] ?? 0) > 0);
  return names
    .map((name) => `${outcomes[name]} ${WORDS[name]}${describeReasons(reasons.get(name))}`)
    .join(", ");
}

/** Reasons named for one outcome. */
const NAMED_REASONS = 3;

function describeReasons(counts: ReadonlyMap<string, number> = new Map()): string {
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  if (sorted.length === 0) return "";
  const named = sorted.slice(0, NAMED_REASONS).map(([reason, count]) => {
    return sorted.length === 1 ? reason : `${count} ${reason}`;
  });
  return ` (${[...named, ...(sorted.length > NAMED_REASONS ? ["…"] : [])].join(", ")})`;
}

/** Sources without news that are named; more are only counted. */
const NAMED_IDLE = 10;

/** A line for each source that brought something or has something wrong, and one for the run. */
export function describeRun(
  { sources, outcomes, reasons, profiles, removed }: CollectSummary,
  namedIdle = NAMED_IDLE,
): string {
  const idle = sources.filter(isIdle);
  const shown = idle.length > namedIdle ? sources.filter((source) => !isIdle(source)) : sources;
  const lines = shown.flatMap(describeSource);
  if (idle.length > namedIdle)
    lines.push(`${counted(idle.length, shown.length > 0 ? "more source" : "source")}: nothing new`);
  for (const site of profiles)
    lines.push(`The pages of ${site} no longer fitted its profile; it was mined again.`);
  if (removed > 0) lines.push(`${counted(removed, "article")} removed; galley retention shows why.`);
  const counts = describeCounts(outcomes, reasons);
  const lost = outcomes.failed + outcomes["not-obtained"];
  const hint = lost > 0 ? `; galley sources --failures ${Math.min(lost, 20)} shows the pages` : "";
  const isSummedUp = idle.length > namedIdle && idle.length === sources.length;
  if (counts !== "") lines.push(`In all ${counts}${hint}.`);
  else if (!isSummedUp) lines.push("Nothing new.");
  return lines.map((line) => `${line}\n`).join("");
}

function isIdle({ failure, warnings, outcomes }: SourceRun): boolean {
  return failure === undefined && warnings.length === 0 && describeCounts(outcomes) === "";
}

/** The line of a source, with its warnings below. */
function describeSource(source: SourceRun): readonly string[] {
  const { id, kind, announced, fresh, isUnchanged, failure, warnings, outcomes, reasons } = source;
  const name = oneLine(`${kind} ${id}`);
  if (failure) return [`${name}: not read: ${failure.code}: ${oneLine(failure.message)}`];
  const counts = describeCounts(outcomes, reasons);
  if (kind === "article") return describeArticle(id, counts, warnings);
  const known = announced === 0 ? "" : ", all known";
  const news = isUnchanged
    ? "nothing new"
    : `${announced} announced${fresh > 0 ? `, ${fresh} to ask for` : known}`;
  const what = counts === "" ? news : `${announced} announced; ${counts}`;
  return [`${name}: ${what}`, ...warnings.map((warning) => `  ${oneLine(warning)}`)];
}

/** The line of an address that is an article, where the user may have meant its whole site. */
function describeArticle(url: string, counts: string, warnings: readonly string[]): readonly string[] {
  const site = oneLine(new URL("/", url).href);
  return [
    oneLine(
      `article ${url}: ${counts === "" ? "nothing new" : counts}; a page of its own, so it alone was collected`,
    ),
    ...warnings.map((warning) => `  ${oneLine(warning)}`),
    `  To follow its site: galley collect ${site}`,
  ];
}

/** The expected outcome of a page, in a word. */
const STATES: Readonly<Record<PlannedSource["entries"][number]["state"], string>> = {
  new: "new",
  waiting: "retry",
  again: "again",
  known: "known",
  removed: "removed",
};

/** What a run would request and why; each page is under the first source that announces it. */
export function describePlan({ sources }: Plan): string {
  return sources
    .map(({ kind, url, foundBy, entries, repeated, failure }) => {
      const name = oneLine(`${kind} ${url} (${foundBy})`);
      if (failure) return `${name}: ${failure.code}: ${oneLine(failure.message)}\n`;
      const lines = entries.map(({ state, url: page, title = "" }) =>
        `  ${STATES[state].padEnd(7)} ${oneLine(page)}  ${oneLine(title)}`.trimEnd(),
      );
      if (repeated > 0) lines.push(`  and ${repeated} that ${repeated === 1 ? "is" : "are"} listed above`);
      if (lines.length === 0) lines.push("  announces nothing");
      return [name, ...lines].map((line) => `${line}\n`).join("");
    })
    .join("");
}

/** The summary of a plan for people. */
export function describePlanned({ sources, waiting }: Plan): string {
  const entries = sources.flatMap((source) => source.entries);
  const of = (wanted: (typeof entries)[number]["state"]) =>
    entries.filter(({ state }) => state === wanted).length;
  const some = (count: number, words: string) => (count === 0 ? [] : [`${count} ${words}`]);
  const asked = [
    `${counted(of("new"), "new page")} would be asked for`,
    ...some(of("waiting"), "tried again"),
    ...some(of("again"), "looked at again"),
    ...some(waiting, "more that earlier runs left open"),
  ];
  const left = [...some(of("known"), "known"), ...some(of("removed"), "removed")];
  return `galley: ${[asked, left]
    .filter((part) => part.length > 0)
    .map((part) => part.join(", "))
    .join("; ")}; nothing was stored\n`;
}

/** How a run is shown: a block of lines that is redrawn, lines with times, or not at all. */
type LogMode = "live" | "lines" | "silent";

interface LogOutput {
  write(text: string): void;
  now(): number;
  readonly columns: number;
  readonly rows: number;
}

const DRAW_MS = 100;
/** Time between two lines of progress. */
const LINE_MS = 60_000;
const UP_AND_ERASE = (lines: number) => (lines === 0 ? "" : `\u001b[${lines}A\u001b[0J`);

/** Shows a run while it happens: of each source what was stored, changed, seen or failed, and why. */
export class RunLog {
  readonly #mode: LogMode;
  readonly #output: LogOutput;
  /** The last active source is at the end; counts of a source grow while its pages are fetched. */
  readonly #sources = new Map<string, SourceRun>();
  readonly #outcomes = new Map<OutcomeName, number>();
  #pages = 0;
  #drawn = 0;
  #shownMs: number;

  constructor(mode: LogMode, output: LogOutput) {
    this.#mode = mode;
    this.#output = output;
    this.#shownMs = output.now();
  }

  readonly onEvent = (event: CollectEvent): void => {
    if (event.kind === "source") this.#addSource(event.source);
    else this.#addPage(event);
    if (this.#mode === "live" && this.#isTime(DRAW_MS)) this.#draw();
    if (this.#mode === "lines" && this.#isTime(LINE_MS)) this.say(this.#sum());
  };

  #addSource(source: SourceRun): void {
    this.#sources.set(source.id, source);
    // The end of the run reports what could not be read.
    const hasNews = source.fresh > 0 && source.failure === undefined && source.kind !== "article";
    if (this.#mode === "lines" && hasNews) this.say(describeSource(source)[0] ?? "");
  }

  #addPage({ source, outcome }: Extract<CollectEvent, { kind: "candidate" }>): void {
    this.#pages++;
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
    const own = this.#sources.get(source);
    if (own === undefined) return;
    this.#sources.delete(source);
    this.#sources.set(source, own);
  }

  #isTime(ms: number): boolean {
    if (this.#output.now() - this.#shownMs < ms) return false;
    this.#shownMs = this.#output.now();
    return true;
  }

  #sum(): string {
    const counts = describeCounts(Object.fromEntries(this.#outcomes));
    const sources = counted(this.#sources.size, "source");
    return `${sources} read, ${counted(this.#pages, "page")} looked at${counts === "" ? "" : `: ${counts}`}`;
  }

  #draw(): void {
    const { columns, rows } = this.#output;
    const all = [...this.#sources.values()].toReversed().map((source) => describeSource(source)[0] ?? "");
    const shown = all.slice(0, Math.max(1, rows - 3));
    const more = all.length - shown.length;
    const lines = [...shown, ...(more > 0 ? [`and ${counted(more, "more source")}`] : []), this.#sum()];
    const fitting = lines.map((line) => `${[...line].slice(0, columns - 1).join("")}\n`).join("");
    this.#output.write(`${UP_AND_ERASE(this.#drawn)}${fitting}`);
    this.#drawn = lines.length;
  }

  /** Writes permanent lines, each with the time unless they go to a terminal. */
  say(text: string): void {
    if (this.#mode === "silent") return;
    this.#output.write(UP_AND_ERASE(this.#drawn));
    this.#drawn = 0;
    const time = this.#mode === "lines" ? `${timeOf(this.#output.now())} ` : "";
    for (const line of text.trimEnd().split("\n")) this.#output.write(`${time}${line}\n`);
  }
}

/** A moment as ISO 8601, to the second: 2026-11-17T12:00:00Z. */
export function timeOf(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+/, "");
}
