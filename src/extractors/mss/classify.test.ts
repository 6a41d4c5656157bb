import { expect, test } from "vitest";
import { parseHtml } from "../../html/index.ts";
import { CountTable, TableReader, TableWriter } from "../../model/index.ts";
import { Page } from "../../page/index.ts";
import { ScratchArena } from "../../text/index.ts";
import { makeClassify, OddsTable } from "./classify.ts";
import { TokenFeatures } from "./features.ts";
import { onePageModel } from "./made-up-models.testing.ts";
import { DEFAULT_OPTIONS } from "./supervised.ts";
import { tokenise } from "./tokenise.ts";
import { makeForms } from "./tokens.ts";

const TOTALS = { inside: 100, outside: 200 };

/** Looks up the odds of features with counts of 1 outside and 1, 2, 3... inside. */
function oddsOf(hashes: readonly number[]): (hash: number) => number | undefined {
  const counts = hashes.map((hash, at) => ({ hash, inside: at + 1, outside: 1 }));
  const table = OddsTable.of(new CountTable(counts), { totals: TOTALS, clamp: 1e-6 });
  return (hash) => {
    const index = table.find(hash);
    return index === 0 ? undefined : table.values[index];
  };
}

test("gives how much likelier a feature is outside than inside, and nothing for unknown ones", () => {
  const odds = oddsOf([7, -7, 0]);
  expect([7, -7, 0].map(odds)).toEqual([0.5, 0.25, 1 / 200 / (3 / 100)]);
  expect([1, 8, -8].map(odds)).toEqual([undefined, undefined, undefined]);
});

test("gives chances to be inside where odds to begin with are given", () => {
  const table = new CountTable([{ hash: 5, inside: 10, outside: 60 }]);
  const { values } = OddsTable.of(table, { totals: TOTALS, clamp: 1e-6, prior: 2 });
  expect([...values]).toEqual([1 / 3, expect.closeTo(1 / 7)]);
});

test("gives a feature that was never seen on one side the probability of the clamp", () => {
  const table = new CountTable([{ hash: 5, inside: 0, outside: 20 }]);
  const { values } = OddsTable.of(table, { totals: TOTALS, clamp: 0.01 });
  expect([...values]).toEqual([1, expect.closeTo(10)]);
});

test("finds all features where hashes collide", () => {
  const colliding = Array.from({ length: 100 }, (_, at) => at << 16);
  const odds = oddsOf(colliding);
  expect(colliding.map(odds)).toEqual(colliding.map((_, at) => 1 / 200 / ((at + 1) / 100)));
  expect(odds(100 << 16)).toBeUndefined();
});

test("is as it was after it was stored, unless features collide", () => {
  const table = new CountTable([1, 2, 3].map((hash) => ({ hash, inside: hash, outside: 1 })));
  const file = new TableWriter();
  const written = OddsTable.of(table, { totals: TOTALS, clamp: 1e-6, prior: 1 });
  written.store(file);
  const { bytes, stamp } = file.finish();
  const read = OddsTable.restore(TableReader.of(bytes, stamp)!);
  expect(read).toEqual(written);
  expect([1, 2, 3, 4].map((hash) => read.find(hash))).toEqual([1, 2, 3, 0]);
  const colliding = Array.from({ length: 100 }, (_, at) => ({ hash: at << 16, inside: 1, outside: 1 }));
  const full = OddsTable.of(new CountTable(colliding), { totals: TOTALS, clamp: 1e-6 });
  expect(() => full.store(file)).toThrow("colliding");
});

test("finds nothing where the table is empty", () => {
  expect(oddsOf([])(0)).toBeUndefined();
});

const TAGS = ["body", "p", "a", "li", "ul"];
const MODEL = onePageModel({
  html: "<ul><li><a>Home page</a></li></ul><p>The ferry left at dawn today.</p><ul><li>a b</ul>",
  tags: TAGS,
  firstWord: "The",
  lastWord: "today",
});

test.each(["", "word", "<p>The ferry left at dawn, five</p><br><p>six", "<ul><li>a b c d e f<li>.</ul>"])(
  "looks up the trigram of each token, else the coarse one, else that of classes: %j",
  (body) => {
    const tokens = tokenise(new Page(parseHtml(`<html lang=en><body>${body}`)), makeForms(new Set(TAGS)));
    const features = new TokenFeatures(tokens);
    const { totals, tables } = MODEL;
    const { clamp } = DEFAULT_OPTIONS;
    const [exact, coarse, classes] = (["trigram", "coarse trigram", "class trigram"] as const).map((name) =>
      OddsTable.of(tables[name], { totals, clamp, prior: 1 }),
    );
    const expected = Array.from({ length: tokens.count }, (_, at) => {
      const own = exact!.find(features.trigram(at));
      if (own > 0) return exact!.values[own];
      const coarser = coarse!.find(features.coarseTrigram(at));
      return coarser > 0
        ? coarse!.values[coarser]
        : classes!.values[classes!.find(features.classTrigram(at))];
    });
    expect([...makeClassify(MODEL, DEFAULT_OPTIONS)(tokens, new ScratchArena())]).toEqual(expected);
  },
);
