import { parseHtml } from "../../../src/html/index.ts";
import { Page } from "../../../src/page/index.ts";
import { partitionPage } from "../../../src/site/index.ts";
import { plainTable } from "../plain-table.ts";

const SIZES = [500, 1000, 2000, 5000] as const;
const RUNS = { whole: 15, quick: 5 } as const;
/** Rounds that are not counted, until the code is compiled. */
const WARM_UP = 5;

/** The time of a partition by the number of leaves, layout estimate and all, as multiples of the smallest page's. */
export function growthOfTime(isQuick: boolean): string {
  const pages = SIZES.map((size) => ({ size, html: homePage(size) }));
  const runs = RUNS[isQuick ? "quick" : "whole"];
  const rounds = Array.from({ length: WARM_UP + runs }, () => pages.map(({ html }) => timeOf(html)));
  const counted = rounds.slice(WARM_UP);
  const times = pages.map((_, index) => counted.reduce((sum, round) => sum + round[index]!, 0) / runs);
  const rows = pages.map(({ size, html }, index) => [
    String(size),
    String(new Page(parseHtml(html)).leaves.count),
    (times[index]! / times[0]!).toFixed(1),
    (times[index]! / 1000).toFixed(2),
  ]);
  return `Time of a partition as the page grows, against the smallest page; processor time, mean of ${runs} runs, parsing not counted.\n\n${plainTable(["leaves asked for", "leaves", "times as long", "seconds"], rows, 0)}`;
}

/** Processor time of this thread, so that what else runs on the machine does not count. */
function timeOf(html: string): number {
  const page = new Page(parseHtml(html));
  const start = process.threadCpuUsage();
  partitionPage(page);
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/** Sections of items with and without pictures, and of plain links, until there are enough leaves. */
function homePage(leaves: number): string {
  const parts: string[] = ["<body><h1>Courier</h1>"];
  for (let count = 1; count < leaves; ) {
    const items = Array.from({ length: 6 }, (_, index) => {
      const picture = index % 3 === 0 ? '<img src="a.png" alt="">' : "";
      count += index % 3 === 0 ? 3 : 2;
      return `<article>${picture}<h3><a href="/${count}">Story ${count}</a></h3><p>What came of it, in ${count} words.</p></article>`;
    });
    const links = Array.from(
      { length: 5 },
      (_, index) => `<li><a href="/more/${count + index}">More ${index}</a></li>`,
    );
    count += 6;
    parts.push(`<section><h2>Section ${count}</h2>${items.join("")}<ul>${links.join("")}</ul></section>`);
  }
  return parts.join("");
}
