import { describe, expect, test } from "vitest";
import { attribute, parseHtml } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import { drawn, type Look, laidOut, pieceAt, viewOf } from "./laid-out.testing.ts";
import { blocksIn, dividePiece, findSeparators, segmentPage } from "./segment-page.ts";

const HTML = `<body id=body><h1 id=head>Ferry</h1>
<div id=main><p id=one>One</p><p id=two>Two</p><p id=three>Three</p></div>
<div id=side><p id=four>Four</p><p id=five>Five</p></div><p id=foot>Six</p>`;
const LOOKS: Readonly<Record<string, Look>> = {
  body: { box: [0, 0, 1000, 1000] },
  head: { box: [0, 0, 1000, 50], fontSize: 32 },
  main: { box: [0, 70, 700, 800] },
  one: { box: [0, 70, 700, 200] },
  two: { box: [0, 290, 700, 200] },
  three: { box: [0, 510, 700, 360] },
  side: { box: [720, 70, 280, 800] },
  four: { box: [720, 70, 280, 100] },
  five: { box: [720, 190, 280, 100] },
  foot: { box: [0, 930, 1000, 70] },
};

describe("the segmentation of a page", () => {
  const tree = (granularity: number) => drawn(segmentPage(laidOut(HTML, LOOKS), { granularity }));

  test("is the whole page at granularity 1", () => {
    expect(tree(1)).toBe("1");
  });

  test("splits at the heaviest separator first, until blocks are coherent enough", () => {
    // Above the foot: 60 px, so 6 off 9. Below the headline: 20 px and another font, 4 off; main is kept at degree 5.
    expect(tree(2)).toBe("1(5 10)");
    expect(tree(5)).toBe("1(5 10)");
    // Main and side are 20 px apart, but no more coherent than main. Side takes up less than a quarter of the page.
    expect(tree(6)).toBe("1(5(10 5(5(10 10 10) 7)) 10)");
  });

  test("goes down to single texts at granularity 10", () => {
    expect(tree(10)).toBe("1(5(10 5(5(10 10 10) 7(10 10))) 10)");
  });

  test("tells where blocks are and what they show", () => {
    const page = laidOut(HTML, LOOKS);
    const [, upper] = blocksIn(segmentPage(page, { granularity: 5 }));
    expect(upper?.box).toEqual({ left: 0, top: 0, right: 1000, bottom: 870 });
    expect(upper?.pieces).toHaveLength(3);
  });

  test("splits overlapping elements, which no separator divides", () => {
    const over: Look = { box: [0, 70, 700, 800] };
    const page = laidOut(HTML, { ...LOOKS, head: over, side: over, foot: over });
    expect(segmentPage(page, { granularity: 10 }).children).toHaveLength(4);
  });

  test.each([0, 11, 2.5, Number.NaN])("is refused at granularity %s", (granularity) => {
    expect(() => segmentPage(laidOut(HTML, LOOKS), { granularity })).toThrow(
      expect.objectContaining({ code: "BAD_OPTION" }),
    );
  });
});

describe("the segmentation of hostile pages", () => {
  const countBlocks = (page: Page) => [...blocksIn(segmentPage(page, { granularity: 10 }))].length;

  test("finds a hundred thousand blocks, with boxes and without", () => {
    const html = "<p>x</p>".repeat(100_000);
    const bare = laidOut(html, {});
    expect(countBlocks(bare)).toBe(100_001);
    const stacked = laidOut(
      html,
      {},
      {
        top: Float32Array.from({ length: bare.document.size }, (_, node) => node * 20),
        width: new Float32Array(bare.document.size).fill(500),
        height: new Float32Array(bare.document.size).fill(20),
      },
    );
    expect(countBlocks(stacked)).toBe(100_001);
  }, 60_000);

  test("ends on text at every one of thousands of levels", () => {
    const depth = 20_000;
    const html = `${"<div>x".repeat(depth)}${"</div>".repeat(depth)}`;
    expect(countBlocks(laidOut(html, {}))).toBeGreaterThan(1);
    expect(countBlocks(new Page(parseHtml(html)))).toBeGreaterThan(1);
  }, 60_000);

  test("ends on boxes that wind inwards, each divided from the rest by one separator only", () => {
    // Separators alternate in direction.
    const count = 400;
    const looks: Record<string, Look> = {};
    let [left, top, right, bottom] = [0, 0, 10_000, 10_000];
    for (let at = 0; at < count; at++) {
      if (at % 2 === 0) looks[`b${at}`] = { box: [left, top, right - left, 10] };
      else looks[`b${at}`] = { box: [left, top, 10, bottom - top] };
      if (at % 2 === 0) top += 20;
      else left += 20;
    }
    const html = Object.keys(looks)
      .map((id) => `<p id=${id}>x</p>`)
      .join("");
    expect(countBlocks(laidOut(html, looks))).toBeLessThan(2 * count);
  });

  test("gives an empty page as one block", () => {
    expect(drawn(segmentPage(new Page(parseHtml("")), { granularity: 10 }))).toBe("10");
  });
});

