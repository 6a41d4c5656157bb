import { Command } from "commander";
import { findFile, isCharset, openSiteProfile, writeWhole } from "../archive/index.ts";
import type { Article, WarningCode } from "../article/index.ts";
import type { OpenedPage } from "../browser/index.ts";
import { NewsError } from "../errors/index.ts";
import type { ExtractOptions } from "../extract.ts";
import type { ExtractorName } from "../extractors/index.ts";
import { FORMATS, render, renderFile } from "../output/index.ts";
import { parseHttpUrl } from "../url/index.ts";
import { explanationTable } from "./explanation-table.ts";
import { extractPage, loadExtractor } from "./extract-page.ts";
import { excludeOption, type InclusionOptions, includeOption, readInclusion } from "./inclusion.ts";
import {
  extractorOption,
  formatOption,
  modelOption,
  noScriptsOption,
  renderOption,
  secondsAsMs,
  siteProfileOption,
  sizeInBytes,
} from "./option-values.ts";
import { readSource, type Source, type SourceOptions } from "./read-source.ts";
import { refuseOverwriting } from "./refuse-overwriting.ts";
import { renderSource } from "./render-source.ts";

/** Warnings that say of an article without text why it has none. */
const WHY_EMPTY: ReadonlySet<WarningCode> = new Set([
  "NO_TEXT",
  "NOTHING_FOUND",
  "SCRIPT_ONLY",
  "CONSENT_WALL",
]);

/** The format that shows an article as its page did, which needs more than the article. */
const STYLED = "styled";

interface Options extends InclusionOptions {
  readonly format: (typeof FORMATS)[number] | typeof STYLED;
  readonly fragment?: boolean;
  readonly inline?: boolean;
  readonly frontMatter?: boolean;
  readonly extractor?: ExtractorName;
  readonly model?: string;
  readonly siteProfile?: string;
  readonly output: string;
  readonly url?: string;
  readonly title?: string;
  readonly charset?: string;
  readonly explain?: boolean;
  readonly render?: boolean;
  readonly scripts: boolean;
  readonly allowPrivate?: boolean;
  readonly ignoreRobots?: boolean;
  readonly timeout?: number;
  readonly maxBytes?: number;
}

/** `galley extract`: the article of one page. */
export function extractCommand(): Command {
  return new Command("extract")
    .description("Extracts the article of one page.")
    .argument("<source>", "an http or https address, a file (also .gz), or - for standard input")
    .addOption(
      formatOption("output format; styled keeps the page's own styles and needs --render", [
        ...FORMATS,
        STYLED,
      ]).default("text"),
    )
    .option("--fragment", "with --format html: only the article element, not a whole document")
    .option("--inline", "with --format styled: embed images and fonts in the file instead of linking to them")
    .option("--front-matter", "with --format markdown: start with title, authors, date and more as YAML")
    .addOption(extractorOption())
    .addOption(modelOption())
    .addOption(siteProfileOption())
    .addOption(renderOption())
    .addOption(noScriptsOption())
    .option("--url <url>", "the URL of a page that is read from a file")
    .option(
      "--title <title>",
      "the title that a feed or a search gave for the page; used by relevance and fused",
    )
    .option("--charset <name>", "the character encoding of the page, instead of the one it declares")
    .option(
      "--explain",
      "show which text was kept, why, and which features decided it: in the JSON, or as a table on standard error",
    )
    .addOption(includeOption())
    .addOption(excludeOption())
    .option("-o, --output <file>", "where to write the article", "-")
    .option(
      "--max-bytes <size>",
      "largest page to read, such as 500k or 1MB (default: 64MiB; fetched: 20MB)",
      sizeInBytes,
    )
    .option(
      "--timeout <seconds>",
      "time limit for fetching the page (default: 20) and for rendering it (default: 15)",
      secondsAsMs,
    )
    .option("--allow-private", "fetch from private and loopback addresses too")
    .option("--ignore-robots", "fetch what the site's robots.txt forbids; only for your own pages")
    .addHelpText(
      "after",
      `
Examples:
  galley extract page.html
  galley extract https://example.org/story --format markdown --front-matter -o story.md
  galley extract https://example.org/story --format html -o story.html
  galley extract page.html --include headline,byline,captions
  galley extract https://example.org/story --render
  galley extract https://example.org/story --render --format styled --inline -o story.html
  galley extract page.html --explain 2>&1 >/dev/null | grep dropped
  galley extract page.html --format json --explain | jq '.explanation.leaves[9].contributions'
  cat page.html | galley extract - --url https://example.org/story`,
    )
    .action(run);
}

