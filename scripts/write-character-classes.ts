/** Writes the sets of UTF-16 code units that all tables of characters are made from, as this Node's Unicode has them. npm run units */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** The sets by name; lone surrogates are in none. */
const SETS = {
  letters: { pattern: /\p{L}/u, says: "Letters." },
  marks: { pattern: /\p{M}/u, says: "Marks that combine with letters." },
  numbers: { pattern: /\p{N}/u, says: "Digits and other numbers." },
  spaces: { pattern: /\s/u, says: "White space." },
  blanks: { pattern: /[\s\p{C}]/u, says: "White space, controls and unassigned characters." },
  signs: { pattern: /[^\p{L}\p{M}\p{N}]/u, says: "All but letters, marks and numbers." },
  capitals: { pattern: /\p{Changes_When_Lowercased}/u, says: "Characters with another form in lower case." },
  smallLetters: {
    pattern: /\p{Changes_When_Uppercased}/u,
    says: "Characters with another form in upper case.",
  },
} as const;
const FILE = join(import.meta.dirname, "../src/text/character-classes.data.ts");

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

const sets = Object.entries(SETS).map(
  ([name, { pattern, says }]) => `\n/** ${says} */\nexport const ${name} =\n  "${runsOf(pattern)}";\n`,
);
writeFileSync(
  FILE,
  `/**
 * Sets of UTF-16 units: where their runs begin and end in turn, each as its distance from the one before, to the base 36.
 * Written by npm run units. Each is a value of its own, so that a bundler takes those that are used.
 */

/** The Unicode whose sets they are. */
export const unicode = "${process.versions.unicode}";
${sets.join("")}`,
);
