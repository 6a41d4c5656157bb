import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { DISPLAYS, Page } from "../page/index.ts";
import { layoutOf } from "./index.ts";
import { LaidOut } from "./laid-out.testing.ts";

const BARE = "<style>body{margin:0}*{line-height:20px;font-size:16px}</style>";

const WORDS = "many words that go on for a while ".repeat(30);

describe("blocks", () => {
  test("are placed below each other, inside the margins of the body", () => {
    const page = new LaidOut("<style>div{height:50px}</style><div id=a></div><div id=b></div>");
    expect(page.box("a")).toEqual([8, 8, 984, 50]);
    expect(page.box("b")).toEqual([8, 58, 984, 50]);
  });
  test("keep the larger of two margins that meet, also through a parent", () => {
    const page = new LaidOut(
      `${BARE}<p id=a style="margin:10px 0 30px">x</p><div id=b><p id=c style="margin:20px 0 0">y</p></div>`,
    );
    expect(page.box("a")).toEqual([0, 10, 1000, 20]);
    expect(page.box("b")).toEqual([0, 60, 1000, 20]);
    expect(page.box("c")).toEqual([0, 60, 1000, 20]);
  });
  test("with auto margins are centred, padding and border around the content", () => {
    const page = new LaidOut(
      `${BARE}<div id=a style="width:600px;margin:0 auto;padding:10px;border:2px solid">x</div>`,
    );
    expect(page.box("a")).toEqual([188, 0, 624, 44]);
  });
  test("with the border inside stay as wide as they say, and never wider than they may be", () => {
    const page = new LaidOut(
      `${BARE}<div id=a style="box-sizing:border-box;width:600px;padding:10px">x</div><div id=b style="max-width:50%">y</div>`,
    );
    expect(page.box("a")[2]).toBe(600);
    expect(page.box("b")[2]).toBe(500);
  });
  test("in an inline element make it one", () => {
    const page = new LaidOut(`${BARE}<a id=a>x<div id=b>y</div></a>`);
    expect(page.box("a")).toEqual([0, 0, 1000, 40]);
  });
});

describe("lines", () => {
  test("wrap at the available width", () => {
    const wide = new LaidOut(`${BARE}<p id=a style="margin:0">${WORDS}</p>`).box("a");
    const narrow = new LaidOut(`${BARE}<p id=a style="margin:0;width:250px">${WORDS}</p>`).box("a");
    expect(narrow[3]).toBeGreaterThan(3 * wide[3]);
    expect(wide[3] % 20).toBe(0);
  });
  test("break inside words of scripts that write no spaces, and nowhere else", () => {
    const linesOf = (word: string) =>
      new LaidOut(`${BARE}<div id=a style="width:1px">${word}</div>`).box("a")[3] / 20;
    expect(["harbour", "ნავსადგური", "ท่าเรือเปิดอีกครั้งเช้านี้"].map((word) => linesOf(word) > 1)).toEqual([
      false,
      false,
      true,
    ]);
  });
  test("end at br, and where a text that is kept as written ends one", () => {
    expect(new LaidOut(`${BARE}<div id=a>x<br>y<br>z</div>`).box("a")[3]).toBe(60);
    expect(new LaidOut(`${BARE}<div id=a style="white-space:pre">x\ny\nz</div>`).box("a")[3]).toBe(60);
  });
  test("stay one where they may not wrap", () => {
    expect(new LaidOut(`${BARE}<div id=a style="white-space:nowrap">${WORDS}</div>`).box("a")[3]).toBe(20);
  });
  test("give inline elements the boxes of their own words", () => {
    const page = new LaidOut(`${BARE}<p>before <b id=a>word</b> <i id=b><u id=c>other</u></i></p>`);
    const [left, , width] = page.box("a");
    expect(left).toBeGreaterThan(30);
    expect(width).toBeLessThan(60);
    expect(page.box("b")).toEqual(page.box("c"));
    expect(page.box("b")[0]).toBeGreaterThan(left + width);
  });
  test("are centred, or on the right where text runs from there", () => {
    const centred = new LaidOut(`${BARE}<p align=center><b id=a>word</b></p>`).box("a");
    expect(centred[0] * 2 + centred[2]).toBeCloseTo(1000, -1);
    const page = new LaidOut(`${BARE}<p dir=rtl><b id=a>one</b> <b id=b>two</b></p>`);
    expect(page.box("a")[0] + page.box("a")[2]).toBeCloseTo(1000, -1);
    expect(page.box("b")[0]).toBeLessThan(page.box("a")[0]);
  });
  test("are wider in larger, bolder and Chinese letters", () => {
    const width = (style: string, text: string) =>
      new LaidOut(`<b id=a style="${style}">${text}</b>`).box("a")[2];
    expect(width("font-size:32px", "word")).toBeCloseTo(2 * width("font-size:16px", "word"), -1);
    expect(width("font-weight:400", "word")).toBeLessThan(width("", "word"));
    expect(width("font-weight:400", "字字字字")).toBe(64);
  });
});

