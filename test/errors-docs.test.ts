import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { WARNINGS } from "../src/article/index.ts";
import { FAILURES } from "../src/errors/index.ts";
import { SITE_WARNINGS } from "../src/site/index.ts";

const DOCUMENT = readFileSync(join(import.meta.dirname, "../docs/errors.md"), "utf8");

/** The items of the list under a heading. */
function listUnder(heading: string): string[] {
  const section = DOCUMENT.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  return section.split("\n").filter((line) => line.startsWith("- `"));
}

test("docs/errors.md lists every failure with its retry and its help, in the order of the code", () => {
  const items = Object.entries(FAILURES).map(
    ([code, { retry, help }]) => `- \`${code}\`${retry ? " (retry)" : ""}: ${help}`,
  );
  expect(listUnder("Failures")).toEqual(items);
});

test.each([
  ["Warnings", WARNINGS],
  ["Warnings of a site", SITE_WARNINGS],
] as const)(
  "docs/errors.md lists under %s every warning with its words, in the order of the code",
  (heading, warnings) => {
    const items = Object.entries(warnings).map(([code, words]) => `- \`${code}\`: ${words}`);
    expect(listUnder(heading)).toEqual(items);
  },
);
