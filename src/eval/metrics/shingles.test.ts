import { describe, expect, test } from "vitest";
import { isWholeArticle, shingleScore, shingles, shingleTokens } from "./shingles.ts";

const score = (truth: string, kept: string) => shingleScore(shingleTokens(truth), shingleTokens(kept));

describe("shingles", () => {
  test("are the runs of four tokens", () => {
    expect(shingles(["a", "b", "c", "d", "e"])).toEqual(["a b c d", "b c d e"]);
    expect(shingles(["a", "b", "c"])).toEqual(["a b c"]);
    expect(shingles([])).toEqual([]);
  });

  test("compare tokens as written, so a capital counts", () => {
    expect(shingleTokens("Don't fold, Ærø_2!")).toEqual(["Don", "t", "fold", "Ærø_2"]);
    // One shingle each, "The old red bridge" and "the old red bridge": nothing shared.
    expect(score("The old red bridge", "the old red bridge")).toEqual({ precision: 0, recall: 0 });
  });

  test("give the worked values when the article ends too late", () => {
    // truth a b c d e   -> abcd bcde                 2 shingles
    // kept  a b c d e f -> abcd bcde cdef            3 shingles
    // tp 2, fp 1, fn 0 (scaled by 1/3: 2/3, 1/3, 0): P = 2/3, R = 1
    expect(score("a b c d e", "a b c d e f")).toEqual({ precision: 2 / 3, recall: 1 });
  });

  test("give the worked values when one word in the middle differs", () => {
    // truth a b c d e f g h -> abcd bcde cdef defg efgh        5
    // kept  a b c d X f g h -> abcd bcdX cdXf dXfg Xfgh        5
    // shared: abcd. P = 1/5, R = 1/5
    expect(score("a b c d e f g h", "a b c d X f g h")).toEqual({ precision: 0.2, recall: 0.2 });
  });

  test("count a repeated shingle as often as both have it", () => {
    // truth x x x x x x -> xxxx three times; kept x x x x -> xxxx once; tp 1, fn 2: P = 1, R = 1/3
    expect(score("x x x x x x", "x x x x")).toEqual({ precision: 1, recall: 1 / 3 });
  });

  test("leave a page out of precision when nothing was kept, and out of recall when nothing was there", () => {
    expect(score("a b", "")).toEqual({ precision: null, recall: 0 });
    expect(score("", "a b")).toEqual({ precision: 0, recall: null });
    expect(score("", "")).toEqual({ precision: null, recall: null });
  });
});

describe("whole-article accuracy", () => {
  test("ignores punctuation and spacing, not words, case or order", () => {
    const whole = (a: string, b: string) => isWholeArticle(shingleTokens(a), shingleTokens(b));
    expect(whole("One, two.\n\nThree", "One two – three")).toBe(0);
    expect(whole("One, two.\n\nThree", "One two – Three")).toBe(1);
    expect(whole("One two", "two One")).toBe(0);
    expect(whole("One two", "One two three")).toBe(0);
    expect(whole("", "")).toBe(1);
  });
});
