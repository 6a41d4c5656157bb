/** Writes the runs of UTF-16 units that the tables of characters are made of, as this Node's Unicode has them. npm run units */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** The sets by name; halves of pairs are of none. */
const SETS = {
  letters: /\p{L}/u,
  marks: /\p{M}/u,
  numbers: /\p{N}/u,
  spaces: /\s/u,
  blanks: /[\s\p{C}]/u,
  signs: /[^\p{L}\p{M}\p{N}]/u,
  capitals: /\p{Changes_When_Lowercased}/u,
  smallLetters: /\p{Changes_When_Uppercased}/u,
} as const;
const FILE = join(import.meta.dirname, "../src/text/unit-runs.data.ts");

function runsOf(set: RegExp): string {
  const steps: string[] = [];
  let last = 0;
  for (let unit = 0, isInside = false; unit <= 0x10000; unit++) {
    const isPart = unit < 0x10000 && (unit < 0xd800 || unit > 0xdfff) && set.test(String.fromCharCode(unit));
    if (isPart === isInside) continue;
    isInside = isPart;
    steps.push((unit - last).toString(36));
    last = unit;
  }
  return steps.join(" ");
}

const runs = Object.entries(SETS).map(([name, set]) => `  ${JSON.stringify(name)}:\n    "${runsOf(set)}",\n`);
writeFileSync(
  FILE,
  `// Written by npm run units, after Unicode ${process.versions.unicode}; a test compares it with the engine's own sets.
/** Where the runs of UTF-16 units of a set begin and end in turn: each as its distance from the one before, to the base 36. */
export const UNIT_RUNS = {
${runs.join("")}} as const;
`,
);
