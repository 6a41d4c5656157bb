import type { Command } from "commander";
import pc from "picocolors";
import { NewsError } from "../../errors/index.ts";
import type { SearchHit, Store } from "../../store/index.ts";
import { oneLine } from "../failure-line.ts";
import { wholeNumber } from "../options.ts";
import { libraryCommand, momentInMs, type StoreOptions, withLibrary } from "./store-option.ts";

interface Options extends StoreOptions {
  readonly since?: number;
  readonly until?: number;
  readonly limit: number;
  readonly after?: number;
  readonly json?: boolean;
  readonly save?: string;
  readonly saved?: string;
  readonly listSaved?: boolean;
  readonly forget?: string;
}

/** `galley search`: articles of a library that match a query. */
export function makeCommand(): Command {
  return libraryCommand("search")
    .description("Finds articles of a library, newest stored first.")
    .argument("[query...]", 'words, "phrases", AND, OR, NOT, site:, source:, author:, lang:, topic:')
    .option(
      "--since <date>",
      "published on this day or later; the day it was found counts where the page has none",
      momentInMs,
    )
    .option("--until <date>", "published before this day", momentInMs)
    .option("--limit <n>", "at most this many hits", wholeNumber, 20)
    .option("--after <id>", "continue after this hit", wholeNumber)
    .option("--json", "one line of JSON a hit, with its snippet")
    .option("--save <name>", "keep the query under a name")
    .option("--saved <name>", "search by the query of that name")
    .option("--list-saved", "list the saved queries")
    .option("--forget <name>", "forget a saved query")
    .addHelpText(
      "after",
      `
In a pipe a hit is one line: date, site, title and address with tabs between them. docs/search.md describes queries.

Examples:
  galley search '"harbour wall" site:example.org'
  galley search 'strike OR walkout' lang:en --since 2026-03-01
  galley search topic:ports NOT author:brook --json | jq -r .snippet
  galley search 'harbour NOT ferry' --save harbour && galley search --saved harbour
  GALLEY_STORE=postgres://localhost/news galley search harbour`,
    )
    .action(search);
}

async function search(words: readonly string[], options: Options): Promise<void> {
  await withLibrary(options, "must-exist", async (store) => {
    if (options.listSaved) return listSaved(store);
    if (options.forget !== undefined) return forget(store, options.forget);
    const query = await queryOf(store, words.join(" "), options);
    const { since: sinceMs, until: untilMs, limit, after } = options;
    const { hits, next } = await store.search(query, { limit, after, sinceMs, untilMs });
    // Only a query that can be read is worth keeping.
    if (options.save !== undefined) await store.putSearch({ name: options.save, query, savedMs: Date.now() });
    const form = options.json ? toJsonLine : process.stdout.isTTY ? toLines : toLine;
    process.stdout.write(hits.map(form).join(""));
    if (hits.length === 0 && process.stdout.isTTY) process.stderr.write("galley: no hits\n");
    if (next !== null) process.stderr.write(`galley: there are more hits: --after ${next}\n`);
  });
}

async function queryOf(store: Store, typed: string, { saved }: Options): Promise<string> {
  if (saved === undefined) return typed;
  const found = (await store.listSearches()).find(({ name }) => name === saved);
  if (found === undefined) throw new NewsError("BAD_OPTION", `No query is saved as ${saved}.`);
  return typed === "" ? found.query : `(${found.query}) ${typed}`;
}

async function listSaved(store: Store): Promise<void> {
  const saved = await store.listSearches();
  process.stdout.write(saved.map(({ name, query }) => `${oneLine(name)}\t${oneLine(query)}\n`).join(""));
}

async function forget(store: Store, name: string): Promise<void> {
  if (!(await store.removeSearch(name))) throw new NewsError("BAD_OPTION", `No query is saved as ${name}.`);
}

/** The day of publication, or that of the first find. */
function dayOf({ published, firstSeenMs }: SearchHit): string {
  return (published ?? new Date(firstSeenMs).toISOString()).slice(0, 10);
}

function toLine(hit: SearchHit): string {
  return `${[dayOf(hit), hit.site, hit.title ?? "", hit.url].map(oneLine).join("\t")}\n`;
}

function toJsonLine(hit: SearchHit): string {
  const { firstSeenMs, marks, ...rest } = hit;
  return `${JSON.stringify({ ...rest, firstSeen: new Date(firstSeenMs).toISOString(), marks })}\n`;
}

function toLines(hit: SearchHit): string {
  const title = pc.bold(oneLine(hit.title ?? hit.url));
  const about = pc.dim(oneLine(`${dayOf(hit)} ${hit.site} ${hit.url}`));
  return `${title}\n  ${about}\n  ${markedSnippet(hit)}\n`;
}

function markedSnippet({ snippet, marks }: SearchHit): string {
  let written = "";
  let last = 0;
  for (let at = 0; at < marks.length; at += 2) {
    const [from = 0, to = 0] = marks.slice(at, at + 2);
    written += oneLineOf(snippet.slice(last, from)) + pc.bold(oneLineOf(snippet.slice(from, to)));
    last = to;
  }
  return written + oneLineOf(snippet.slice(last));
}

/** Harmless on a terminal, with its outer spaces. */
function oneLineOf(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ");
}
