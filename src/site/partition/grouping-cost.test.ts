import { describe, expect, test } from "vitest";
import { readLeafTree } from "./flat-segments.ts";
import { GroupingCost, Spans } from "./grouping-cost.ts";
import { madeUpPage } from "./made-up.testing.ts";

/** The cost of grouping the first leaf of a page with the second. */
function costOf(body: string, orderShare: number): number {
  const tree = readLeafTree(madeUpPage(body));
  const spans = new Spans(tree, 2);
  spans.setLeaf(0, 0);
  spans.setLeaf(1, 1);
  return new GroupingCost(tree, spans).between(0, 1, orderShare);
}

describe("the cost of grouping two neighbours", () => {
  test("is that of their distance alone for the items of a list, whatever is around each text", () => {
    const distance = Math.sqrt((1 + 1) / (2 * 10));
    expect(costOf("<ul><li><a href=x>a</a></li><li><a href=x>b</a></li></ul>", 1)).toBeCloseTo(distance);
    expect(costOf("<ul><li>a</li><li>b</li></ul><p>c</p>", 1)).toBeCloseTo(distance);
  });

  test("is over the threshold for the ends of two lists", () => {
    const html = "<div><ul><li>a</li></ul><p>x</p></div><div><ul><li>b</li></ul><p>y</p></div>";
    const tree = readLeafTree(madeUpPage(html));
    const spans = new Spans(tree, 2);
    spans.setLeaf(0, 0);
    spans.setLeaf(1, 2);
    expect(new GroupingCost(tree, spans).between(0, 1, 1)).toBeCloseTo(Math.sqrt((2 + 2) / (2 * 10)));
  });

  test("adds one each for names that differ and for paths that are not in order", () => {
    expect(costOf("<h2>a</h2><p>b</p>", 0)).toBeCloseTo(Math.sqrt(0.1) + 1 + 1);
  });

  test("adds half of what the depths of the two differ by", () => {
    const [steps, depths] = [Math.sqrt((1 + 2) / 20), 2 / 3];
    expect(costOf("<p>a</p><div><p>b</p><i>c</i></div>", 0)).toBeCloseTo(steps + 1 + 1 + 0.5 * (1 - depths));
  });
});
