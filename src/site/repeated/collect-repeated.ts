import type { SiteProfile } from "../../page/index.ts";
import type { SitePage } from "../page-source.ts";
import { RepeatedBlocks } from "./repeated-blocks.ts";

/** Which blocks several pages of a site hold; pages are read one after the other, none is kept. */
export async function collectRepeated(
  pages: Iterable<Pick<SitePage, "page">> | AsyncIterable<Pick<SitePage, "page">>,
): Promise<Pick<SiteProfile, "pages" | "repeated">> {
  const blocks = new RepeatedBlocks();
  for await (const { page } of pages) blocks.add(page);
  return blocks.result();
}
