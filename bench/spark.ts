/** `npm run bench:spark`: CPU time of a page through Spark against that of a plain batch of the same archive. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findSpark } from "../test/spark.ts";
import { benchPages } from "./pages.ts";
import { median } from "./race.ts";
import { type Cost, measure, type Way, writeArchive } from "./spark-runs.ts";

const HELP = `What a page costs through Spark; Linux only, the command must be built, and npm run python:env -- spark must work.
Each way runs an archive and one of twice its size, each in one task: the difference is the cost of pages, the rest is start-up.

  npm run bench:spark                                     # made-up pages
  npm run bench:spark -- --pages 1500 --passes 3
  npm run bench:spark -- --data                           # pages of labelled sets (GALLEY_DATA)`;
const WAYS: readonly Way[] = ["plain", "files", "pages"];

/** Costs of a page and of the start, from an archive and one of twice its size. */
interface Line {
  readonly pageMs: Readonly<Record<string, number>>;
  readonly startMs: number;
  readonly galleyBytes: number;
  readonly outBytes: number;
}

function lineOf(once: Cost, twice: Cost, pages: number): Line {
  const programs = Object.keys({ ...once.cpuMs, ...twice.cpuMs });
  const pageMs = Object.fromEntries(
    programs.map((name) => [name, ((twice.cpuMs[name] ?? 0) - (once.cpuMs[name] ?? 0)) / pages]),
  );
  const { galleyBytes, outBytes } = twice;
  return { pageMs, startMs: total(once.cpuMs) - total(pageMs) * pages, galleyBytes, outBytes };
}

function total(cost: Readonly<Record<string, number>>): number {
  return Object.values(cost).reduce((sum, ms) => sum + ms, 0);
}

function tell(way: Way, lines: readonly Line[], plain: readonly Line[], pages: number): void {
  const middle = (of: (line: Line) => number): number => median(lines.map(of));
  const ratio = median(lines.map(({ pageMs }, at) => total(pageMs) / total(plain[at]?.pageMs ?? {})));
  const shares = ["node", "python", "java"].map((name) => {
    const ms = middle(({ pageMs }) => pageMs[name] ?? 0);
    return `${{ node: "galley", python: "Python", java: "Spark" }[name]} ${ms.toFixed(2)}`;
  });
  const text = [
    `${way.padEnd(5)} ${ratio.toFixed(2)}x plain`,
    `${middle(({ pageMs }) => total(pageMs)).toFixed(2)} ms of CPU a page (${shares.join(", ")})`,
    `start-up ${(middle(({ startMs }) => startMs) / 1000).toFixed(1)} s of CPU`,
    `galley's memory ${(middle(({ galleyBytes }) => galleyBytes) / 1e6).toFixed(0)} MB`,
    `${(middle(({ outBytes }) => outBytes) / (2 * pages) / 1e3).toFixed(1)} kB of Parquet a page`,
  ];
  console.log(text.join("; "));
}

const { values } = parseArgs({
  options: {
    help: { type: "boolean" },
    pages: { type: "string", default: "1500" },
    passes: { type: "string", default: "3" },
    data: { type: "boolean", default: false },
  },
});
const spark = await findSpark({ mayInstall: true });
if ("missing" in spark || values.help) {
  console.log(values.help ? HELP : `bench:spark: ${"missing" in spark ? spark.missing : ""}`);
  process.exit(values.help ? 0 : 1);
}
const { environment } = spark;
const folder = mkdtempSync(join(tmpdir(), "galley-bench-spark-"));
try {
  const count = Number(values.pages);
  const pages = (await benchPages({ count, source: values.data ? "data" : "newsroom" })).map(
    ({ bytes }) => bytes,
  );
  const small = join(folder, "once.warc.gz");
  const large = join(folder, "twice.warc.gz");
  writeArchive(small, pages, { count });
  writeArchive(large, pages, { count: 2 * count });
  const run = (way: Way, archive: string): Promise<Cost> =>
    measure({ way, archives: [archive], cores: 1, perTask: 1 }, folder, environment);
  const bytes = pages.reduce((sum, page) => sum + page.length, 0) / pages.length;
  const packed = statSync(large).size / (2 * count);
  console.log(
    `${count} and ${2 * count} pages of ${values.data ? "labelled sets" : "the newsroom"}, ${(bytes / 1e3).toFixed(1)} kB a page, ${(packed / 1e3).toFixed(1)} kB packed; medians of ${values.passes} interleaved passes; load ${loadavg()[0]?.toFixed(1)}`,
  );
  const lines: Record<Way, Line[]> = { plain: [], files: [], pages: [] };
  for (let pass = 0; pass < Number(values.passes); pass++)
    for (const way of WAYS) {
      const line = lineOf(await run(way, small), await run(way, large), count);
      lines[way].push(line);
      // A run takes minutes: what is known is told, whatever becomes of the rest.
      console.log(`pass ${pass + 1} ${way.padEnd(5)} ${total(line.pageMs).toFixed(2)} ms of CPU a page`);
    }
  for (const way of WAYS) tell(way, lines[way], lines.plain, count);
  console.log(`load ${loadavg()[0]?.toFixed(1)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
