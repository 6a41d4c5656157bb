import { expect, test } from "vitest";
import { labelOf } from "./label.testing.ts";
import { isChosen, readChoice } from "./page-choice.ts";

test("reads a set, a page type and a step", () => {
  expect(readChoice("wcxb-dev:article@4")).toEqual({ set: "wcxb-dev", pageType: "article", every: 4 });
  expect(readChoice("folder/of/set@2")).toEqual({ set: "folder/of/set", pageType: undefined, every: 2 });
  expect(readChoice("big9")).toEqual({ set: "big9", pageType: undefined, every: 1 });
});

test("takes pages of the type among every Nth of the index", () => {
  const choice = readChoice("x:article@2");
  const labels = ["article", "article", "forum", "article", "article"].map((pageType) =>
    labelOf({ pageType }),
  );
  expect(labels.map((label, at) => isChosen(choice, label, at))).toEqual([true, false, false, false, true]);
});

test("leaves out pages without a body and those of which only the beginning is known", () => {
  const choice = readChoice("x");
  expect(isChosen(choice, labelOf({}, { body: null }), 0)).toBe(false);
  expect(isChosen(choice, labelOf({}, { bodyIsPrefix: true }), 0)).toBe(false);
});
