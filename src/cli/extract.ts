import { Command } from "commander";
import { findFile, isCharset, openSiteProfile, writeWhole } from "../archive/index.ts";
import type { Article, WarningCode } from "../article/index.ts";
import type { OpenedPage, RenderedPage, RenderOptions } from "../browser/index.ts";
import { NewsError } from "../errors/index.ts";
import type { ExtractOptions } from "../extract.ts";
import { FORMATS, render, renderFile } from "../output/index.ts";
import { parseHttpUrl } from "../url/index.ts";
import { explanationTable } from "./explanation-table.ts";
import { extractPage, loadExtractor } from "./extract-page.ts";
import { type InputPage, readInputPage, refuseOverwriting } from "./input.ts";
import {
  addInclusionOptions,
  addMethodOptions,
  addPageOptions,
  fetchOptions,
  formatOption,
  type MethodOptions,
  readInclusion,
} from "./options.ts";
import { beforeSignal } from "./stop-signal.ts";

/** Warnings that say why an article has no text. */
const WHY_EMPTY: ReadonlySet<WarningCode> = new Set([
  "NO_TEXT",
  "NOTHING_FOUND",
  "SCRIPT_ONLY",
  "CONSENT_WALL",
]);

/** The format that shows an article in the style of its page, for which the page has to be rendered. */
const STYLED = "styled";
/** Parts that methods which choose one subtree leave out, but that belong to the look of the page. */
const STYLED_PARTS = { standfirst: true, captions: true } as const;

interface Options extends MethodOptions {
  readonly format: (typeof FORMATS)[number] | typeof STYLED;
  readonly fragment?: boolean;
  readonly inline?: boolean;
  readonly url?: string;
  readonly title?: string;
  readonly charset?: string;
  readonly explain?: boolean;
}

/** `galley extract`: the article of one page. */
export function makeCommand(): Command {
  const command = new Command("extract")
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
    .option("-o, --output <file>", "where to write the article", "-");
  return addPageOptions(addInclusionOptions(addMethodOptions(command)), {
    timeout: "time limit for fetching the page (default: 20) and for rendering it (default: 15)",
  })
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
  galley extract page.html --extractor econ --settings paper
  galley extract page.html --extractor mss-unigram --bias 0.14
  galley extract page.html --explain 2>&1 >/dev/null | grep dropped
  galley extract page.html --format json --explain | jq '.explanation.leaves[9].contributions'
  galley extract https://example.org/story --store news.db
  cat page.html | galley extract - --url https://example.org/story`,
    )
    .action(run);
}

async function run(name: string, options: Options): Promise<void> {
  checkOptions(options);
  refuseOverwriting([name], findFile(options.output));
  const isStyled = options.format === STYLED;
  const include = { ...(isStyled && STYLED_PARTS), ...readInclusion(options) };
  // Before the page is fetched: a bad option should cost no request.
  const chosen = await loadExtractor(options.extractor, options);
  const ownProfile = openSiteProfile(options.siteProfile);
  const input = await readInputPage(name, fetchOptions(options));
  const url = options.url ?? input.url;
  const known = options.store === undefined ? undefined : await knownOf(url, options.store, options);
  const extractor = known?.extractor ?? chosen;
  const siteProfile = ownProfile ?? known?.siteProfile;
  const { article, output } = await extractInput(input, options, {
    url,
    charset: input.charset,
    encoding: options.charset,
    extractor,
    collectedTitle: options.title,
    siteProfile,
    include,
    // The styled format shows the leaves that the explanation marks as kept.
    explain: options.explain || isStyled,
    maxBytes: options.maxBytes,
  });
  await writeWhole(options.output, output);
  if (options.explain && article.explanation && options.format !== "json") {
    const width = process.stderr.isTTY ? process.stderr.columns : undefined;
    process.stderr.write(explanationTable(article.explanation, width));
  }
  for (const { code, message } of article.warnings) {
    // For people; programs read them in the JSON. An empty output needs its reason everywhere.
    if (process.stderr.isTTY || (article.text === "" && WHY_EMPTY.has(code)))
      process.stderr.write(`galley: ${code}: ${message}\n`);
  }
}

/** What a library knows of the page's site, unless the command line names an extractor. */
async function knownOf(url: string | undefined, place: string | true, { extractor, model }: Options) {
  if (url === undefined)
    throw new NewsError("BAD_OPTION", "The option --store needs the page's address; give it with --url.");
  // Loaded here: most pages are extracted without a library.
  const { givenStore, siteNamed, withLibrary } = await import("./library/store-option.ts");
  const { SiteKnowledge } = await import("../collect/index.ts");
  const isChosen = extractor !== undefined || model !== undefined;
  return withLibrary(givenStore(place), "must-exist", async (store) => {
    const knowledge = new SiteKnowledge(store);
    const site = siteNamed(url);
    return {
      siteProfile: await knowledge.profileOf(site),
      extractor: isChosen ? undefined : await knowledge.extractorOf(site),
    };
  });
}

async function extractInput(
  input: InputPage,
  options: Options,
  wanted: ExtractOptions,
): Promise<{ readonly article: Article; readonly output: string }> {
  const { render: isRendered = false, format, inline = false, frontMatter = false } = options;
  const write = options.fragment ? render : renderFile;
  if (format !== STYLED && !isRendered) {
    const article = await extractPage(input.bytes, wanted);
    return { article, output: write(article, format, { frontMatter }) };
  }
  const { extract } = await import("../default-extract.ts");
  if (format !== STYLED) {
    const article = extract(await renderInput(input, options), wanted);
    return { article, output: write(article, format, { frontMatter }) };
  }
  const { captured } = await renderInput(input, options, (page: OpenedPage) => extract(page, wanted));
  if (captured === undefined) throw new Error("A page was rendered and nothing captured");
  const { toStyled } = await import("../output/styled/styled.ts");
  return { article: captured.article, output: toStyled(captured, { inline }) };
}

/** Renders a page; only a page that was fetched may use the network. */
async function renderInput(
  { bytes: html, charset, folder, url: fetchedUrl }: InputPage,
  options: Options,
  makeArticle?: RenderOptions["makeArticle"],
): Promise<RenderedPage> {
  const { url = fetchedUrl, charset: encoding, scripts } = options;
  const { timeoutMs, ...network } = fetchOptions(options);
  // Loaded here: most pages are not rendered.
  const { renderPage } = await import("../browser/index.ts");
  // Without a listener, a signal would end the process and leave the browser's profile in the temporary folder.
  const release = beforeSignal(() => Promise.resolve());
  try {
    return await renderPage(
      { html, url, charset, encoding, folder },
      {
        scripts,
        timeoutMs,
        maxBytes: options.maxBytes,
        network: fetchedUrl !== undefined && network,
        makeArticle,
      },
    );
  } finally {
    release();
  }
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
