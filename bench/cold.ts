/**
 * What the first page of a process takes: `galley extract` of one page in a new process, less a Node that does nothing;
 * and a script that imports the package. npm run bench:cold [-- RUNS]
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildIfStale } from "../scripts/fresh-build.ts";
import { median } from "./race.ts";

const HELP = `What the first page of a process takes, less what a Node takes that does nothing.

  npm run bench:cold         # the least and the median of 15 processes each, in turn
  npm run bench:cold -- 3    # of 3

What runs is the built package. In a first run nothing is kept of what earlier processes compiled.`;

const ROOT = join(import.meta.dirname, "..");
const COMMAND = join(ROOT, "dist/cli/main.js");
const PAGE = join(ROOT, "examples/harbour.html");
const DEFAULT_RUNS = 15;

const LIBRARY = [
  `import { readFileSync } from "node:fs";`,
  `import { extract } from ${JSON.stringify(pathToFileURL(join(ROOT, "dist/index.js")))};`,
  `console.log(extract(readFileSync(${JSON.stringify(PAGE)})).text);`,
].join("\n");
/** As on the very first run: without the compile cache of earlier ones. */
const FIRST_RUN = { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" };

interface Process {
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

const PROCESSES: readonly Process[] = [
  { name: "node -e 0", args: ["-e", "0"] },
  { name: "galley --version", args: [COMMAND, "--version"] },
  { name: "econ", args: [COMMAND, "extract", PAGE, "--extractor", "econ"] },
  { name: "econ, first run", args: [COMMAND, "extract", PAGE, "--extractor", "econ"], env: FIRST_RUN },
  { name: "fused", args: [COMMAND, "extract", PAGE] },
  { name: "fused, first run", args: [COMMAND, "extract", PAGE], env: FIRST_RUN },
  { name: 'import "galley"', args: ["--input-type=module", "-e", LIBRARY] },
];

function wallMs({ args, env = process.env }: Process): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"], env });
  if (status !== 0) throw new Error(`The process ended with ${status}: ${stderr}`);
  return performance.now() - start;
}

if (process.argv.includes("--help")) {
  console.log(HELP);
  process.exit();
}
const runs = Number(process.argv[2] ?? DEFAULT_RUNS);
if (!Number.isInteger(runs) || runs < 1) {
  console.error(
    `bench:cold: BAD_OPTION: RUNS is a whole number from 1, not "${process.argv[2]}". See --help.`,
  );
  process.exit(1);
}
buildIfStale();
const times = PROCESSES.map(() => [] as number[]);
// Interleaved, so that other load on the machine affects all of them.
for (let run = 0; run < runs; run++) {
  for (const [index, each] of PROCESSES.entries()) times[index]?.push(wallMs(each));
}
// The minimum is the cost of the work, the median includes other load on the machine.
const taken = times.map((own) => ({ least: Math.min(...own), middle: median(own) }));
const [bare = { least: 0, middle: 0 }] = taken;
console.log(`the least of ${runs} runs in turn; node -e 0 takes ${bare.least.toFixed(0)} ms`);
for (const [index, { least, middle }] of taken.entries()) {
  if (index === 0) continue;
  const name = PROCESSES[index]?.name.padEnd(16);
  console.log(
    `${name} +${(least - bare.least).toFixed(0)} ms, median +${(middle - bare.middle).toFixed(0)} ms`,
  );
}
