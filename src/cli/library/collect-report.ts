import type { CollectSummary, PlannedSource, Reasons, SourceRun } from "../../collect/index.ts";
import { FAILURES, NewsError } from "../../errors/index.ts";
import type { OutcomeName } from "../../store/index.ts";
import { oneLine } from "../failure-line.ts";
import { counted } from "../progress.ts";

/** The outcomes in the order in which they are told, as they are called everywhere. */
const WORDS: Readonly<Record<OutcomeName, string>> = {
  stored: "stored",
  changed: "changed",
  seen: "seen",
  refused: "refused",
  "not-obtained": "not obtained",
  failed: "failed",
};

/** Counts by outcome, with the reasons of those without an article: `23 stored, 2 failed (HTTP_STATUS)`. */
export function describeCounts(
  outcomes: Readonly<Partial<Record<OutcomeName, number>>>,
  reasons: Reasons = new Map(),
): string {
  const names = (Object.keys(WORDS) as OutcomeName[]).filter((name) => (outcomes[name] ?? 0) > 0);
  return names
    .map((name) => `${outcomes[name]} ${WORDS[name]}${describeReasons(reasons.get(name))}`)
    .join(", ");
}

/** Reasons that are named of one outcome. */
const NAMED_REASONS = 3;

function describeReasons(counts: ReadonlyMap<string, number> = new Map()): string {
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  if (sorted.length === 0) return "";
  const named = sorted.slice(0, NAMED_REASONS).map(([reason, count]) => {
    return sorted.length === 1 ? reason : `${count} ${reason}`;
  });
  return ` (${[...named, ...(sorted.length > NAMED_REASONS ? ["…"] : [])].join(", ")})`;
}

/** Sources without news that are named one by one; more are counted. */
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
  if (removed > 0) lines.push(`${counted(removed, "article")} removed; galley retention tells why.`);
  const counts = describeCounts(outcomes, reasons);
  const lost = outcomes.failed + outcomes["not-obtained"];
  const hint = lost > 0 ? `; galley sources --failures ${Math.min(lost, 20)} shows the pages` : "";
  const isTold = idle.length > namedIdle && idle.length === sources.length;
  if (counts !== "") lines.push(`In all ${counts}${hint}.`);
  else if (!isTold) lines.push("Nothing new.");
  return lines.map((line) => `${line}\n`).join("");
}

function isIdle({ failure, warnings, outcomes }: SourceRun): boolean {
  return failure === undefined && warnings.length === 0 && describeCounts(outcomes) === "";
}

/** What a source brought in a line, with its warnings below. */
export function describeSource(source: SourceRun): readonly string[] {
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

/** An address that is an article: its site is not collected with it, which its user may have meant. */
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

/** Sources that an error names. */
const NAMED_UNREAD = 3;

/** The error of a run in which sources could not be read: which, why, and what to do. */
export function unreadError(sources: readonly SourceRun[]): NewsError | undefined {
  const unread = sources.flatMap(({ id, failure }) => (failure ? [{ id, ...failure }] : []));
  const [first] = unread;
  if (first === undefined) return undefined;
  // The messages of several would hide their names; the lines of the run and galley sources have them.
  const named = unread
    .slice(0, NAMED_UNREAD)
    .map(({ id, code, message }) =>
      unread.length > 1 ? `${id} (${code})` : `${id} (${code}: ${message.replace(/\.$/, "")})`,
    );
  const others = unread.length - named.length;
  const which = [...named, ...(others > 0 ? [`${others} more`] : [])].join(", ");
  const isOneKind = unread.every(({ code }) => code === first.code);
  const help = isOneKind ? ` ${FAILURES[first.code].help}` : "";
  return new NewsError(
    "SOURCES_FAILED",
    `Of ${counted(sources.length, "source")} ${unread.length} could not be read: ${which}.${help}`,
  );
}

/** What a run would read and ask for, and why; each page under the first source that announces it. */
export function describePlan(sources: readonly PlannedSource[]): string {
  return sources
    .map(({ kind, url, foundBy, entries, repeated, failure }) => {
      const name = oneLine(`${kind} ${url} (${foundBy})`);
      if (failure) return `${name}: ${failure.code}: ${oneLine(failure.message)}\n`;
      const lines = entries.map(({ isKnown, url: page, title = "" }) =>
        `  ${isKnown ? "known" : "new  "} ${oneLine(page)}  ${oneLine(title)}`.trimEnd(),
      );
      if (repeated > 0) lines.push(`  and ${repeated} that ${repeated === 1 ? "is" : "are"} listed above`);
      if (entries.length + repeated === 0) lines.push("  announces nothing");
      return [name, ...lines].map((line) => `${line}\n`).join("");
    })
    .join("");
}

/** The sum of a plan for people. */
export function describePlanned(sources: readonly PlannedSource[]): string {
  const entries = sources.flatMap((source) => source.entries);
  const fresh = entries.filter(({ isKnown }) => !isKnown).length;
  const known = entries.length - fresh;
  return `galley: ${counted(fresh, "new page")} would be asked for${known > 0 ? `, ${known} known` : ""}; nothing was stored\n`;
}
