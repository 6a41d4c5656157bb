import { expect, test } from "vitest";
import { findData } from "../../src/sets/index.ts";
import { realPages } from "./real-pages.ts";
import { withoutSelectTags } from "./select-tags.ts";
import { isSameAsUtf8, ourLines, parse5Lines } from "./tree-lines.ts";

const SETS = ["wcxb-dev", "fundus-a", "l3s-gn1-a", "daniel-en-zh-pl"];
/** Every nth page is read; `npm run compare:parsers` takes them all. */
const STEP = 20;

test.for(SETS)(
  "pages of %s give the tree that parse5 builds, and the same when read as UTF-8",
  async (set, context) => {
    context.skip(findData() === undefined, "needs the labelled pages (GALLEY_DATA)");
    let compared = 0;
    for await (const { id, html } of realPages(set, STEP)) {
      const page = withoutSelectTags(html);
      // A plain comparison: the report of two unequal trees of a real page would be their whole text.
      expect(ourLines(page).join("\n") === parse5Lines(page).join("\n"), id).toBe(true);
      expect(isSameAsUtf8(html), `${id} as UTF-8`).toBe(true);
      compared++;
    }
    expect(compared).toBeGreaterThan(5);
  },
);
