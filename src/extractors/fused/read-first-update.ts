import { attribute } from "../../html/index.ts";
import { type Extraction, liveEntries, type Page } from "../../page/index.ts";
import { sayOfOthers } from "./answer.ts";

/** An answer that knows when a live blog began: its page shows the newest update first, and that one's time before all others. */
export function readFirstUpdate(page: Page, extraction: Extraction): Extraction {
  if (sayOfOthers(extraction.verdict) > 0) return extraction;
  const updates = liveEntries(page, extraction.scores).flatMap(({ mark, minutes }) => {
    const stated = attribute(page.document, mark, "datetime");
    return stated === undefined || minutes === undefined ? [] : { stated, minutes };
  });
  const [first] = updates.sort((a, b) => a.minutes - b.minutes);
  if (first === undefined) return extraction;
  return { ...extraction, facts: { ...extraction.facts, published: first.stated } };
}
