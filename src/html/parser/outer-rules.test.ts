import { describe, expect, test } from "vitest";
import { treeShape } from "./tree-shape.testing.ts";

describe("head rules", () => {
  test.each([
    ["", "html(head body)"],
    ["<!doctype html>x", `html(head body("x"))`],
    ["<title>a</title>b", `html(head(title("a")) body("b"))`],
    ["<html><head><meta><link></head><body>", "html(head(meta link) body)"],
    ["<head></head>\n<body>a", `html(head "\n" body("a"))`],
  ])("html, head and body are there whether a page has their tags or not: %s", (html, shape) => {
    expect(treeShape(html)).toBe(shape);
  });

  test("what belongs into the head goes there even after its end", () => {
    expect(treeShape("<head></head><title>a</title><body>b")).toBe(`html(head(title("a")) body("b"))`);
    expect(treeShape("<body>a<title>b</title>")).toBe(`html(head body("a" title("b")))`);
  });

  test("the first tag that the head cannot hold ends it, spaces do not", () => {
    expect(treeShape("<head> <meta><p>a<link>")).toBe(`html(head(" " meta) body(p("a" link)))`);
  });

  test("a second head tag is nothing, a second body tag only attributes", () => {
    expect(treeShape("<head><head><meta></head><body><body class=a><p>b")).toBe(
      `html(head(meta) body(p("b")))`,
    );
  });

  test("what comes after the end of the page is put into its body", () => {
    expect(treeShape("<p>a</body></html><p>b")).toBe(`html(head body(p("a") p("b")))`);
    expect(treeShape("<p>a</p></body> </html> ")).toBe(`html(head body(p("a") "  "))`);
  });

  test("without scripts a noscript of the head holds links and ends at the first thing else", () => {
    expect(treeShape("<head><noscript><link><style>a</style></noscript><meta>")).toBe(
      `html(head(noscript(link style("")) meta) body)`,
    );
    expect(treeShape("<head><noscript><p>a")).toBe(`html(head(noscript) body(p("a")))`);
  });
});

describe("frameset rules", () => {
  test("a frameset takes the body's place as long as the body is empty", () => {
    expect(treeShape("<frameset><frame><frame></frameset>")).toBe("html(head frameset(frame frame))");
    expect(treeShape("<p></p><frameset><frame>")).toBe("html(head frameset(frame))");
    expect(treeShape("<p>1<frameset><frame>")).toBe(`html(head body(p("1")))`);
  });

  test("frames hold nothing but frames, spaces and a noframes, which is text", () => {
    expect(treeShape("<frameset> 1<p><frame><noframes><p>2</noframes></frameset> 3")).toBe(
      `html(head frameset(" " frame noframes("<p>2")) " ")`,
    );
  });
});
