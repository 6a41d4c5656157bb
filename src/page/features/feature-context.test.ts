import { describe, expect, test } from "vitest";
import { parseHtml, tagName } from "../../html/index.ts";
import { ScratchArena } from "../../text/index.ts";
import { Page } from "../page.ts";
import { readTexts } from "./block-features.ts";
import { makeContext } from "./feature-context.ts";

const skeletonOf = (html: string) => {
  const page = new Page(parseHtml(html));
  const scratch = new ScratchArena();
  const { skeleton } = makeContext(page, readTexts(page, scratch).texts, scratch);
  const names = Array.from(skeleton.node, (node) => tagName(page.document, node));
  return { ...skeleton, names };
};

describe("the skeleton", () => {
  test("holds the containers of blocks and what is around them, nothing else", () => {
    const { names, depth } = skeletonOf("<section><p>a <b>b</b></p><div></div></section>");
    expect(names).toEqual(["", "html", "body", "section", "p"]);
    expect(Array.from(depth)).toEqual([0, 1, 2, 3, 4]);
  });

  test("knows the blocks inside each element", () => {
    const { firstBlock, endBlock, ofBlock } = skeletonOf("<div>a<p>b</p>c</div><p>d</p>");
    expect(Array.from(firstBlock)).toEqual([0, 0, 0, 0, 1, 3]);
    expect(Array.from(endBlock)).toEqual([4, 4, 4, 3, 2, 4]);
    expect(Array.from(ofBlock)).toEqual([3, 4, 3, 5]);
  });

  test("leads up past elements that hold no more text", () => {
    const { names, grown } = skeletonOf("<section><div><p>a</p></div><p><img src=x></p><p>b</p></section>");
    expect(names.slice(3)).toEqual(["section", "div", "p", "p", "p"]);
    expect(Array.from(grown.slice(3))).toEqual([-1, 3, 3, 3, 3]);
  });

  test("is empty where a page has no blocks", () => {
    expect(skeletonOf("").count).toBe(0);
  });
});
