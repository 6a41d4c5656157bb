import { describe, expect, test } from "vitest";
import { parseHtml, rawText, tagName } from "../html/index.ts";
import { findLeaves, LEAF_KINDS } from "./leaves.ts";

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
