import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { METRICS } from "./metric-ids.data.ts";

test("every metric has its line in docs/evaluation.md, under its heading and its name", () => {
  const docs = readFileSync(new URL("../../docs/evaluation.md", import.meta.url), "utf8");
  const missing = Object.entries(METRICS).filter(
    ([id, { heading }]) => !docs.includes(`\n| ${heading} | \`${id}\` | `),
  );
  expect(missing).toEqual([]);
});