describe("floats", () => {
  test("are placed next to the text, which flows around them", () => {
    const page = new LaidOut(
      `${BARE}<div id=f style="float:left;width:400px;height:100px"></div><p id=p style="margin:0"><b id=b>${WORDS}</b></p>`,
    );
    expect(page.box("f")).toEqual([0, 0, 400, 100]);
    expect(page.box("p")[0]).toBe(0);
    const [, , , whole] = page.box("p");
    expect(whole).toBeGreaterThan(new LaidOut(`${BARE}<p id=p>${WORDS}</p>`).box("p")[3]);
  });
  test("make columns, and what clears them comes below", () => {
    const page = new LaidOut(
      `${BARE}<style>#a,#b{height:90px}#a{float:left;width:600px}#b{float:right;width:300px}#c{clear:both}</style>
      <div id=a></div><div id=b></div><div id=c>x</div>`,
    );
    expect(page.box("b")).toEqual([700, 0, 300, 90]);
    expect(page.box("c")).toEqual([0, 90, 1000, 20]);
  });
  test("go below each other where they do not fit next to each other", () => {
    const page = new LaidOut(
      `${BARE}<style>div{float:left;width:600px;height:40px}</style><div id=a></div><div id=b></div>`,
    );
    expect(page.box("b")).toEqual([0, 40, 600, 40]);
  });
  test("are held by a box that hides its overflow, not by others", () => {
    const html = `<div id=a><div style="float:left;width:10px;height:70px"></div></div>`;
    expect(new LaidOut(`${BARE}${html}`).box("a")[3]).toBe(0);
    expect(new LaidOut(`${BARE}<style>#a{overflow:hidden}</style>${html}`).box("a")[3]).toBe(70);
  });
});

describe("tables", () => {
  test("have columns of the widths that their cells state", () => {
    const page = new LaidOut(
      `${BARE}<table id=t width=900 cellspacing=0 cellpadding=0><tr><td id=a width=200>x<td id=b>y<td id=c width=300>z</table>`,
    );
    expect(page.box("t")).toEqual([0, 0, 900, 20]);
    expect(page.box("b")).toEqual([200, 0, 400, 20]);
    expect(page.box("c")).toEqual([600, 0, 300, 20]);
  });
  test("are as wide as their content where they state nothing", () => {
    const [, , width] = new LaidOut(`${BARE}<table id=t><tr><td>word</table>`).box("t");
    expect(width).toBeGreaterThan(30);
    expect(width).toBeLessThan(60);
  });
  test("make cells of a row equally high, and spans as wide and high as they need", () => {
    const page = new LaidOut(
      `${BARE}<table cellspacing=0 cellpadding=0 width=400><tr><td id=a rowspan=2>x<br>x<br>x<br>x<td id=b width=100>y<td id=c width=100>z
      <tr><td id=d colspan=2>v</table>`,
    );
    expect(page.box("d")[2]).toBe(page.box("b")[2] + page.box("c")[2]);
    expect(page.box("d")[3]).toBe(60);
    expect(page.box("b")[3]).toBe(20);
  });
  test("can be made of other elements", () => {
    const page = new LaidOut(
      `${BARE}<style>#t{display:table;width:100%}.c{display:table-cell}#b{width:300px}</style><div id=t><div class=c id=a>${WORDS}</div><div class=c id=b>x</div></div>`,
    );
    expect(page.box("b").slice(0, 3)).toEqual([700, 0, 300]);
    expect(page.box("b")[3]).toBe(page.box("a")[3]);
  });
});

