import { expect, test } from "vitest";
import { processorMs } from "../../../test/growth.ts";
import { diffWords } from "./worst-pages.ts";

const marked = (stretches: readonly { text: string; isShared: boolean }[]) =>
  stretches.map(({ text, isShared }) => (isShared ? text : `[${text}]`)).join("");

test("marks what only one text has, and keeps every word with what comes before it", () => {
  const diff = diffWords("The new quay, opened on Monday.", "Menu: the quay opened late on monday");
  expect(marked(diff.a)).toBe("The[ new] quay, opened on Monday");
  expect(marked(diff.b)).toBe("[Menu]: the quay opened[ late] on monday");
});

test("compares Han character by character", () => {
  const diff = diffWords("港口开放", "港口已开放");
  expect(marked(diff.a)).toBe("港口开放");
  expect(marked(diff.b)).toBe("港口[已]开放");
});

test("stops at its limit and says how much is left", () => {
  const diff = diffWords("word ".repeat(3005), "");
  expect(diff.hiddenA).toBe(5);
  expect(diff.hiddenB).toBe(0);
  expect(diff.b).toEqual([]);
});

test("a long row of signs without a word takes no time", () => {
  const tookMs = processorMs(() => {
    expect(diffWords(`quay ${"★".repeat(200_000)}`, "quay").a).toEqual([{ text: "quay", isShared: true }]);
  });
  // A search for a word from every sign on would take minutes.
  expect(tookMs).toBeLessThan(10_000);
});
