import { expect, test } from "vitest";
import { parseHtml } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import { ANY_WORD, joinThree, TokenFeatures } from "./features.ts";
import { makeForms } from "./forms.ts";
import { tokenise } from "./tokenise.ts";
import type { Tokens } from "./tokens.ts";
import { putCoarse, putTrigrams } from "./trigram-hashes.ts";

const AMONG_WORDS = joinThree(ANY_WORD, ANY_WORD, ANY_WORD);

const PAGES = ["", "word", "<p>one two three four, five</p><br><p>six", "<ul><li>a b c d e f<li>.</ul>"].map(
  (body): Tokens => tokenise(new Page(parseHtml(`<html lang=en><body>${body}`)), makeForms(undefined)),
);

test.each(PAGES)("trigrams of all tokens are those of each: page %#", (tokens) => {
  const features = new TokenFeatures(tokens);
  const hashes = new Int32Array(tokens.count);
  putTrigrams(tokens, hashes);
  expect([...hashes]).toEqual(Array.from(hashes, (_, at) => features.trigram(at)));
});

test.each(PAGES)("coarse trigrams are those of the tokens never seen, and no others: page %#", (tokens) => {
  const coarser = new TokenFeatures(tokens);
  // Every third was seen.
  const seen = Int32Array.from({ length: tokens.count }, (_, at) => (at % 3 === 0 ? 7 : 0));
  const unseen = [...seen.keys()].filter((at) => seen[at] === 0);
  const places = new Int32Array(tokens.count);
  const features = seen.slice();
  const values = new Float64Array(tokens.count);
  const count = putCoarse(tokens, { features, places, values }, undefined);
  expect([...places.subarray(0, count)]).toEqual(unseen);
  expect([...features.subarray(0, count)]).toEqual(unseen.map((at) => coarser.coarseTrigram(at)));
  expect(values.every((value) => value === 0)).toBe(true);
});

test.each(PAGES)("words among words have their value at once, where it is known: page %#", (tokens) => {
  const coarser = new TokenFeatures(tokens);
  const all = [...new Int32Array(tokens.count).keys()];
  const isAmongWords = (at: number) => coarser.coarseTrigram(at) === AMONG_WORDS;
  const places = new Int32Array(tokens.count);
  const values = new Float64Array(tokens.count);
  const found = { features: new Int32Array(tokens.count), places, values };
  const count = putCoarse(tokens, found, 0.25);
  expect([...places.subarray(0, count)]).toEqual(all.filter((at) => !isAmongWords(at)));
  expect([...values]).toEqual(all.map((at) => (isAmongWords(at) ? 0.25 : 0)));
});
