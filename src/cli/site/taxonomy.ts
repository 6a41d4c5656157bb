import { Command, Option } from "commander";
import { findFile, findInput, refuseFile, writeWhole } from "../../archive/index.ts";
import { asNewsError, NewsError } from "../../errors/index.ts";
import {
  isRunFolder,
  keptSiteLabels,
  type LabelsRead,
  mineTaxonomy,
  readSiteLabels,
  type SiteLabels,
  type Taxonomy,
  taxonomyToHtml,
  taxonomyToJson,
  taxonomyToTree,
  taxonomyToTurtle,
} from "../../site/index.ts";
import { isAddress } from "../../url/index.ts";
import { refuseInside } from "../input.ts";
import { given, overwriteOption, wholeNumber } from "../options.ts";
import { counted, startProgress } from "../progress.ts";
import {
  addCrawlOptions,
  type CrawlOptions,
  chooseFormat,
  findSiteOutput,
  isForLines,
  openSiteInput,
  type SiteFormat,
} from "./site-options.ts";

type TaxonomyFormat = Exclude<SiteFormat, "xml">;

interface Options extends CrawlOptions {
  readonly format?: TaxonomyFormat;
  readonly output: string;
  readonly overwrite?: boolean;
  readonly minSites?: number;
  readonly quiet?: boolean;
}

const WRITERS: Readonly<Record<TaxonomyFormat, (taxonomy: Taxonomy) => string>> = {
  tree: taxonomyToTree,
  json: taxonomyToJson,
  skos: taxonomyToTurtle,
  html: taxonomyToHtml,
};

/** `galley taxonomy`: one taxonomy of the sections of several sites. */
export function makeCommand(): Command {
  const command = new Command("taxonomy")
    .description("Mines one taxonomy from the sections of several sites.")
    .argument(
      "<site...>",
      "a folder that galley site has written, a folder of saved pages, a .jsonl file, or an http or https address",
    )
    .addOption(
      new Option(
        "-f, --format <format>",
        "what to write (default: tree, or by the ending of the file)",
      ).choices(Object.keys(WRITERS)),
    )
    .option("-o, --output <file>", "a .ttl, .json, .html or .txt file", "-")
    .addOption(overwriteOption())
    .option(
      "--min-sites <count>",
      "leave out sections that fewer sites have (default: 2 with three or more sites)",
      wholeNumber,
    );
  return addCrawlOptions(command)
    .option("-q, --quiet", "no summary and no progress bar")
    .addHelpText(
      "after",
      `
Examples:
  galley taxonomy siteA/ siteB/ siteC/ -o taxonomy.ttl
  galley taxonomy pages-of-a/ pages-of-b/ --format json
  galley taxonomy https://example.org/ saved-pages/ -o taxonomy.html`,
    )
    .action(taxonomy);
}

async function taxonomy(names: readonly string[], options: Options): Promise<void> {
  const format = formatOf(options);
  for (const name of names)
    if (!isAddress(name) && !isRunFolder(name)) refuseInside(findInput(name), options.output);
  if (!options.overwrite) refuseFile(findFile(options.output));
  const { sites, remarks } = await readSites(names, options);
  const { minSites, output } = options;
  const mined = mineTaxonomy(sites, given({ minSites }));
  await writeWhole(output, WRITERS[format](mined));
  if (options.quiet) return;
  const pages = sites.reduce((sum, site) => sum + site.pages.length, 0);
  const found = `${counted(mined.concepts.length, "concept")}, ${counted(mined.relations.length, "relation")}`;
  const facts = `${counted(sites.length, "site")}, ${counted(pages, "front page")}, ${found}`;
  const lines = [facts, ...remarks, ...remarkTooFew(sites.length, names.length, minSites)];
  process.stderr.write(lines.map((line) => `galley: ${line}\n`).join(""));
}

/** Why a taxonomy may be empty, or be that of one site. */
function remarkTooFew(sites: number, names: number, minSites = 0): readonly string[] {
  if (minSites > sites)
    return [`--min-sites ${minSites} is more than the sites that were read (${sites}): no section is left`];
  if (names > 1) return [];
  return [
    "one site only: the pages of a folder are taken for one site; name a folder or an address for each",
  ];
}

function formatOf({ format: asked, output: name }: Options): TaxonomyFormat {
  const output = findSiteOutput(name);
  const format = chooseFormat(asked, output);
  if (output.kind === "file" && !isForLines(output) && format !== "xml") return format;
  throw new NewsError("BAD_OPTION", `The output ${name} is not a .ttl, .json, .html or .txt file.`);
}

/** The labels of sites, and remarks for the user. */
interface SitesRead {
  readonly sites: readonly SiteLabels[];
  readonly remarks: readonly string[];
}

/** Reads the labels of sites, one after the other; an empty folder or a failed site is left out unless it is the only one. */
async function readSites(names: readonly string[], options: Options): Promise<SitesRead> {
  const progress = await startProgress(!options.quiet);
  const sites = new Map<string, SiteLabels>();
  const remarks: string[] = [];
  try {
    for (const [at, name] of names.entries()) {
      const isLast = at === names.length - 1;
      try {
        const { site, pages, warnings } = await readLabels(name, options);
        const own = isNamedByFolder(site) && sites.has(site) ? `${site}-${at + 1}` : site;
        sites.set(own, { site: own, pages: [...(sites.get(own)?.pages ?? []), ...pages] });
        remarks.push(...warnings.map(({ code, message }) => `${own}: ${code}: ${message}`));
      } catch (error) {
        const { code, message } = asNewsError(error);
        const mayBeLeftOut = code === "NO_PAGES" || (isAddress(name) && code !== "INTERNAL");
        if (!mayBeLeftOut || (isLast && sites.size === 0)) throw error;
        remarks.push(`${name} was left out: ${code}: ${message}`);
      }
      progress.show("sites read", at + 1, names.length);
    }
  } finally {
    progress.stop();
  }
  return { sites: [...sites.values()], remarks };
}

/** Whether a site is named after its folder, as its pages have no addresses: two such folders are two sites. */
function isNamedByFolder(site: string): boolean {
  return site.endsWith(".invalid");
}

async function readLabels(name: string, options: Options): Promise<LabelsRead> {
  if (!isAddress(name) && isRunFolder(name)) return { ...keptSiteLabels(name), warnings: [] };
  return readSiteLabels(await openSiteInput(name, options), { depth: options.depth });
}
