/**
 * `npm run mutants -- src/extractors/fused src/page src/metadata`: doubles and halves named thresholds one at a time, runs the tests of the
 * folder and the golden pages, and lists the thresholds that no test notices. It edits the sources in place and puts them back, so run
 * it on a clean checkout. `--every N` takes each Nth threshold.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ownFiles, ROOT, read } from "../test/layers/sources.ts";

interface Threshold {
  readonly file: string;
  readonly folder: string;
  readonly name: string;
  readonly declaration: string;
  readonly value: number;
}

const DECLARATION = /^(?:export )?const ([A-Z][A-Z0-9_]*) = (-?[\d_.e]+);$/gm;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { every: { type: "string", default: "1" } },
});
if (positionals.length === 0) throw new Error("Name folders of src, such as src/page");
const chosen = positionals.flatMap(thresholdsOf).filter((_, index) => index % Number(values.every) === 0);
let unnoticed = 0;
for (const threshold of chosen) {
  for (const [change, value] of mutantsOf(threshold.value)) {
    if (isNoticed(threshold, value)) continue;
    unnoticed += 1;
    console.log(`${threshold.file}: ${threshold.name} = ${threshold.value} may be ${change}`);
  }
}
console.log(`${unnoticed} of ${2 * chosen.length} changes of ${chosen.length} thresholds go unnoticed`);

function thresholdsOf(folder: string): readonly Threshold[] {
  const sources = ownFiles().filter(
    (file) => file.startsWith(`${folder}/`) && /(?<!\.(?:test|testing|data))\.ts$/.test(file),
  );
  return sources.flatMap((file) =>
    [...read(file).matchAll(DECLARATION)].map(([declaration, name = "", value = ""]) => ({
      file,
      folder,
      name,
      declaration,
      value: Number(value.replaceAll("_", "")),
    })),
  );
}

/** Whole numbers stay whole. */
function mutantsOf(value: number): readonly (readonly [string, number])[] {
  const half = Number.isInteger(value) ? Math.floor(value / 2) : value / 2;
  return [
    ["doubled", value === 0 ? 1 : value * 2],
    ["halved", value === 0 ? -1 : half],
  ];
}

/** Whether a test fails with another value. */
function isNoticed({ file, folder, name, declaration }: Threshold, value: number): boolean {
  const source = read(file);
  const changed = declaration.replace(/= .*;/, `= ${value};`);
  try {
    writeFileSync(
      join(ROOT, file),
      source.replace(declaration, () => changed),
    );
    const tests = [folder, "test/pages.test.ts", "--project", "parts", "--bail", "1"];
    const { status } = spawnSync("npx", ["vitest", "run", ...tests], { cwd: ROOT, stdio: "ignore" });
    if (status === null) throw new Error(`The tests were stopped at ${name}`);
    return status !== 0;
  } finally {
    writeFileSync(join(ROOT, file), source);
  }
}
