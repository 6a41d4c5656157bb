import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { RULES } from "./rules.ts";

const docs = readFileSync(new URL("../../docs/metadata.md", import.meta.url), "utf8");

/** The first two columns of the table under a field's heading. */
function documented(field: string): readonly (readonly string[])[] {
  const part = docs.split(/^## /m).find((section) => section.startsWith(`${field}\n`)) ?? "";
  return [...part.matchAll(/^\| ([a-z0-9-]+) \| (\d\.\d+) \|/gm)].map(([, name = "", confidence = ""]) => [
    name,
    confidence,
  ]);
}

describe.each(Object.entries(RULES))("%s", (field, rules) => {
  test("has the rules of docs/metadata.md, in that order", () => {
    expect(documented(field)).toEqual(rules.map(([name, confidence]) => [name, confidence.toFixed(2)]));
  });

  test("names each rule once and trusts it within 0 and 1", () => {
    expect(new Set(rules.map(([name]) => name)).size).toBe(rules.length);
    for (const [, confidence] of rules) expect(confidence > 0 && confidence < 1).toBe(true);
  });
});
