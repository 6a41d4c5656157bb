import { attribute } from "../../html/index.ts";
import { type Extraction, liveEntries, type Page } from "../../page/index.ts";

/** An answer that knows when a live blog began: its page shows the newest update first, and that one's time before all others. */
export function readFirstUpdate(page: Page, extraction: Extraction): Extraction {
  // Entries with times of a page that was not weighed as an article are a list's or a thread's.
  if ((extraction.notes?.otherPagesWeight ?? 0) > 0) return extraction;
  const updates = liveEntries(page, extraction.scores).flatMap(({ mark, minutes }) => {
    const stated = attribute(page.document, mark, "datetime");
    return stated === undefined || minutes === undefined ? [] : { stated, minutes };
  });
  const [first] = updates.sort((a, b) => a.minutes - b.minutes);
  if (first === undefined) return extraction;
  return { ...extraction, facts: { ...extraction.facts, published: first.stated } };
}
