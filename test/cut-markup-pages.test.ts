import { expect, test } from "vitest";
import { dataPlaces, findData, findSet, readSet } from "../src/eval/index.ts";
import { cutTreeOf, treeOf } from "../src/html/cut-tree.testing.ts";
import { decodeHtml } from "../src/html/index.ts";

const SETS = ["wcxb-dev", "fundus-a", "l3s-gn1-a", "daniel-en-zh-pl"];
/** One page of so many; GALLEY_EVERY=1 takes them all. */
const STEP = Number(process.env.GALLEY_EVERY ?? 20);

test.for(SETS)("cutting markup leaves the trees of %s as they are", async (set, context) => {
  context.skip(findData() === undefined, "needs the labelled pages (GALLEY_DATA)");
  let at = 0;
  let compared = 0;
  for await (const { label, html } of readSet(
    await findSet(
      set,
      dataPlaces(() => {}),
    ),
  )) {
    if (at++ % STEP !== 0) continue;
    const encoding = label.encoding ?? undefined;
    const source = typeof html === "string" ? html : decodeHtml(html, { encoding }).text;
    // A plain comparison: the report of two unequal trees of a real page would be their whole text.
    expect(cutTreeOf(source).join("\n") === treeOf(source).join("\n"), label.id).toBe(true);
    compared++;
  }
  expect(compared).toBeGreaterThan(5);
});
