import { describe, expect, test } from "vitest";
import { parseHtml, rawText, tagName } from "../html/index.ts";
import { findBlocks } from "./blocks.ts";
import { findLeaves } from "./leaves.ts";

const describeBlocks = (html: string) => {
  const document = parseHtml(html);
  const leaves = findLeaves(document);
  const blocks = findBlocks(document, leaves);
  const texts = Array.from(leaves.node, (node) => rawText(document, node).trim());
  expect(Array.from(blocks.ofLeaf)).toHaveLength(leaves.count);
  return Array.from({ length: blocks.count }, (_, block) => {
    const [from, to] = [blocks.firstLeaf[block]!, blocks.firstLeaf[block + 1]!];
    for (let leaf = from; leaf < to; leaf++) expect(blocks.ofLeaf[leaf]).toBe(block);
    return [tagName(document, blocks.container[block]!), ...texts.slice(from, to)].join(" ");
  });
};

describe("blocks", () => {
  test("join the inline pieces of one paragraph", () => {
    expect(describeBlocks("<p>a <b>b</b> <i><u>c</u></i></p><p>d</p>")).toEqual(["p a b c", "p d"]);
  });

  test("are cut where a block element opens or closes inside another", () => {
    expect(describeBlocks("<div>a<p>b</p>c</div>")).toEqual(["div a", "p b", "div c"]);
  });

  test("are cut by a rule and by two line breaks, not by one", () => {
    expect(describeBlocks("<div>a<br>b<br> <br>c<hr>d</div>")).toEqual(["div a b", "div c", "div d"]);
  });

  test("give list items and cells a block each", () => {
    expect(describeBlocks("<ul><li>a<li>b</ul><table><tr><td>c<td>d</table>")).toEqual([
      "li a",
      "li b",
      "td c",
      "td d",
    ]);
  });

  test("are none on an empty page", () => {
    expect(describeBlocks("")).toEqual([]);
  });

  test("survive deep nesting", () => {
    expect(describeBlocks(`${"<div>".repeat(20_000)}a`)).toEqual(["div a"]);
  });
});
