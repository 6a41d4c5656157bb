import { describe, expect, test } from "vitest";
import { parseHtml, TAG } from "../../html/index.ts";
import { hashText } from "../../text/index.ts";
import { classIds } from "./class-ids.ts";

/** The elements of a body, and the ids of their classes. */
function bodyOf(markup: string) {
  const document = parseHtml(`<body>${markup}`);
  const nodes = Array.from(document.tag.keys()).filter(
    (node) => document.tag[document.parent[node]!] === TAG.body,
  );
  return { nodes, ids: classIds(document) };
}

describe("ids of classes", () => {
  test("are the same for equal classes and differ for others", () => {
    const { nodes, ids } = bodyOf('<p class="a b"></p><p id=x class="a b"></p><p class="b a"></p><p></p>');
    const [first, same, other, none] = nodes.map((node) => ids.of(node));
    expect(same).toBe(first);
    expect(other).not.toBe(first);
    expect(none).toBe(-1);
    expect(nodes.map((node) => ids.of(node))).toEqual([first, same, other, none]);
  });

  test("differ for classes of the same length and hash", () => {
    const classes = ["title-lead-teaser-list-menu-lead-aside", "list-menu-aside-title-teaser-card-body"];
    expect(new Set(classes.map(hashText)).size).toBe(1);
    const { nodes, ids } = bodyOf(classes.map((name) => `<p class="${name}"></p>`).join(""));
    expect(new Set(nodes.map((node) => ids.of(node))).size).toBe(2);
  });

  test("are as many as there are different classes, of thousands", () => {
    const markup = Array.from({ length: 6000 }, (_, at) => `<p class="c${at % 3000}"></p>`).join("");
    const { nodes, ids } = bodyOf(markup);
    const found = nodes.map((node) => ids.of(node));
    expect(new Set(found).size).toBe(3000);
    expect(found.slice(3000)).toEqual(found.slice(0, 3000));
  });

  test("have the same hash where equal classes are written differently", () => {
    const { nodes, ids } = bodyOf(
      '<p class="a&amp;ä 1"></p><p class="a&#38;&auml; 22"></p><p class="a&amp;ä 1">',
    );
    const [first, other, same] = nodes;
    expect(ids.hash(other!)).toBe(ids.hash(first!));
    expect(ids.of(same!)).toBe(ids.of(first!));
  });

  test("of numbered classes differ though their hashes are the same", () => {
    const { nodes, ids } = bodyOf('<p class="item-1"></p><p class="item-22"></p><h2 class="item-1"></h2><p>');
    const [one, other, heading, none] = nodes.map((node) => ids.hash(node));
    expect(ids.of(nodes[0]!)).not.toBe(ids.of(nodes[1]!));
    expect(other).toBe(one);
    expect(new Set([one, heading, none]).size).toBe(3);
  });
});