/** The separators between `p` elements of ids a, b, c: text of one font each. */
function separatorsOf(
  looks: Readonly<Record<string, Look>>,
  direction: "horizontal" | "vertical",
  { between = "", degree = 10 } = {},
) {
  const ids = Object.keys(looks);
  const view = viewOf(ids.map((id) => `<p id=${id}>Ferry</p>`).join(between), looks);
  const pool = ids.map((id) => ({ ...pieceAt(view, id), degree }));
  return findSeparators(view, pool, direction).separators;
}

const weight = (...args: Parameters<typeof separatorsOf>) => separatorsOf(...args)[0]?.weight;

describe("separators", () => {
  const upper: Look = { box: [0, 0, 500, 100] };

  test("are the strips that no piece crosses", () => {
    const stacked = { a: upper, b: { box: [0, 130, 100, 100] }, c: { box: [200, 150, 100, 200] } } as const;
    expect(separatorsOf(stacked, "horizontal").map(({ before }) => before)).toEqual([1]);
    expect(separatorsOf(stacked, "vertical")).toEqual([]);
    const { b, c } = stacked;
    expect(separatorsOf({ b, c }, "vertical")).toEqual([{ before: 1, weight: 8 }]);
  });

  test("divide pieces that touch or overlap by less than a pixel, but none that overlap by more", () => {
    const below = (top: number): Look => ({ box: [0, top, 500, 50] });
    expect(separatorsOf({ a: upper, b: below(100) }, "horizontal")).toHaveLength(1);
    expect(separatorsOf({ a: upper, b: below(99.5) }, "horizontal")).toHaveLength(1);
    expect(separatorsOf({ a: upper, b: below(98) }, "horizontal")).toHaveLength(0);
  });

  test("weigh the more, the wider they are, up to a limit", () => {
    const below = (top: number): Look => ({ box: [0, top, 500, 50] });
    const blocks = { degree: 7 };
    expect(weight({ a: upper, b: below(120) }, "horizontal", blocks)).toBe(2);
    expect(weight({ a: upper, b: below(150) }, "horizontal", blocks)).toBe(5);
    expect(weight({ a: upper, b: below(900) }, "horizontal", blocks)).toBe(8);
  });

  test("weigh less between texts that look alike, and more where the font changes", () => {
    const below: Look = { box: [0, 120, 500, 50] };
    expect(weight({ a: upper, b: below }, "horizontal")).toBe(2 - 2);
    expect(weight({ a: { ...upper, fontSize: 24 }, b: below }, "horizontal")).toBe(2 + 2);
    expect(weight({ a: upper, b: { ...below, fontSize: 24 } }, "horizontal")).toBe(2 + 2 + 2);
  });

  test("weigh more where a rule runs through them or the colour changes", () => {
    const below: Look = { box: [0, 120, 500, 50] };
    expect(weight({ a: upper, b: below }, "horizontal", { between: "<hr>" })).toBe(2 + 6 - 2);
    expect(weight({ a: upper, b: { ...below, background: 0xeeeeeeff } }, "horizontal")).toBe(2 + 4 - 2);
    // White is the default background.
    expect(weight({ a: upper, b: { ...below, background: 0xffffffff } }, "horizontal")).toBe(2 - 2);
  });

  test("between columns ignore fonts and rules", () => {
    const right: Look = { box: [520, 0, 100, 100], fontSize: 30 };
    expect(weight({ a: upper, b: right }, "vertical", { between: "<hr>" })).toBe(2);
    expect(weight({ a: upper, b: { ...right, background: 0x000000ff } }, "vertical")).toBe(2 + 4);
  });
});

