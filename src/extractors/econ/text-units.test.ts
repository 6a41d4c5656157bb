import { expect, test } from "vitest";
import { hasInk } from "../../text/index.ts";
import { INK, PUNCTUATION, textUnits } from "./text-units.ts";

const count = (text: string) =>
  Array.from(text, (unit) => textUnits()[unit.charCodeAt(0)]! & PUNCTUATION).filter((bit) => bit !== 0)
    .length;

test.each([
  ["English", "Dawn came, and they left.", 2],
  ["French", "À l’aube, ils sont partis.", 2],
  ["German", "Bei Tagesanbruch, so hieß es, fuhren sie ab.", 3],
  ["Italian", "All'alba, partirono.", 2],
  ["Portuguese", "Ao amanhecer, partiram.", 2],
  ["Spanish", "Al amanecer, se fueron.", 2],
  ["Russian", "На рассвете, по словам капитана, они ушли.", 3],
  ["Chinese", "黎明时分，他们离开了、走了。", 3],
  ["Chinese in full-width forms", "黎明．他们､走了｡", 3],
  ["Japanese", "夜明けに、船は出た。", 2],
  ["Arabic", "عند الفجر، غادروا.", 2],
  ["Urdu", "وہ چلے گئے۔", 1],
])("counts periods and commas in %s", (_, text, expected) => {
  expect(count(text)).toBe(expected);
});

test("counts periods inside numbers, as the paper does", () => {
  expect(count("3.5 million")).toBe(1);
});

test("counts no other marks", () => {
  expect(count("Why? Because! Yes; no: 'quoted' - done")).toBe(0);
});

test("counts as characters what has ink, and nothing else", () => {
  const inked = Array.from(textUnits().keys()).filter((unit) => hasInk(String.fromCharCode(unit), 0, 1));
  expect(Array.from(textUnits().keys()).filter((unit) => textUnits()[unit]! & INK)).toEqual(inked);
});
