import { allocationOf } from "./allocation.ts";
import type { Answers, Question } from "./contender-process.ts";
import { type Contender, workOf } from "./contenders.ts";
import { benchPages, type PageChoice } from "./pages.ts";

/** One contender: reads its pages, then answers what each takes until nobody asks any more. */
const { contender, pages } = JSON.parse(process.argv[2] ?? "{}") as {
  contender: Contender;
  pages: PageChoice;
};
const run = await workOf(contender, await benchPages(pages));
// A whole collection throws compiled code away, which the next page would have to make anew.
const collect = () => void globalThis.gc?.({ type: "minor" });

const answers: { readonly [Ask in keyof Answers]: (page: number) => Answers[Ask] } = {
  ms: msOf,
  allocation: (page) => allocationOf(() => run(page), collect),
};

process.on("message", ({ ask, page }: Question) => process.send?.(answers[ask](page)));
process.send?.("ready");

function msOf(page: number): number {
  const start = performance.now();
  run(page);
  return performance.now() - start;
}
