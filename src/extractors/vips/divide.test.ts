import { describe, expect, test } from "vitest";
import { attribute } from "../../html/index.ts";
import { dividePiece } from "./divide.ts";
import { type Look, pieceAt, viewOf } from "./laid-out.testing.ts";

/** What one round makes of the element `all`: the id of each piece, or "text", with its degree. */
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
