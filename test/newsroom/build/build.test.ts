import { describe, expect, test } from "vitest";
import { readTruth } from "./leaves.ts";
import { indent, raw, serialise } from "./serialise.ts";
import { allAs, as, asGroup, asItem, asTitle, el, text, toList } from "./tree.ts";

const LOWER = { doctype: "", tagCase: "lower", spacing: "minified" } as const;

describe("the tree builder", () => {
  test("joins texts that a parser would join and leaves gaps out", () => {
    expect(toList(["a", undefined, ["b", ""]])).toEqual([text("ab")]);
  });

  test("refuses to join texts of different roles", () => {
    expect(() => el("p", {}, as("body", "a"), as("credit", "b"))).toThrow("differ in role");
  });

  test("keeps an inner role and lets a copy lose all of them", () => {
    const node = el("div", {}, as("caption", el("b", {}, "x")));
    const roles = (nodes: ReturnType<typeof as>) =>
      readTruth(el("body", {}, nodes)).leaves.map((leaf) => leaf.role);
    expect(roles(as("image", node))).toEqual(["caption"]);
    expect(roles(allAs("duplicate", as("image", node)))).toEqual(["duplicate"]);
  });
});

describe("serialise", () => {
  test("escapes text and attributes", () => {
    expect(serialise(el("p", { title: 'a "b" & c' }, "1 < 2 & 3"), LOWER)).toBe(
      '<p title="a &quot;b&quot; &amp; c">1 &lt; 2 &amp; 3</p>',
    );
  });

  test("writes void elements without an end and upper case where asked", () => {
    expect(serialise(el("p", {}, el("br", { clear: "all" })), { ...LOWER, tagCase: "upper" })).toBe(
      '<P><BR CLEAR="all"></P>',
    );
  });

  test("a script cannot end itself", () => {
    expect(serialise(raw("script", {}, "'</script>'"), LOWER)).toBe("<script>'<\\/script>'</script>");
  });

  test("puts line breaks between blocks, not into running text", () => {
    const page = indent(el("div", {}, el("p", {}, "a ", el("b", {}, "b"))));
    expect(serialise(page, LOWER)).toBe("<div>\n  <p>a <b>b</b></p>\n</div>");
  });
});

describe("readTruth", () => {
  test("counts white text nodes and siblings of the same tag in paths", () => {
    const body = el(
      "body",
      {},
      el("p", {}, "a"),
      text("\n"),
      el("p", {}, el("br", {}), " ", el("i", {}, "b"), "c"),
    );
    expect(readTruth(body).leaves.map(({ path, text: words }) => [path, words])).toEqual([
      ["/html[1]/body[1]/p[1]/text()[1]", "a"],
      ["/html[1]/body[1]/p[2]/i[1]/text()[1]", "b"],
      ["/html[1]/body[1]/p[2]/text()[2]", "c"],
    ]);
  });

  test("takes a picture as one leaf and no text from scripts", () => {
    const body = el("body", {}, el("picture", {}, el("source", {}), el("img", {})), raw("script", {}, "x"));
    expect(readTruth(body).leaves.map(({ path, kind }) => [path, kind])).toEqual([
      ["/html[1]/body[1]/picture[1]", "media"],
    ]);
  });

  test("finds the title and the deepest node with nearly all of the body", () => {
    const long = "word ".repeat(100);
    const story = el("div", {}, as("body", [el("p", {}, long), el("p", {}, long)]));
    const body = el("body", {}, asTitle(el("h1", {}, "T")), as("standfirst", el("p", {}, "Short.")), story);
    const { titlePath, bodyPath } = readTruth(body);
    expect([titlePath, bodyPath]).toEqual(["/html[1]/body[1]/h1[1]", "/html[1]/body[1]/div[1]"]);
  });

  test("reads groups as a tree with their entries", () => {
    const item = { title: "t", url: "/t", teaser: null, image: null, section: null };
    const inner = asGroup({ label: "in", kind: "section" }, el("ul", {}, asItem(item, el("li", {}, "t"))));
    const [group] = readTruth(
      el("body", {}, asGroup({ label: "out", kind: "section" }, el("div", {}, inner))),
    ).groups;
    expect(group?.label).toBe("out");
    expect(group?.children[0]?.items[0]?.path).toBe("/html[1]/body[1]/div[1]/ul[1]/li[1]");
  });
});
