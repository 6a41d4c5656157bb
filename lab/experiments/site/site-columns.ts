import type { Page, SiteProfile } from "../../../src/page/index.ts";
import { outsideShare, repeatedShare } from "../../../src/profile/index.ts";

/** What a profile of the site would say of blocks, as columns of the trees. */
export const SITE_COLUMNS = ["site repeated", "site outside"] as const;

/** Writes the columns of a block into a row. */
type WriteSite = (block: number, into: Float32Array, offset: number) => void;

/** What a profile says of the blocks of a page; nothing is known without one. */
export function siteColumns(page: Page, profile: SiteProfile | undefined): WriteSite {
  if (profile === undefined) {
    return (_, into, offset) => void into.fill(Number.NaN, offset, offset + SITE_COLUMNS.length);
  }
  const { firstLeaf } = page.blocks;
  const repeated = repeatedShare(page, profile);
  const outside = outsideShare(page, profile);
  return (block, into, offset) => {
    const leaf = firstLeaf[block]!;
    into[offset] = repeated[leaf]!;
    into[offset + 1] = outside[leaf]!;
  };
}
