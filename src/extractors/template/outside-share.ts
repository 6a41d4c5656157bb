import { hashName, type Page, type SiteProfile } from "../../page/index.ts";
import { hashPlaces } from "./place-hashes.ts";

/** For every leaf, the share of what other pages of the site have in its place that is no article's; 0 where no page has it. */
export function outsideShare(page: Page, { outside = {} }: Pick<SiteProfile, "outside">): Float32Array {
  const hashes = hashPlaces(page.document);
  return Float32Array.from(page.leaves.node, (node) => {
    const name = hashName(hashes[node]!);
    return Object.hasOwn(outside, name) ? Math.min(1, outside[name]! / 100) : 0;
  });
}
