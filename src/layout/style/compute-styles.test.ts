import { describe, expect, test } from "vitest";
import { DISPLAYS } from "../../page/index.ts";
import { LaidOut } from "../laid-out.testing.ts";

/** What the layout says of the element with the id `a`. */
function styleOf(html: string) {
  const { layout, ...page } = new LaidOut(html);
  const node = new LaidOut(html).node("a");
  return {
    fontSize: layout.fontSize[node],
    fontWeight: layout.fontWeight[node],
    family: layout.families[layout.fontFamily[node] ?? 0],
    color: layout.color[node],
    background: layout.background[node],
    display: DISPLAYS[layout.display[node] ?? 0],
    size: page.document.size,
  };
}

describe("where nothing is said", () => {
  test("a page is as browsers show it", () => {
    expect(styleOf("<p id=a>x")).toMatchObject({
      fontSize: 16,
      fontWeight: 400,
      family: '"Times New Roman"',
      color: 0x000000ff,
      background: 0,
      display: "block",
    });
    expect(styleOf("<h1 id=a>x")).toMatchObject({ fontSize: 32, fontWeight: 700 });
    expect(styleOf("<h2><small><b id=a>x").fontSize).toBeCloseTo(20);
    expect(styleOf("<ul><li id=a>x").display).toBe("list-item");
  });
});

describe("of what is said", () => {
  test("attributes yield to style sheets, those to the element's own style, and all to what is important", () => {
    expect(styleOf("<font id=a color=red>x").color).toBe(0xff0000ff);
    expect(styleOf("<style>font{color:lime}</style><font id=a color=red>x").color).toBe(0x00ff00ff);
    const own = "<font id=a color=red style='color:blue'>x";
    expect(styleOf(`<style>#a{color:lime}</style>${own}`).color).toBe(0x0000ffff);
    expect(styleOf(`<style>font{color:lime!important}</style>${own}`).color).toBe(0x00ff00ff);
  });
  test("children have the font and colour of their parents, not the background", () => {
    const css =
      "<style>div{font:italic bold 20px/1.5 Georgia,serif;color:#123456;background:#fff url(x.png)}</style>";
    expect(styleOf(`${css}<div><p id=a>x`)).toMatchObject({
      fontSize: 20,
      fontWeight: 700,
      family: "Georgia, serif",
      color: 0x123456ff,
      background: 0,
    });
    expect(styleOf(`${css}<div id=a>x`).background).toBe(0xffffffff);
  });
  test("sizes refer to the parent, the root or the screen", () => {
    const css = "<style>html{font-size:62.5%}div{font-size:2rem}p{font-size:1.5em}q{font-size:2vw}</style>";
    expect(styleOf(`${css}<div id=a>x`).fontSize).toBe(20);
    expect(styleOf(`${css}<div><p id=a>x`).fontSize).toBe(30);
    expect(styleOf(`${css}<q id=a>x`).fontSize).toBe(20);
  });
  test("custom properties are substituted, also through other custom properties", () => {
    const css =
      "<style>:root{--b:var(--c,navy);--c:teal}p{color:var(--b);background:var(--none,red)}</style>";
    expect(styleOf(`${css}<p id=a>x`)).toMatchObject({ color: 0x008080ff, background: 0xff0000ff });
  });
  test("floats, items and absolute boxes are blocks", () => {
    for (const style of ["float:left", "position:absolute"]) {
      expect(styleOf(`<i id=a style="${style}">x`).display).toBe("block");
    }
    expect(styleOf("<div style='display:flex'><i id=a>x").display).toBe("block");
  });
  test("what is wrong is passed over, and what is right around it is not", () => {
    expect(
      styleOf("<style>p{color:;;foo;font-size:huge;color:red}}{ p{</style><p id=a style='font-weight'>x"),
    ).toMatchObject({
      color: 0xff0000ff,
      fontSize: 16,
    });
  });
});

describe("a layout is complete", () => {
  test.each([
    ["", true],
    ["<style>p{}</style>", true],
    ["<link rel=stylesheet href=a.css>", false],
    ["<link rel='preload stylesheet' href=a.css media=screen>", false],
    ["<link rel=stylesheet href=a.css media=print>", true],
    ["<link rel='alternate stylesheet' href=a.css>", true],
    ["<link rel=icon href=a.ico>", true],
    ["<style>@import 'a.css';</style>", false],
  ])("with %s: %s", (head, complete) => {
    expect(new LaidOut(`${head}<p>x`).layout.complete).toBe(complete);
  });
});