async function run(name: string, options: Options): Promise<void> {
  checkOptions(options);
  refuseOverwriting([name], findFile(options.output));
  const include = readInclusion(options);
  const extractor = await loadExtractor(options.extractor, options.model);
  const siteProfile = openSiteProfile(options.siteProfile);
  const source = await readSource(name, sourceOptions(options));
  const { article, output } = await written(source, options, {
    url: options.url ?? source.url,
    charset: source.charset,
    encoding: options.charset,
    extractor,
    collectedTitle: options.title,
    siteProfile,
    include,
    // What the article holds of its page is told by what became of every leaf.
    explain: options.explain || options.format === STYLED,
    maxBytes: options.maxBytes,
  });
  await writeWhole(options.output, output);
  if (options.explain && article.explanation && options.format !== "json") {
    process.stderr.write(explanationTable(article.explanation));
  }
  for (const { code, message } of article.warnings) {
    // For people; programs read them in the JSON. But an empty output needs its reason everywhere.
    if (process.stderr.isTTY || (article.text === "" && WHY_EMPTY.has(code)))
      process.stderr.write(`galley: ${code}: ${message}\n`);
  }
}

/** The article of a source, and what is to be written of it. */
async function written(
  source: Source,
  options: Options,
  wanted: ExtractOptions,
): Promise<{ readonly article: Article; readonly output: string }> {
  const { render: isRendered = false, scripts, url, charset: encoding, format, inline = false } = options;
  const { frontMatter = false } = options;
  const write = options.fragment ? render : renderFile;
  if (format !== STYLED && !isRendered) {
    const article = await extractPage(source.bytes, wanted);
    return { article, output: write(article, format, { frontMatter }) };
  }
  const request = { ...sourceOptions(options), scripts, url, encoding };
  const { extract } = await import("../default-extract.ts");
  if (format !== STYLED) {
    const article = extract(await renderSource(source, request), wanted);
    return { article, output: write(article, format, { frontMatter }) };
  }
  const makeArticle = (page: OpenedPage) => extract(page, wanted);
  const { captured } = await renderSource(source, { ...request, makeArticle });
  if (captured === undefined) throw new Error("A page was rendered and nothing captured");
  const { toStyled } = await import("../output/styled/index.ts");
  return { article: captured.article, output: toStyled(captured, { inline }) };
}

function checkOptions(options: Options): void {
  const { url, charset, format, fragment, inline, frontMatter = false, render: isRendered } = options;
  if (format === STYLED && !isRendered) {
    throw new NewsError("BAD_OPTION", "The format styled needs --render.");
  }
  if (fragment && format !== "html") {
    throw new NewsError("BAD_OPTION", "The option --fragment needs --format html.");
  }
  if (inline && format !== STYLED) {
    throw new NewsError("BAD_OPTION", "The option --inline needs --format styled.");
  }
  if (frontMatter && format !== "markdown") {
    throw new NewsError("BAD_OPTION", "The option --front-matter needs --format markdown.");
  }
  if (url !== undefined && !parseHttpUrl(url)) {
    throw new NewsError("BAD_URL", `The --url ${url} is not an http or https address.`);
  }
  if (charset !== undefined && !isCharset(charset)) {
    throw new NewsError("BAD_OPTION", `No charset is called "${charset}".`);
  }
}

function sourceOptions({ maxBytes, timeout, allowPrivate, ignoreRobots }: Options): SourceOptions {
  return {
    ...(maxBytes !== undefined && { maxBytes }),
    ...(timeout !== undefined && { timeoutMs: timeout }),
    ...(allowPrivate && { allowPrivate }),
    ...(ignoreRobots && { ignoreRobots }),
  };
}
