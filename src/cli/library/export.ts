import { existsSync, statSync } from "node:fs";
import { extname } from "node:path";
import { type Command, Option } from "commander";
import { findFile, PageFolder, refuseFile, writeOutput } from "../../archive/index.ts";
import { NewsError } from "../../errors/index.ts";
import { toMarkdown } from "../../output/index.ts";
import {
  csvHead,
  csvRecord,
  exportLine,
  rssPieces,
  type Store,
  type StoredArticle,
  writeEpub,
} from "../../store/index.ts";
import { overwriteOption, wholeNumber } from "../options.ts";
import { counted } from "../progress.ts";
import { eachHit, libraryCommand, momentInMs, type StoreOptions, withLibrary } from "./store-option.ts";

const FORMATS = ["jsonl", "csv", "rss", "epub", "markdown"] as const;
/** Articles read at once; one is some 20 KB, a long one some hundred. */
const ARTICLES_AT_ONCE = 25;

type Format = (typeof FORMATS)[number];

interface Options extends StoreOptions {
  readonly format: Format;
  readonly output: string;
  readonly since?: number;
  readonly until?: number;
  readonly limit?: number;
  readonly title: string;
  readonly overwrite?: boolean;
  readonly quiet?: boolean;
}

/** `galley export`: articles of a library as files for other programs and readers. */
export function makeCommand(): Command {
  return libraryCommand("export")
    .description(
      "Writes articles of a library as JSON lines, CSV, an RSS feed, an EPUB book or Markdown files.",
    )
    .argument("[query...]", "only articles that match, as galley search finds them; all without one")
    .addOption(
      new Option(
        "-f, --format <format>",
        "the format (default: by the ending of the output; jsonl without one)",
      ).choices(FORMATS),
    )
    .requiredOption(
      "-o, --output <name>",
      "a file, which is packed if it ends in .gz, or - for standard output; for markdown a new folder",
    )
    .option(
      "--since <date>",
      "published on this day or later; the day it was found counts where no date is known",
      momentInMs,
    )
    .option("--until <date>", "published before this day", momentInMs)
    .option("--limit <n>", "at most this many articles", wholeNumber)
    .option("--title <title>", "the title of a feed or a book", "Articles")
    .addOption(overwriteOption())
    .option("-q, --quiet", "no summary")
    .addHelpText(
      "after",
      `
A JSON line is the Article with "collectedTitles", "source", "topics", "concepts", "firstSeen", "versions" and more beside its fields.
With a query the newest articles come first, without one the oldest.

Examples:
  galley export -o articles.jsonl.gz
  galley export topic:ports -o ports.csv
  galley export --since 2026-11-01 -o november.jsonl
  galley export 'lang:en harbour' --limit 50 --format rss -o harbour.xml --title Harbour
  galley export site:example.org --format epub -o weekend.epub --title 'Weekend reading'
  galley export --format markdown -o articles/`,
    )
    .action(exportArticles);
}

async function exportArticles(
  words: readonly string[],
  given: Omit<Options, "format"> & { readonly format?: Format },
): Promise<void> {
  const options: Options = { ...given, format: given.format ?? formatByEnding(given.output) };
  const query = words.join(" ");
  let count = 0;
  await withLibrary(options, "must-exist", (store) => {
    const articles = selected(store, query, { ...options, onArticle: () => count++ });
    return options.format === "markdown"
      ? writeFolder(articles, options.output)
      : writeFile(articles, options);
  });
  if (!options.quiet && options.output !== "-")
    process.stderr.write(`galley: ${counted(count, "article")}\n`);
}

const ENDINGS: Readonly<Record<string, Format>> = {
  jsonl: "jsonl",
  ndjson: "jsonl",
  csv: "csv",
  rss: "rss",
  xml: "rss",
  epub: "epub",
};

/** The format that the ending of an output names; BAD_OPTION where nothing is written in that format. */
export function formatByEnding(output: string): Format {
  if (output === "-") return "jsonl";
  if (output.endsWith("/") || (existsSync(output) && statSync(output).isDirectory())) return "markdown";
  const name = output.replace(/\.gz$/i, "");
  const ending = extname(name).slice(1).toLowerCase();
  const format = ending === "" ? "jsonl" : ENDINGS[ending];
  if (format !== undefined) return format;
  const help =
    ending === "md" || ending === "markdown"
      ? "Markdown is a file for each article: name a folder, such as articles/"
      : `Nothing is written as .${ending}: end it in .jsonl, .csv, .rss, .xml or .epub, or name a folder with / for Markdown`;
  throw new NewsError(
    "BAD_OPTION",
    `The output ${output} does not say its format. ${help}, or give --format.`,
  );
}

async function* selected(
  store: Store,
  query: string,
  options: Options & { readonly onArticle: () => void },
): AsyncGenerator<StoredArticle> {
  let left = options.limit ?? Number.POSITIVE_INFINITY;
  const articles = query === "" ? everything(store, options) : matching(store, query, options);
  for await (const article of articles) {
    if (left-- <= 0) return;
    options.onArticle();
    yield article;
  }
}

async function* everything(
  store: Store,
  { since: sinceMs, until: untilMs }: Options,
): AsyncGenerator<StoredArticle> {
  for (let after: number | undefined; ; ) {
    const articles = await store.listArticles({ after, limit: ARTICLES_AT_ONCE, sinceMs, untilMs });
    yield* articles;
    after = articles.at(-1)?.id;
    if (after === undefined) return;
  }
}

async function* matching(
  store: Store,
  query: string,
  { since: sinceMs, until: untilMs }: Options,
): AsyncGenerator<StoredArticle> {
  for await (const { id } of eachHit(store, query, { limit: ARTICLES_AT_ONCE, sinceMs, untilMs })) {
    const article = await store.getArticle(id);
    if (article) yield article;
  }
}

async function writeFile(articles: AsyncIterable<StoredArticle>, options: Options): Promise<void> {
  const target = findFile(options.output);
  if (!options.overwrite) refuseFile(target);
  await writeOutput(target, async (put) => {
    for await (const piece of piecesOf(articles, options)) await put(piece);
  });
}

/** The content of a file, article by article. */
function piecesOf(
  articles: AsyncIterable<StoredArticle>,
  { format, title }: Options,
): AsyncIterable<string | Uint8Array> {
  if (format === "epub") return writeEpub(articles, { title, nowMs: Date.now() });
  return format === "rss" ? rssPieces(articles, title) : linesOf(articles, format);
}

async function* linesOf(articles: AsyncIterable<StoredArticle>, format: Format): AsyncGenerator<string> {
  if (format === "csv") yield csvHead();
  for await (const stored of articles)
    yield format === "csv" ? csvRecord(stored) : `${JSON.stringify(exportLine(stored))}\n`;
}

async function writeFolder(articles: AsyncIterable<StoredArticle>, name: string): Promise<void> {
  if (name === "-") throw new NewsError("BAD_OPTION", "Markdown files need a folder, not standard output.");
  PageFolder.make(name);
  const folder = new PageFolder(name, ".md");
  for await (const { id, article } of articles) {
    const fields = { id: String(id), title: article.title };
    await folder.write([{ fields, content: toMarkdown(article, { frontMatter: true }) }]);
  }
}
