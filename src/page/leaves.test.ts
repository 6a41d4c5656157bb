import { describe, expect, test } from "vitest";
import { parseHtml, rawText, tagName } from "../html/index.ts";
import { findBlocks, findLeaves, LEAF_KINDS } from "./leaves.ts";
import { Page } from "./page.ts";

const describeLeaves = (html: string) => {
  const document = parseHtml(html);
  const leaves = findLeaves(document);
  return Array.from(leaves.node, (node, leaf) => ({
    kind: LEAF_KINDS[leaves.kind[leaf]!],
    text: rawText(document, node).trim(),
    isVisible: leaves.visible[leaf] === 1,
    anchor: leaves.anchor[leaf]! < 0 ? "" : tagName(document, leaves.anchor[leaf]!),
  }));
};
const LONG = "A sentence long enough to be the page's own text. ".repeat(20);

describe("leaves", () => {
  test("are the text nodes with ink and the media, in document order", () => {
    const kinds = describeLeaves(
      "<p>a<img> <b>b</b><video><span>no video</span></video>\n&nbsp;<iframe></iframe>",
    );
    expect(kinds.map(({ kind, text }) => (kind === "text" ? text : kind))).toEqual([
      "a",
      "image",
      "b",
      "video",
      "frame",
    ]);
  });

  test("leave out the text of scripts, styles and form data", () => {
    const html = "<script>a</script><style>b</style><textarea>c</textarea><select><option>d</select><p>e";
    expect(describeLeaves(html).map(({ text }) => text)).toEqual(["e"]);
  });

  test("leave out the head", () => {
    expect(describeLeaves("<title>a</title><p>b").map(({ text }) => text)).toEqual(["b"]);
  });

  test("know the anchor around them and forget it after its end", () => {
    expect(describeLeaves("<p>a <a href=x>b <b>c</b></a> d").map(({ anchor }) => anchor)).toEqual([
      "",
      "a",
      "a",
      "",
    ]);
  });

  test("know no anchor that leads nowhere", () => {
    expect(describeLeaves("<p><a name=x>a</a>").map(({ anchor }) => anchor)).toEqual([""]);
  });

  test("are marked unseen where the markup hides them", () => {
    const html = `<p>${LONG}<p hidden>a<p style="display: none">b<p aria-hidden=true>c<template>d</template>`;
    expect(describeLeaves(html).map(({ isVisible }) => isVisible)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  test("in noscript are seen only on a page that shows hardly any other text", () => {
    expect(describeLeaves("<noscript><p>a</p></noscript>").map(({ isVisible }) => isVisible)).toEqual([true]);
    const full = describeLeaves(`<p>${LONG}</p><noscript><p>a</p></noscript>`);
    expect(full.map(({ isVisible }) => isVisible)).toEqual([true, false]);
  });

  test("of a drawing count as one seen leaf, its words as none", () => {
    expect(describeLeaves("<svg><text>a</text></svg>")).toMatchObject([{ kind: "drawing", isVisible: true }]);
  });

  test("are none on an empty page", () => {
    expect(describeLeaves("")).toEqual([]);
  });
});

const PROSE = "The ferry left at dawn, and nobody saw it go. ".repeat(6);
const SHOWN = `<p>${"What the page shows by itself is long enough. ".repeat(20)}</p>`;

const pageOf = (hidden: string) => new Page(parseHtml(SHOWN + hidden));
const reveals = (hidden: string) => {
  const page = pageOf(hidden);
  return page.revealed.leaves.visible.some((seen, leaf) => seen === 1 && page.leaves.visible[leaf] === 0);
};

describe("what a page reveals", () => {
  test.each([
    ["a closed accordion", `<div style="display:none"><p>${PROSE}</p></div>`],
    ["the rest of a story behind a button", `<div hidden>${PROSE}</div>`],
    ["a collapsed answer", `<div aria-hidden=true>${PROSE}</div>`],
    [
      "prose of which a quarter is links",
      `<div hidden><a href=/x>${PROSE}</a><p>${PROSE.repeat(3)}</p></div>`,
    ],
  ])("is %s", (_, hidden) => {
    expect(reveals(hidden)).toBe(true);
  });

  test.each([
    ["a dialog", `<div hidden role=dialog>${PROSE}</div><dialog>${PROSE}</dialog>`],
    ["a menu", `<div hidden>${`<a href=/x>${PROSE}</a>`.repeat(3)}</div>`],
    [
      "text of which two fifths are links",
      `<div hidden><a href=/x>${PROSE.repeat(2)}</a><p>${PROSE.repeat(3)}</p></div>`,
    ],
    ["a list of teasers, half of them links", `<div hidden><a href=/x>${PROSE}</a><p>${PROSE}</p></div>`],
    ["a message", "<div hidden>Copied to the clipboard.</div>"],
    ["a message of three sentences", `<div hidden>${PROSE.slice(0, PROSE.length / 2)}</div>`],
    ["what stands in noscript or a template", `<noscript>${PROSE}</noscript><template>${PROSE}</template>`],
  ])("is not %s", (_, hidden) => {
    expect(reveals(hidden)).toBe(false);
  });

  test("is judged once for a hidden part, however deep its text", () => {
    const page = pageOf(`<div hidden><div><p>${PROSE}</p></div><p>More.</p></div><p>After.</p>`);
    expect([...page.revealed.leaves.visible]).toEqual([1, 1, 1, 1]);
    expect([...page.leaves.visible]).toEqual([1, 0, 0, 1]);
  });

  test("leaves a page without hidden prose as it is, leaf for leaf", () => {
    const page = pageOf("");
    expect(page.revealed).toBe(page);
  });
});

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
