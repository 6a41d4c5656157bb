/**
 * What the first page of a process takes: `galley extract` of one page in a new process, less a Node that does nothing.
 * Needs the build. npm run bench:cold [-- RUNS]
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { median } from "./race.ts";

const ROOT = join(import.meta.dirname, "..");
const COMMAND = join(ROOT, "dist/cli/main.js");
const PAGE = join(ROOT, "examples/harbour.html");
const DEFAULT_RUNS = 15;

const PROCESSES = [
  { name: "node -e 0", args: ["-e", "0"] },
  { name: "galley --version", args: [COMMAND, "--version"] },
  { name: "econ", args: [COMMAND, "extract", PAGE, "--extractor", "econ"] },
  { name: "fused", args: [COMMAND, "extract", PAGE] },
] as const;

function wallMs(args: readonly string[]): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  if (status !== 0) throw new Error(`The process ended with ${status}: ${stderr}`);
  return performance.now() - start;
}

const runs = Number(process.argv[2] ?? DEFAULT_RUNS);
if (!Number.isInteger(runs) || runs < 1 || !existsSync(COMMAND)) {
  console.error("Run npm run build first, then: npm run bench:cold [-- RUNS], a whole number from 1");
  process.exit(1);
}
const times = PROCESSES.map(() => [] as number[]);
// In turn, so that whatever else the machine does falls on all of them.
for (let run = 0; run < runs; run++) {
  for (const [index, { args }] of PROCESSES.entries()) times[index]?.push(wallMs(args));
}
const bare = median(times[0] ?? []);
console.log(`medians of ${runs} runs in turn; node -e 0 takes ${bare.toFixed(0)} ms`);
for (const [index, { name }] of PROCESSES.entries()) {
  if (index > 0) console.log(`${name.padEnd(16)} +${(median(times[index] ?? []) - bare).toFixed(0)} ms`);
}
