import { expect, test } from "vitest";
import { NAME } from "../tags.ts";
import { SVG } from "./names.ts";
import { OpenElements } from "./open-elements.ts";

function openWith(...keys: readonly number[]): OpenElements {
  const open = new OpenElements();
  open.reset(10);
  for (const [node, key] of keys.entries()) open.push(node, key);
  return open;
}

test("a scope ends where the standard says", () => {
  const open = openWith(NAME.html, NAME.body, NAME.p, NAME.button, NAME.div);
  expect(open.hasInScope(NAME.p)).toBe(true);
  expect(open.hasInButtonScope(NAME.p)).toBe(false);
  open.push(5, NAME.table);
  expect(open.hasInScope(NAME.p)).toBe(false);
  expect(open.hasInScope(NAME.table)).toBe(true);
});

test("a foreign element is not the HTML element of the same name, and may end a scope", () => {
  const open = openWith(NAME.html, NAME.body, NAME.p, NAME.svg | SVG, NAME.title | SVG);
  expect(open.highest(NAME.title)).toBe(-1);
  expect(open.highestForeign(NAME.title)).toBe(4);
  expect(open.hasInScope(NAME.p)).toBe(false);
  expect(open.topHtml).toBe(2);
});

test("what is taken out or replaced leaves every level right", () => {
  const open = openWith(NAME.html, NAME.body, NAME.b, NAME.i, NAME.p);
  open.removeAt(2);
  expect([open.levelOf(2), open.levelOf(3), open.levelOf(4)]).toEqual([-1, 2, 3]);
  expect([open.highest(NAME.b), open.highest(NAME.i), open.topSpecial]).toEqual([-1, 2, 3]);
  const keys = Int32Array.of(0, 0, 0, 0, 0, NAME.table, NAME.a);
  open.replace({ from: 1, to: 2 }, [5, 6], keys);
  expect([open.levelOf(1), open.levelOf(5), open.levelOf(6), open.levelOf(4)]).toEqual([-1, 1, 2, 3]);
  expect([open.highest(NAME.i), open.highest(NAME.a), open.scopeLevel]).toEqual([-1, 2, 1]);
});

test("more moves than allowed are PAGE_TOO_DEEP", () => {
  const open = openWith(NAME.html, NAME.body, NAME.b, NAME.i, NAME.p);
  open.removeAt(1);
  expect(() => {
    for (let at = 0; at < 10; at++) open.replace({ from: 1, to: 1 }, [2], Int32Array.of(0, 0, NAME.b));
  }).toThrow(expect.objectContaining({ code: "PAGE_TOO_DEEP" }));
});
