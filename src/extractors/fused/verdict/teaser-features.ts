import { BLOCK_KIND, type BlockTally } from "./block-tally.ts";
import type { TEASERS } from "./verdict-features.data.ts";

/** A link of fewer words is an entry of a menu more often than a headline. */
const HEADLINE_WORDS = 4;

/** What of a page are links to others: front pages are made of headlines that are links. */
export function describeTeasers({
  count,
  words,
  kinds,
}: BlockTally): Readonly<Record<keyof typeof TEASERS, number>> {
  const sums = { headlines: 0, menuItems: 0, linkedHeadings: 0, plainHeadings: 0, teasers: 0 };
  let [all, inHeadlines, inTeasers, run, longest] = [0, 0, 0, 0, 0];
  let isBehindHeadline = false;
  for (let at = 0; at < count; at++) {
    const own = words[at]!;
    const kind = kinds[at]!;
    const isLink = (kind & BLOCK_KIND.link) !== 0;
    const isHeadline = isLink && own >= HEADLINE_WORDS;
    all += own;
    if (isHeadline) {
      sums.headlines++;
      inHeadlines += own;
    } else if (isLink) sums.menuItems++;
    if (kind === BLOCK_KIND.linkedHeading) sums.linkedHeadings++;
    else if (kind === BLOCK_KIND.heading) sums.plainHeadings++;
    if (kind === BLOCK_KIND.plain) {
      run += own;
      longest = Math.max(longest, run);
      if (isBehindHeadline) {
        sums.teasers++;
        inTeasers += own;
      }
    } else run = 0;
    isBehindHeadline = isHeadline;
  }
  return {
    ...sums,
    headlineShare: inHeadlines / all,
    teaserShare: inTeasers / all,
    longestPlain: longest / all,
  };
}
