import { hashBlocks, hashName, NO_TEXT } from "./block-hashes.ts";
import type { Page } from "./page.ts";
import type { SiteProfile } from "./site-profile.ts";

/** What a profile says of the blocks that a site repeats. */
type RepeatedBlocks = Pick<SiteProfile, "pages" | "repeated">;

/** For every leaf, the share of a site's pages that hold its block too; 0 where the profile does not have it. */
export function repeatedShare(page: Page, { pages, repeated }: RepeatedBlocks): Float32Array {
  const { hashes } = hashBlocks(page);
  const ofBlock = Float32Array.from(hashes, (hash) => {
    const name = hashName(hash);
    return hash !== NO_TEXT && Object.hasOwn(repeated, name) ? Math.min(1, repeated[name]! / pages) : 0;
  });
  return Float32Array.from(page.blocks.ofLeaf, (block) => ofBlock[block]!);
}
