import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MOST_GROWTH, timeGrowth } from "../../test/growth.ts";
import { hashText, words } from "../text/index.ts";
import { alignWords } from "./align-words.ts";

function hashes(text: string): Int32Array {
  return Int32Array.from(words(text), hashText);
}

/** The words of the page that were matched, others as dots. */
function matched(page: string, truth: string): string {
  const found = alignWords(hashes(page), hashes(truth));
  return words(page)
    .map((word, at) => (found[at]! >= 0 ? word : "."))
    .join(" ");
}

describe("the alignment of words", () => {
  test("finds a body among other text", () => {
    expect(matched("home news the ferry left at dawn again more", "The ferry left at dawn again")).toBe(
      ". . the ferry left at dawn again .",
    );
  });

  test("goes on after a word that only one of the two has", () => {
    expect(
      matched("one two three four x five six seven eight", "one two three four five six y seven eight"),
    ).toBe("one two three four . five six seven eight");
  });

  test("finds short pieces between long ones, in their order", () => {
    const page = "a b c d e yes f g h i j";
    expect(matched(page, "a b c d e yes f g h i j")).toBe(page);
    expect(matched("yes a b c d e no f g h i j", "a b c d e yes f g h i j")).toBe(". a b c d e . f g h i j");
  });

  test("gives what is on the page twice to the longer run", () => {
    expect(matched("c d e f x x a b c d e f g h", "a b c d e f g h")).toBe(". . . . . . a b c d e f g h");
    expect(matched("a b c d e f g h x x c d e f", "a b c d e f g h")).toBe("a b c d e f g h . . . . . .");
  });

  test("gives what is in the truth twice as well to both", () => {
    const page = "a b c d e x a b c d e";
    expect(matched(page, "a b c d e a b c d e")).toBe("a b c d e . a b c d e");
  });

  test("finds runs out of order, but no single words", () => {
    expect(matched("m n o p q a b c d e f", "a b c d e f m n o p q")).toBe("m n o p q a b c d e f");
    expect(matched("q a b c d e f", "a b c d e f q")).toBe(". a b c d e f");
  });

  test("finds a truth of one word and none of none", () => {
    expect(matched("home gone news", "Gone")).toBe(". gone .");
    expect(matched("home news", "")).toBe(". .");
    expect(matched("", "gone")).toBe("");
  });

  test("gives every word of the truth to one equal word of the page at most", () => {
    const text = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 60 });
    fc.assert(
      fc.property(text, text, (page, truth) => {
        const found = alignWords(Int32Array.from(page), Int32Array.from(truth));
        const used = Array.from(found).filter((place) => place >= 0);
        expect(new Set(used).size).toBe(used.length);
        found.forEach((place, at) => {
          if (place >= 0) expect(truth[place]).toBe(page[at]);
        });
      }),
    );
  });

  test("finds all of a text in itself, also one that repeats itself a thousand times", () => {
    const chorus = Int32Array.from({ length: 40_000 }, (_, at) => at % 7);
    expect(alignWords(chorus, chorus).every((place) => place >= 0)).toBe(true);
  });

  test("takes time that grows with the texts and not faster", () => {
    const growth = timeGrowth(20_000, (length) => {
      const page = Int32Array.from({ length }, (_, at) => hashText(`${(at * at) % 3001} ${at % 17}`));
      const truth = page.filter((_, at) => at % 900 < 700);
      return () => alignWords(page, truth);
    });
    expect(growth).toBeLessThan(MOST_GROWTH);
  });
});
