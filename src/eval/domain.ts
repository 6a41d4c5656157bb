import { registrableDomain } from "../url/index.ts";
import { publicSuffixes } from "../url/public-suffixes.ts";
import type { Label } from "./label.ts";

/** An address that an archive serves a page at, around the page's own. */
const ARCHIVED = /^https?:\/\/web\.archive\.org\/web\/[^/]+\/(?=https?:)/i;

/** The registrable domain of a labelled page, by which sites are told apart: of its address, else of its site. */
export function domainOf({ url, site }: Pick<Label, "url" | "site">): string | undefined {
  const domain = url === null ? undefined : registrableDomain(url.replace(ARCHIVED, ""), publicSuffixes);
  return domain ?? (site === null ? undefined : domainOfSite(site));
}

/** Sites are host names in most sets, and plain names in some. */
function domainOfSite(site: string): string | undefined {
  const name = site.trim().toLowerCase();
  if (name === "") return undefined;
  // A bare number would be read as an address.
  return name.includes(".") ? (registrableDomain(`http://${name}`, publicSuffixes) ?? name) : name;
}
