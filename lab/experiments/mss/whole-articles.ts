import { extract } from "../../../src/default-extract.ts";
import { measureArticle } from "../../../src/eval/measure.ts";
import { estimate } from "../../../src/eval/rows.ts";
import { markdownTable, type VariantRow } from "../markdown-table.ts";
import type { Example } from "./corpus.ts";
import type { Method } from "./methods.ts";

interface SetRow extends VariantRow {
  readonly set: string;
}

/** Whole articles, as users get them, set by set: word F1, P, R and ECON's classes with intervals. */
export function wholeArticleTable(examples: readonly Example[], methods: readonly Method[]): string {
  const sets = Map.groupBy(examples, ({ label }) => label.set);
  const rows: SetRow[] = [...sets].flatMap(([set, pages]) =>
    methods.map((method) => ({
      set,
      extractor: method.name,
      estimates: estimate(pages.map((example) => measure(example, method))),
    })),
  );
  return markdownTable(rows, "set", ({ set }) => `\`${set}\``);
}

function measure({ label, html, domain }: Example, method: Method) {
  const { url, encoding, truth } = label;
  const extractor = method.extractorFor(domain);
  return measureArticle(
    truth,
    extract(html, { extractor, url: url ?? undefined, encoding: encoding ?? undefined }),
  );
}
