import { type Extraction, type Hints, KEEP_SCORE, leafWords, type Page } from "../../page/index.ts";
import { outsideShare } from "../../profile/index.ts";
import { isInFigure, keptTexts, leaveOut } from "./leave-out.ts";

/** How much higher the score must be where other pages of the site have nothing of their articles. Chosen in trials: docs/experiments/site.md. */
const RAISE = 0.35;

/**
 * An answer without what stands where other pages of the site have no part of their articles, unless it is surely one of this page:
 * what is unlikely twice, by itself and by its place, is left out.
 */
export function dropOutside(page: Page, extraction: Extraction, { siteProfile }: Hints): Extraction {
  if (siteProfile?.outside === undefined) return extraction;
  const { scores } = extraction;
  const shares = outsideShare(page, siteProfile);
  const isDropped = new Uint8Array(scores.length);
  let kept = 0;
  let dropped = 0;
  for (let block = 0; block < page.blocks.count; block++) {
    const texts = keptTexts(page, scores, block);
    if (texts.length === 0) continue;
    const words = texts.map((leaf) => leafWords(page, leaf));
    const all = words.reduce((sum, count) => sum + count, 0);
    const outside = words.reduce((sum, count, at) => sum + count * shares[texts[at]!]!, 0);
    kept += all;
    const least = KEEP_SCORE + (all === 0 ? 0 : (RAISE * outside) / all);
    if (scores[texts[0]!]! >= least || isInFigure(page, block)) continue;
    dropped += all;
    for (const leaf of texts) isDropped[leaf] = 1;
  }
  // A page where nothing stands in its place is made in another way than the others.
  if (dropped === 0 || dropped === kept) return extraction;
  return leaveOut(page, extraction, { isDropped, reason: "outside the site's articles" });
}
