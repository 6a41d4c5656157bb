import { hashName, type Page, type SiteProfile } from "../../page/index.ts";
import { hashPlaces } from "./place-hashes.ts";

/** For every leaf, the share of what other pages of the site have in its place that is no article's; 0 where no page has it. */
export function outsideShare(page: Page, { outside = {} }: Pick<SiteProfile, "outside">): Float32Array {
  const shares = new Map<number, number>();
  return Float32Array.from(hashPlaces(page), (place) => {
    const known = shares.get(place);
    if (known !== undefined) return known;
    const name = hashName(place);
    const share = Object.hasOwn(outside, name) ? Math.min(1, outside[name]! / 100) : 0;
    shares.set(place, share);
    return share;
  });
}
