import type { Extractor } from "../../src/extractors/index.ts";
import type { Extraction, Page } from "../../src/page/index.ts";

/** An extractor that is asked once for each page, for trials in which it always says the same of it. */
export function rememberAnswers(extractor: Extractor): Extractor {
  const known = new WeakMap<Page, Extraction>();
  return {
    ...extractor,
    extract(page, hints) {
      const answer = known.get(page) ?? extractor.extract(page, hints);
      known.set(page, answer);
      return answer;
    },
  };
}