/** The result of one round on the element `all`: the id of each piece, or "text", with its degree. */
function pool(html: string, looks: Readonly<Record<string, Look>>): string[] {
  const view = viewOf(html, looks);
  return dividePiece(view, pieceAt(view, "all")).map(({ element, degree }) => {
    const id = element < 0 ? "text" : (attribute(view.document, element, "id") ?? "?");
    return `${id} ${degree}`;
  });
}

const ALL: Look = { box: [0, 0, 100, 1000] };
const half = (top: number): Look => ({ box: [0, top, 100, 500] });

describe("a round of block extraction", () => {
  test("keeps text whole: of one font at the highest degree, of several one below", () => {
    const html = "<div id=all><p id=a>One <i>two</i></p><p id=b>One <b id=bold>two</b></p></div>";
    const bold: Look = { box: [0, 0, 9, 9], fontSize: 20 };
    expect(pool(html, { all: ALL, a: half(0), b: half(500), bold })).toEqual(["a 10", "b 9"]);
  });

  test("skips single-child wrappers and drops invisible content", () => {
    const html = "<div id=all><div><div id=a>One</div><p></p><div><br></div><div id=b>Two</div></div></div>";
    expect(pool(html, { all: ALL, a: half(0), b: half(500) })).toEqual(["a 10", "b 10"]);
  });

  const PARTS = "<p id=c>One</p><p id=d>Two</p>";
  const halves = { all: ALL, a: half(0), b: half(500) };

  test("keeps a box of small parts, the more coherent the smaller it is", () => {
    const html = `<div id=all><div id=a>${PARTS}</div><p id=b>Three</p></div>`;
    const c: Look = { box: [0, 0, 100, 200] };
    const d: Look = { box: [0, 200, 100, 200] };
    expect(pool(html, { ...halves, c, d })).toEqual(["a 6", "b 10"]);
    const small: Look = { box: [0, 0, 100, 250] };
    const [e, f]: Look[] = [{ box: [0, 0, 100, 100] }, { box: [0, 100, 100, 100] }];
    expect(pool(html, { ...halves, a: small, c: e!, d: f! })).toEqual(["a 7", "b 10"]);
    // A list item of the same size is one unit of content.
    const item = html.replace("<div id=a>", "<li id=a>").replace("</div><p id=b>", "</li><p id=b>");
    expect(pool(item, { ...halves, a: small, c: e!, d: f! })).toEqual(["a 8", "b 10"]);
  });

  test("divides a box with a large part", () => {
    const html = `<div id=all><div id=a>${PARTS}</div><p id=b>Three</p></div>`;
    const c: Look = { box: [0, 0, 100, 350] };
    const d: Look = { box: [0, 350, 100, 150] };
    expect(pool(html, { ...halves, c, d })).toEqual(["c 10", "d 10", "b 10"]);
  });

  test("divides at a rule, and where parts stick out of their box", () => {
    const html = `<div id=all><div id=a><p id=c>One</p><hr><p id=d>Two</p></div><p id=b>Three</p></div>`;
    const c: Look = { box: [0, 0, 100, 200] };
    const d: Look = { box: [0, 200, 100, 200] };
    expect(pool(html, { ...halves, c, d })).toEqual(["c 10", "d 10", "b 10"]);
    const plain = html.replace("<hr>", "");
    const low: Look = { box: [0, 0, 100, 300] };
    expect(pool(plain, { ...halves, a: low, c, d })).toEqual(["c 10", "d 10", "b 10"]);
  });

  test("leaves a part of another colour for the next round", () => {
    const html = `<div id=all><div id=a>${PARTS}</div><p id=b>Three</p></div>`;
    const looks = { ...halves, c: half(0), d: half(500) };
    expect(pool(html, looks)).toEqual(["c 10", "d 10", "b 10"]);
    expect(pool(html, { ...looks, a: { ...half(0), background: 0xff0000ff } })).toEqual(["a 6", "b 10"]);
  });

  test("joins inline content between blocks into one piece", () => {
    const html = "<div id=all>One <b>two</b> three<p id=a>Four</p>five <i>six</i></div>";
    expect(pool(html, { all: ALL, a: half(0) })).toEqual(["text 10", "a 10", "text 10"]);
  });

  test("divides to the last where nothing has a size", () => {
    const html = `<div id=all><div id=a>${PARTS}</div><p id=b>Three</p></div>`;
    expect(pool(html, {})).toEqual(["c 10", "d 10", "b 10"]);
  });
});
