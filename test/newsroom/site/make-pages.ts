import { LANGUAGES, LOOKS } from "../names.ts";
import type { NewsPage } from "../pages/page.ts";
import { makeRandom } from "../random.ts";
import { makeArticlePage } from "./make-site.ts";

/** Makes article pages with varying look and language, every look in turn. */
export function makePages({ count, seed }: { readonly count: number; readonly seed: number }): NewsPage[] {
  const random = makeRandom(`pages ${seed}`);
  return Array.from({ length: count }, (_, index) => {
    const look = LOOKS[index % LOOKS.length] ?? LOOKS[0];
    const page = makeArticlePage({ look, language: random.pick(LANGUAGES), seed: seed * 100_003 + index });
    return { ...page, id: `${page.id}-${index}` };
  });
}
