import { expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { pageLosses, sumLosses } from "./losses.ts";

const HTML = `<h2>What the wind did to boats</h2><p>The quay opened on Monday morning.</p><p>It rained for three days.</p>
  <ul><li>Boats came back to the harbour</li></ul>
  <div class=comments><p>I was there and saw it all</p></div><div><a href=/x>More boats than ever before</a></div>`;
const page = new Page(parseHtml(HTML));
const TRUTH = "The quay opened on Monday morning.\nIt rained for three days.\nBoats came back to the harbour";
const losses = (kept: string, truth = TRUTH) => pageLosses(page, truth, kept);
const total = (kept: string, truth = TRUTH) =>
  Object.values(losses(kept, truth)).reduce((sum, lost) => sum + lost, 0);

test("a text that is the truth loses nothing", () => {
  expect(losses(TRUTH)).toEqual({});
});

test("the classes of a page add up to what its F1 lacks", () => {
  // 17 words of truth, 11 kept and shared: F1 = 2 * 11 / 28
  expect(total("The quay opened on Monday morning.\nIt rained for three days.")).toBeCloseTo(1 - 22 / 28);
  expect(total("")).toBe(1);
  expect(total("Something else altogether here")).toBeCloseTo(1);
});

test("what is missing is a lead, a paragraph or a structure", () => {
  expect(losses("It rained for three days.\nBoats came back to the harbour")).toEqual({
    lead: expect.any(Number),
  });
  expect(losses("The quay opened on Monday morning.\nBoats came back to the harbour")).toEqual({
    paragraphs: expect.any(Number),
  });
  expect(losses("The quay opened on Monday morning.\nIt rained for three days.")).toEqual({
    structures: expect.any(Number),
  });
});

test.each([
  ["start", `Menu and sport and weather\n${TRUTH}`],
  ["boxes", TRUTH.replace("\n", "\nBuy our calendar of tides now\n")],
  ["copies", `${TRUTH}\nIt rained for three days.`],
  ["comments", `${TRUTH}\nI was there and saw it all`],
  ["related", `${TRUTH}\nMore boats than ever before`],
  ["promotion", `${TRUTH}\nAll rights reserved by the paper`],
  ["end", `${TRUTH}\nSomething of another kind below`],
  ["others", `${TRUTH}\n${"Something of another kind below ".repeat(40)}`],
] as const)("noise is %s", (name, kept) => {
  expect(losses(kept)).toEqual({ [name]: expect.any(Number) });
});

test("a group of pages has the mean and the number of pages of every class", () => {
  const sum = sumLosses([{ start: 0.2 }, { start: 0.1, end: 0.1 }, {}, {}]);
  expect(sum.find(({ name }) => name === "start")).toEqual({
    name: "start",
    lost: expect.closeTo(0.075),
    pages: 2,
  });
  expect(sum.find(({ name }) => name === "lead")).toEqual({ name: "lead", lost: 0, pages: 0 });
});
