import { Command, Option } from "commander";
import { findInput } from "../archive/index.ts";
import { isAddress } from "../url/index.ts";
import { demandHttp } from "./address-argument.ts";
import { addCrawlOptions } from "./crawl-options.ts";
import { type MiningOptions, mineNamed } from "./site-mining.ts";
import { findSiteOutput, SITE_FORMATS } from "./site-output.ts";
import { writePagePartition } from "./site-partition.ts";

/** `galley site`: the sections, taxonomy, template and articles of one site, or the partition of one page. */
export function siteCommand(): Command {
  const command = new Command("site")
    .description("Mines a site: its sections and their taxonomy, the template of its articles, the articles.")
    .argument("<site>", "an http or https address, a folder of saved pages, a .jsonl file, or one .html page")
    .addOption(
      new Option(
        "-f, --format <format>",
        "the taxonomy as a tree, SKOS or HTML, or everything as JSON or XML (default: tree, or by the ending of the file)",
      ).choices(Object.keys(SITE_FORMATS)),
    )
    .option("-o, --output <place>", "a folder for all results, or one file", "-")
    .option("--articles", "also extract every linked article with the mined template, one JSON line each");
  return addCrawlOptions(command)
    .option("-q, --quiet", "no summary, no warnings and no progress bar")
    .addHelpText(
      "after",
      `
An output folder also gets profile.json, for galley extract --site-profile. Run the same command again to continue a stopped
run; after a finished one it renews the profile and reports what changed. Of one page, its partition is written: a tree of its parts.

Examples:
  galley site https://example.org/ -o example/
  galley site saved-pages/
  galley site saved-pages/ --format skos -o taxonomy.ttl
  galley site saved-pages/ --articles -o articles.jsonl
  galley site front.html --format xml`,
    )
    .action(site);
}

async function site(name: string, options: MiningOptions): Promise<void> {
  if (isAddress(name)) demandHttp(name);
  const output = findSiteOutput(options.output);
  const isPage = !isAddress(name) && findInput(name).kind === "page";
  return isPage ? writePagePartition(name, output, options) : mineNamed(name, output, options);
}
