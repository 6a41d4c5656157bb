import type { Command } from "commander";
import { NewsError } from "../../errors/index.ts";
import type { Store } from "../../store/index.ts";
import { repeatable } from "../options.ts";
import { counted } from "../progress.ts";
import {
  eachHit,
  libraryCommand,
  type StoreOptions,
  sizeWithUnit,
  timeSpan,
  withLibrary,
} from "./store-option.ts";

const HITS_AT_ONCE = 500;

interface Options extends StoreOptions {
  readonly query?: string;
  readonly source?: readonly string[];
  readonly olderThan?: number;
  readonly maxSize?: number;
  readonly dryRun?: boolean;
}

/** `galley remove`: takes articles out of a library for good. */
export function makeCommand(): Command {
  return libraryCommand("remove")
    .description(
      "Removes articles with all their versions and raw pages, or sources. Articles stay removed: no later run collects them again.",
    )
    .argument("[which...]", "addresses of articles, or their ids as galley search --json gives them")
    .option("--query <query>", "remove what galley search finds")
    .option(
      "--source <address>",
      "no longer read this source, as galley sources names it; its articles stay; may be repeated",
      repeatable,
    )
    .option("--older-than <time>", "remove what was first seen longer ago, such as 90d", timeSpan)
    .option(
      "--max-size <size>",
      "remove the oldest until articles and raw pages have at most this size, such as 10GB",
      sizeWithUnit,
    )
    .option("--dry-run", "list what would be removed, and remove nothing")
    .addHelpText(
      "after",
      `
Examples:
  galley remove https://example.org/story
  galley remove --query 'site:example.org NOT topic:ports' --dry-run
  galley remove --older-than 365d --max-size 20GB --dry-run   # galley retention does it after each run
  galley remove --source https://example.org/old-feed.xml`,
    )
    .action(remove);
}

async function remove(which: readonly string[], options: Options): Promise<void> {
  const { query, olderThan, maxSize, source: sources = [] } = options;
  const hasRule = query !== undefined || olderThan !== undefined || maxSize !== undefined;
  if (which.length === 0 && sources.length === 0 && !hasRule)
    throw new NewsError("BAD_OPTION", "Nothing to remove is named.");
  const nowMs = Date.now();
  if (options.dryRun) return tryOut(which, options, nowMs);
  const count = await withLibrary(options, "must-exist", async (store) => {
    // Everything named must exist, before anything is removed.
    await demandSources(store, sources);
    const ids = await idsOf(store, which);
    for (const source of sources) await store.removeSource(source);
    let removed = await store.removeArticles(ids, nowMs);
    if (query !== undefined) removed += await removeHits(store, query, nowMs);
    if (olderThan !== undefined || maxSize !== undefined) {
      const beforeMs = olderThan === undefined ? undefined : nowMs - olderThan;
      removed += await store.retain({ beforeMs, maxBytes: maxSize }, nowMs);
    }
    return removed;
  });
  process.stderr.write(`galley: ${takenOf(which, options, count)} removed\n`);
}

function takenOf(which: readonly string[], { source = [], ...rules }: Options, articles: number): string {
  const { query, olderThan, maxSize } = rules;
  const hasArticles = which.length > 0 || [query, olderThan, maxSize].some((rule) => rule !== undefined);
  const taken = [
    ...(source.length > 0 ? [counted(source.length, "source")] : []),
    ...(hasArticles ? [counted(articles, "article")] : []),
  ];
  return taken.join(" and ");
}

async function demandSources(store: Store, sources: readonly string[]): Promise<void> {
  const known = new Set((sources.length > 0 ? await store.listKnownSources() : []).map(({ id }) => id));
  for (const source of sources)
    if (!known.has(source))
      throw new NewsError("BAD_OPTION", `The library has no source ${source}; galley sources names them.`);
}

async function tryOut(which: readonly string[], options: Options, nowMs: number): Promise<void> {
  const { query, olderThan, maxSize, source = [] } = options;
  const ids = await withLibrary(options, "must-exist", async (store) => {
    await demandSources(store, source);
    const found = new Set(await idsOf(store, which));
    if (query !== undefined)
      for await (const { id } of eachHit(store, query, { limit: HITS_AT_ONCE })) found.add(id);
    const beforeMs = olderThan === undefined ? undefined : nowMs - olderThan;
    for (const id of await store.listExpired({ beforeMs, maxBytes: maxSize }, [...found])) found.add(id);
    return found;
  });
  process.stderr.write(`galley: ${takenOf(which, options, ids.size)} would be removed\n`);
}

async function idsOf(store: Store, which: readonly string[]): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const word of which) {
    const found = await store.getArticle(/^\d+$/.test(word) ? Number(word) : word);
    if (found === undefined) throw new NewsError("BAD_OPTION", `The store has no article ${word}.`);
    ids.push(found.id);
  }
  return ids;
}

async function removeHits(store: Store, query: string, nowMs: number): Promise<number> {
  for (let removed = 0; ; ) {
    const { hits } = await store.search(query, { limit: HITS_AT_ONCE });
    if (hits.length === 0) return removed;
    const ids = hits.map(({ id }) => id);
    removed += await store.removeArticles(ids, nowMs);
  }
}
