import { expect, test } from "vitest";
import { parseHtml } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import { INSIDE_WIDTH } from "./lean-context.ts";
import { LEAN_FEATURES, LeanRows } from "./lean-rows.ts";

const SENTENCE = "The ferry sails again from Saturday, the harbour office said, after two years of repairs. ";
const HTML = `<title>Ferry sails again - The Post</title><body><nav><ul><li><a href=/a>News</a><li><a href=/b>Sport</a></ul></nav>
<main><article><h1>Ferry sails again</h1><p>${SENTENCE.repeat(3)}<p>${SENTENCE.repeat(2)}<h2>Why</h2><p>${SENTENCE}</article></main>
<footer><p>Contact</footer>`;

/** What is known of a block by the names of features. */
function rowsOf(html: string): readonly Readonly<Record<string, number>>[] {
  const rows = new LeanRows(new Page(parseHtml(html)));
  const values = new Float32Array(LEAN_FEATURES.length);
  const found = Array.from({ length: rows.measures.count }, (_, at) => {
    rows.write(at, values, 0);
    return Object.fromEntries(LEAN_FEATURES.map((name, column) => [name, values[column]!]));
  });
  rows.release();
  return found;
}

test("has a value or NaN in every column, and no name twice", () => {
  const rows = rowsOf(HTML);
  expect(rows).toHaveLength(8);
  expect(new Set(LEAN_FEATURES).size).toBe(LEAN_FEATURES.length);
  expect(rows.every((row) => Object.values(row).every((value) => Math.abs(value) !== Infinity))).toBe(true);
});

test("tells text from menus", () => {
  const [menu, , , story] = rowsOf(HTML);
  expect(menu).toMatchObject({
    "own.linkShare": 1,
    "own.links": 1,
    "in.nav": 1,
    "in.article": 0,
    "own.sentences": 0,
  });
  expect(story).toMatchObject({
    "own.linkShare": 0,
    "own.sentences": 3,
    "own.commas": 6,
    "in.nav": 0,
    "in.article": 1,
  });
});

test("finds the headline by the title in the head", () => {
  const rows = rowsOf(HTML);
  expect(rows[2]!["title.similarity"]).toBeCloseTo(3 / 5);
  expect(rows.map((row) => row["title.blocksAfter"])).toEqual([-2, -1, 0, 1, 2, 3, 4, 5]);
  expect(rows[3]!["title.stepsUp"]).toBe(1);
  expect(rows[0]!["title.commonDepth"]).toBeLessThan(rows[3]!["title.commonDepth"]!);
});

test("describes the ancestors whose blocks grow in number, for siblings alike", () => {
  const rows = rowsOf(HTML);
  expect(rows[3]!["ancestor1.blocks"]).toBe(5);
  expect(rows[3]!["ancestor2.blocks"]).toBe(8);
  expect(rows[3]!["ancestor3.blocks"]).toBeNaN();
  for (const name of LEAN_FEATURES.filter((own) => own.startsWith("ancestor")))
    expect(rows[4]![name]).toBe(rows[3]![name]);
});

test("describes places, neighbours and blocks with the same path", () => {
  const rows = rowsOf(HTML);
  expect(rows[3]).toMatchObject({
    "position.headingBefore": 1,
    "position.headingAfter": 2,
    "before1.isSamePath": 0,
  });
  expect(rows[4]).toMatchObject({ "before1.isSamePath": 1, "path.blocks": 3 });
  expect(rows[0]!["before1.words"]).toBeNaN();
  expect(rows[3]!["position.runWords"]).toBe(rows[3]!["own.words"]! + rows[4]!["own.words"]!);
});

test("tells which blocks are inside of the ancestors of each, however many share them", () => {
  const rows = new LeanRows(new Page(parseHtml(HTML)));
  const { count, inside } = rows.placed;
  const values = new Float32Array(LEAN_FEATURES.length);
  for (let at = 0; at < count; at++) rows.write(at, values, 0);
  const of = (at: number) => [...inside.subarray(at * INSIDE_WIDTH, (at + 1) * INSIDE_WIDTH)];
  for (const paragraph of [3, 4, 6]) expect(of(paragraph)).toEqual([2, 7, 0, 8, -1, -1, -1, -1]);
  expect(of(0)).toEqual([0, 2, 0, 8, -1, -1, -1, -1]);
  rows.release();
});
