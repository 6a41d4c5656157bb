import {
  type MinedSite,
  siteToXml,
  taxonomyToHtml,
  taxonomyToTree,
  taxonomyToTurtle,
} from "../site/index.ts";
import type { SiteFormat } from "./site-output.ts";

const WRITERS: Readonly<Record<SiteFormat, (mined: MinedSite) => string>> = {
  tree: ({ taxonomy }) => taxonomyToTree(taxonomy),
  // The profile has a file of its own, and hashes are nothing to read.
  json: ({ profile, ...rest }) => `${JSON.stringify(rest, null, 2)}\n`,
  xml: siteToXml,
  skos: ({ taxonomy }) => taxonomyToTurtle(taxonomy),
  html: ({ taxonomy }) => taxonomyToHtml(taxonomy),
};

/** A mined site in a format. */
export function writeSite(mined: MinedSite, format: SiteFormat): string {
  return WRITERS[format](mined);
}
