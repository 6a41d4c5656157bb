import { expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { KeptText } from "./kept-text.ts";

test.each(["tide", "  tide\n", "\u00a0tide ", "tide \ufeff", "\u3000潮\u2003", "é", "\u200bx"])(
  "white space of any kind at the ends of %j does not count",
  (shown) => {
    const page = new Page(parseHtml(`<p>${shown}</p>`));
    const text = new KeptText(page, new Uint8Array(page.leaves.count).fill(1));
    expect(text.length([...page.leaves.node.keys()])).toBe(shown.trim().length);
  },
);

test("pictures show no characters", () => {
  const page = new Page(parseHtml("<p>tide<img src=a.jpg>ebb</p>"));
  const text = new KeptText(page, new Uint8Array(page.leaves.count).fill(1));
  expect(page.leaves.count).toBe(3);
  expect(text.length([0, 1, 2])).toBe(7);
});
