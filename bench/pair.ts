/**
 * `npm run bench:pair -- DIST_A DIST_B [--extractor fused --pages 120 --passes 10]`: two builds of the package in one process, page by
 * page in turn. For judging one change: what the main thread spends counts, so that other work on the machine matters little.
 */
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { NewsError } from "../src/errors/index.ts";
import { type BenchPage, benchPages } from "./pages.ts";

type Run = (bytes: Uint8Array, options: object) => unknown;

/** Passes in which both builds are compiled; they do not count. */
const WARM_UP = 4;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    extractor: { type: "string", default: "fused" },
    pages: { type: "string", default: "120" },
    passes: { type: "string", default: "10" },
  },
});
if (positionals.length !== 2)
  throw new NewsError("BAD_OPTION", "Name two folders of builds, such as ../before/dist dist");
const builds = await Promise.all(positionals.map(loadBuild));
const pages = await benchPages({ count: Number(values.pages), source: "data" });
const sums = [0, 0];
for (let pass = -WARM_UP; pass < Number(values.passes); pass++) {
  for (const [at, page] of pages.entries()) {
    // Whoever comes second finds the page in the processor's cache.
    for (const build of (pass + at) % 2 === 0 ? [0, 1] : [1, 0]) {
      const spent = timePage(builds[build]!, page);
      if (pass >= 0) sums[build]! += spent;
    }
  }
}
const [first, second] = sums.map((sum) => sum / pages.length / Number(values.passes)) as [number, number];
console.log(`${positionals[0]} ${first.toFixed(3)} ms a page`);
const change = (second / first - 1) * 100;
console.log(
  `${positionals[1]} ${second.toFixed(3)} ms a page, ${change < 0 ? "" : "+"}${change.toFixed(1)} %`,
);

async function loadBuild(folder: string): Promise<Run> {
  const module: { readonly extract: Run } = await import(
    pathToFileURL(join(resolve(folder), "index.js")).href
  );
  return module.extract;
}

function timePage(extract: Run, { bytes, url, encoding }: BenchPage): number {
  const start = process.threadCpuUsage();
  extract(bytes, { url, encoding, extractor: values.extractor });
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}