describe("flex boxes and grids", () => {
  test("share the free width by flex-grow, with gaps", () => {
    const page = new LaidOut(
      `${BARE}<style>#f{display:flex;gap:20px}#a{flex:2}#b{flex:1}</style><div id=f><div id=a>x<br>x</div><div id=b>y</div></div>`,
    );
    expect(page.box("a")).toEqual([0, 0, 653, 40]);
    expect(page.box("b")).toEqual([673, 0, 327, 40]);
  });
  test("wrap, and put their items where the style says", () => {
    const page = new LaidOut(
      `${BARE}<style>#f{display:flex;flex-wrap:wrap;justify-content:center}#f div{width:400px;height:30px}</style>
      <div id=f><div id=a></div><div id=b></div><div id=c></div></div>`,
    );
    expect(page.box("b")).toEqual([500, 0, 400, 30]);
    expect(page.box("c")).toEqual([300, 30, 400, 30]);
  });
  test("are placed in columns", () => {
    const page = new LaidOut(
      `${BARE}<style>#f{display:flex;flex-direction:column;align-items:center}</style><div id=f><div id=a style="width:400px">x</div><div id=b>y</div></div>`,
    );
    expect(page.box("a")).toEqual([300, 0, 400, 20]);
    expect(page.box("b")[1]).toBe(20);
  });
  test("of a grid fill its columns row by row", () => {
    const page = new LaidOut(
      `${BARE}<style>#g{display:grid;grid-template-columns:200px 1fr 1fr;gap:10px}#d{grid-column:span 2}</style>
      <div id=g><div id=a>x</div><div id=b>x</div><div id=c>x<br>x</div><div id=d>y</div></div>`,
    );
    expect(page.box("b")).toEqual([210, 0, 390, 40]);
    expect(page.box("d")).toEqual([0, 50, 600, 20]);
  });
  test("of a grid repeat columns as often as they fit", () => {
    const page = new LaidOut(
      `${BARE}<style>#g{display:grid;grid-template-columns:repeat(auto-fill,minmax(300px,1fr))}</style><div id=g><i id=a>x</i><i>x</i><i id=c>x</i><i id=d>x</i></div>`,
    );
    expect(page.box("c").slice(0, 3)).toEqual([667, 0, 333]);
    expect(page.box("d").slice(0, 2)).toEqual([0, 20]);
  });
});

describe("boxes out of the flow", () => {
  test("are placed relative to the nearest positioned ancestor", () => {
    const page = new LaidOut(
      `${BARE}<div style="height:100px"></div><div style="position:relative;height:200px;width:500px">
      <i id=a style="position:absolute;right:10px;top:5px;width:100px">x</i><i id=b style="position:absolute;left:0;bottom:0;height:30px">y</i></div><p id=p>z</p>`,
    );
    expect(page.box("a").slice(0, 3)).toEqual([390, 105, 100]);
    expect(page.box("b")[1]).toBe(270);
  });
  test("are placed relative to the screen when fixed", () => {
    const page = new LaidOut(
      `${BARE}<div style="height:3000px"></div><p id=a style="position:fixed;bottom:0;left:0;margin:0;height:40px">x</p>`,
    );
    expect(page.box("a").slice(0, 2)).toEqual([0, 760]);
  });
  test("that are relative are moved, and nothing else is", () => {
    const page = new LaidOut(
      `${BARE}<p id=a style="position:relative;left:30px;top:-5px;margin:0">x</p><p id=b style="margin:0">y</p>`,
    );
    expect(page.box("a").slice(0, 2)).toEqual([30, -5]);
    expect(page.box("b").slice(0, 2)).toEqual([0, 20]);
  });
});

describe("what is not seen", () => {
  test.each(["display:none", "visibility:hidden", "opacity:0", "height:0;overflow:hidden"])("%s", (style) => {
    const page = new LaidOut(`<div id=a style="${style}">x</div>`);
    expect(page.layout.visible[page.node("a")]).toBe(0);
  });
  test("an element that is not displayed has no box, nor have its children", () => {
    const page = new LaidOut(
      "<div hidden><p id=a>x</p></div><script id=b>1</script><noscript id=c>y</noscript>",
    );
    for (const id of ["a", "b", "c"]) {
      expect(page.box(id)).toEqual([0, 0, 0, 0]);
      expect(DISPLAYS[page.layout.display[page.node(id)] ?? 0]).toBe("none");
    }
  });
});

describe("a picture", () => {
  test("has its stated size, or keeps the aspect ratio at the available width", () => {
    expect(new LaidOut("<img id=a width=300 height=200>").box("a").slice(2)).toEqual([300, 200]);
    const fitted = "<style>img{max-width:100%;height:auto}</style><div style='width:150px'>";
    expect(new LaidOut(`${fitted}<img id=a width=300 height=200>`).box("a").slice(2)).toEqual([150, 100]);
  });
});

test("the size of what sticks out is given, unless it is hidden", () => {
  const html = "<div id=a style='width:100px;height:50px'><div style='width:300px;height:200px'></div></div>";
  const page = new LaidOut(`<style>#b{overflow:hidden}</style><div id=b>${html}</div>`);
  expect(page.layout.scrollWidth[page.node("a")]).toBe(300);
  expect(page.layout.scrollHeight[page.node("a")]).toBe(200);
});

describe("layout of", () => {
  test("a page is laid out once", () => {
    const page = new Page(parseHtml("<p>x"));
    expect(layoutOf(page).source).toBe("estimate");
    expect(layoutOf(page)).toBe(layoutOf(page));
  });

  test("what a browser measured is preferred", () => {
    const document = parseHtml("<p>x");
    const measured = { ...layoutOf(new Page(document)), source: "browser" } as const;
    expect(layoutOf(new Page(document, undefined, measured))).toBe(measured);
  });
});
