import { NODE_KIND } from "../../html/index.ts";
import { type Family, visitFamilies } from "./families.ts";
import type { Reading } from "./reading.ts";
import { KEPT } from "./related.ts";

/** As many kept words are an article, whatever stands before them. The numbers here were set on made-up flashes. */
const MAX_KEPT_WORDS = 60;
/** Fewer words are a label. */
const MIN_WORDS = 5;
const MIN_KEYS = 2;
/** How much denser in keywords a flash is than the comments or teasers that won over it. */
const MIN_DENSITY_GAIN = 3;

/**
 * Deviation (`flashes`): news of about ten words lose to any longer text, as the paper says. Where little was found, the
 * first words below the title that are much denser in keywords are the article.
 */
export function findFlash(
  reading: Reading,
  found: Family,
  marks: Uint8Array,
  isTitle: (family: Family) => boolean,
): Family | undefined {
  if (reading.titles.length === 0 || found.range === 0 || keptWords(reading, marks) >= MAX_KEPT_WORDS) {
    return undefined;
  }
  let flash: Family | undefined;
  visitFamilies(reading, (family) => {
    const isBetween = family.range === found.range && family.first < (flash ?? found).first;
    if (isBetween && isFlash(family, found) && !isTitle(family)) flash = family;
  });
  return flash;
}

function isFlash({ wordSum, keySum }: Family, found: Family): boolean {
  if (wordSum < MIN_WORDS || keySum < MIN_KEYS) return false;
  return keySum * found.wordSum > MIN_DENSITY_GAIN * found.keySum * wordSum;
}

function keptWords({ document, sums }: Reading, marks: Uint8Array): number {
  let count = 0;
  for (let node = 0; node < document.size; node++) {
    if (marks[node] === KEPT.no || document.kind[node] !== NODE_KIND.text) continue;
    count += sums.words[node + 1]! - sums.words[node]!;
  }
  return count;
}
