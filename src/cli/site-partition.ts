import { findInput, writeWhole } from "../archive/index.ts";
import { NewsError } from "../errors/index.ts";
import {
  openFolder,
  partitionPage,
  partitionToHtml,
  partitionToJson,
  partitionToTree,
  partitionToXml,
} from "../site/index.ts";
import type { MiningOptions } from "./site-mining.ts";
import { chooseFormat, refuseInside, refuseMismatch, type SiteOutput } from "./site-output.ts";

const WRITERS = {
  tree: partitionToTree,
  json: partitionToJson,
  xml: partitionToXml,
  html: partitionToHtml,
} as const;

/** Writes the partition of one saved page. */
export async function writePagePartition(
  name: string,
  output: SiteOutput,
  options: MiningOptions,
): Promise<void> {
  if (options.articles) {
    throw new NewsError("BAD_OPTION", `The site ${name} is one page and holds no articles; give a folder.`);
  }
  if (output.kind === "folder") {
    throw new NewsError(
      "BAD_OPTION",
      `The partition of a page is one file; name a file instead of ${output.path}.`,
    );
  }
  refuseMismatch(output, options);
  refuseInside(findInput(name), output);
  const format = chooseFormat(options.format, output);
  if (format === "skos") {
    throw new NewsError("BAD_OPTION", "SKOS is for the taxonomy of a whole site, not for one page.");
  }
  const { page } = await (await openFolder(name, { maxBytes: options.maxBytes })).home();
  await writeWhole(output.name, WRITERS[format](page, partitionPage(page)));
}
