import type { Command } from "commander";
import { chooseExtractor } from "../../archive/index.ts";
import { reextract, SiteKnowledge } from "../../collect/index.ts";
import type { ExtractorName } from "../../extractors/index.ts";
import { extractorOption, modelOption } from "../options.ts";
import { startProgress } from "../progress.ts";
import { beforeSignal } from "../stop-signal.ts";
import { libraryCommand, openLibrary, type StoreOptions, siteNamed } from "./store-option.ts";

interface Options extends StoreOptions {
  readonly site?: string;
  readonly extractor?: ExtractorName;
  readonly model?: string;
  readonly dryRun?: boolean;
  readonly quiet?: boolean;
}

const EXAMPLES = `
Pages are kept by galley collect --keep-raw. An article that comes out differently gets a further version, the one before stays.
An article that is no longer found keeps its version.

Examples:
  galley reextract
  galley reextract --dry-run
  galley reextract --site news.example --model news-example.json.gz`;

/** `galley reextract`: extracts kept pages again. */
export function makeCommand(): Command {
  return libraryCommand("reextract")
    .description("Extracts the kept pages of a library again, as new versions of their articles.")
    .option("--site <site>", "only articles of this site")
    .addOption(extractorOption())
    .addOption(modelOption())
    .option("--dry-run", "print which articles would change and how, and write nothing")
    .option("-q, --quiet", "no summary and no progress bar")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(options: Options): Promise<void> {
  const { extractor: name, model, dryRun: isTrial = false, quiet = false } = options;
  const chosen = name === undefined && model === undefined ? undefined : chooseExtractor(name, { model });
  const store = await openLibrary(options, "must-exist");
  const knowledge = new SiteKnowledge(store);
  const stop = new AbortController();
  const progress = await startProgress(!quiet);
  const release = beforeSignal(async () => stop.abort());
  let done = 0;
  try {
    const { changed, same, withoutPage, lost } = await reextract({
      store,
      profileOf: knowledge.profileOf,
      extractorOf: chosen ? async () => chosen : knowledge.extractorOf,
      site: options.site === undefined ? undefined : siteNamed(options.site),
      isTrial,
      now: () => Date.now(),
      signal: stop.signal,
      onArticle: (url, fields) => {
        progress.show("articles changed", ++done);
        if (isTrial) process.stdout.write(`${url}\t${fields.join(" ")}\n`);
      },
    });
    progress.stop();
    if (!quiet && withoutPage > 0 && changed + same + lost === 0)
      process.stderr.write(
        "galley: no page was kept; galley collect --keep-raw --recheck 0s fetches and keeps them\n",
      );
    else if (!quiet)
      process.stderr.write(
        `${changed} ${isTrial ? "would change" : "changed"}, ${same} the same, ${lost} no longer found, ${withoutPage} without a kept page.\n`,
      );
  } finally {
    release();
    progress.stop();
    await store.close();
  }
}
