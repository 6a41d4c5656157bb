import { expect, test } from "vitest";
import { parseHtml } from "../../html/index.ts";
import { Page, REASONS, type Reason, reasonCode } from "../../page/index.ts";
import { keepLikeliest } from "./likeliest.ts";

type Judged = readonly [score: number, reason: Reason];

/** What becomes of leaves with these scores and reasons. */
function kept(judged: readonly Judged[]): Judged[] {
  const page = new Page(parseHtml(judged.map((_, at) => `<p>${at}</p>`).join("")));
  const { scores, reasons } = keepLikeliest(page, {
    scores: Float32Array.from(judged, ([score]) => score),
    reasons: Uint8Array.from(judged, ([, reason]) => reasonCode(reason)),
  });
  return [...scores].map((score, leaf) => [Number(score.toPrecision(3)), REASONS[reasons[leaf]!]!]);
}

test("where nothing is kept, what is half as likely as the likeliest is", () => {
  const judged = [0.4, 0.19, 0.21].map((score) => [score, "weighed as no body"] as const);
  expect(kept(judged)).toEqual([
    [0.5, "likeliest of the page"],
    [0.19, "weighed as no body"],
    [0.5, "likeliest of the page"],
  ]);
});

test("an answer with text stays as it is", () => {
  const judged: Judged[] = [
    [0.4, "weighed as no body"],
    [0.6, "weighed as body"],
  ];
  expect(kept(judged)).toEqual(judged);
});

test("nothing is made of what is hidden or most unlikely", () => {
  const judged: Judged[] = [
    [0.04, "weighed as no body"],
    [0, "hidden"],
  ];
  expect(kept(judged)).toEqual(judged);
});
