import { type Answers, allocationOf, type Question } from "./contender-process.ts";
import { type Contender, workOf } from "./contenders.ts";
import { benchPages, type PageChoice } from "./pages.ts";
import type { Taken } from "./race.ts";

/** One contender: reads its pages, then answers what each takes until the parent is done. */
const { contender, pages } = JSON.parse(process.argv[2] ?? "{}") as {
  contender: Contender;
  pages: PageChoice;
};
const run = await workOf(contender, await benchPages(pages));
// A full collection throws away compiled code, which the next page would have to compile again.
const collect = () => void globalThis.gc?.({ type: "minor" });

const answers: { readonly [Ask in keyof Answers]: (first: number, end: number) => Answers[Ask] } = {
  time: timeOf,
  allocations: (first, end) =>
    Array.from({ length: end - first }, (_, index) => allocationOf(() => run(first + index), collect)),
};

process.on("message", ({ ask, first, end }: Question) => process.send?.(answers[ask](first, end)));
process.send?.("ready");

function timeOf(first: number, end: number): Taken {
  const start = performance.now();
  const before = process.cpuUsage();
  for (let page = first; page < end; page++) run(page);
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000, wallMs: performance.now() - start };
}
