import { describe, expect, test } from "vitest";
import { words } from "../../text/index.ts";
import { openingKept, openingWords } from "./opening.ts";

describe("the opening paragraph", () => {
  const truth = "HARBOUR\nThe new quay opened on Monday after ten years.\nA second paragraph follows here.";

  test("takes in a short first line and stops at the paragraph's end", () => {
    expect(openingWords(truth)).toEqual(words("harbour the new quay opened on monday after ten years"));
  });

  test("is kept when nine tenths of its shingles are there", () => {
    // 10 words = 7 shingles. Without the place, one is lost: 6/7 = .857 < .9
    expect(openingKept(truth, words("The new quay opened on Monday after ten years."))).toBe(0);
    expect(
      openingKept(truth, words("Menu. Harbour: the new quay opened on Monday after ten years. More")),
    ).toBe(1);
  });

  test("is lost when only the rest was kept", () => {
    expect(openingKept(truth, words("A second paragraph follows here."))).toBe(0);
    expect(openingKept(truth, [])).toBe(0);
  });

  test("may be shorter than a shingle, and absent", () => {
    expect(openingKept("Ten words", words("the ten words were said"))).toBe(1);
    expect(openingKept("Ten words", words("words ten"))).toBe(0);
    expect(openingKept("—", words("a"))).toBeNull();
  });
});
