import { LANGUAGES, LOOKS } from "../names.ts";
import type { NewsPage } from "../pages/page.ts";
import { makeRandom } from "../random.ts";
import { makeArticlePage } from "./make-site.ts";

/** Makes article pages that vary in look and language; any run of pages as long as the list of looks holds them all. */
export function makePages({ count, seed }: { readonly count: number; readonly seed: number }): NewsPage[] {
  const random = makeRandom(`pages ${seed}`);
  return Array.from({ length: count }, (_, index) => {
    const look = LOOKS[index % LOOKS.length] ?? LOOKS[0];
    const page = makeArticlePage({ look, language: random.pick(LANGUAGES), seed: seed * 100_003 + index });
    return { ...page, id: `${page.id}-${index}` };
  });
}
