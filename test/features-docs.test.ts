import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BLOCK_FEATURES, FEATURE_FAMILIES } from "../src/page/index.ts";

const DOCUMENT = readFileSync(join(import.meta.dirname, "../docs/features.md"), "utf8");

/** The features listed under a heading. */
function listUnder(heading: string): string[] {
  const section = DOCUMENT.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  return section.split("\n").filter((line) => line.startsWith("- `"));
}

test.each(FEATURE_FAMILIES)(
  "docs/features.md lists every feature of the family %s, in the order of the code",
  (family) => {
    const rows = BLOCK_FEATURES.filter((feature) => feature.family === family).map(
      ({ name, meaning }) => `- \`${unnumbered(name)}\`: ${unnumbered(meaning)}`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(listUnder(family)).toEqual([...new Set(rows)]);
  },
);

/** Features of ancestors and neighbours are told apart by a number; the document has one row for all of them. */
function unnumbered(text: string): string {
  return text.replace(/\b(ancestor|before|after|block)( ?)\d\b/g, "$1$2N");
}
