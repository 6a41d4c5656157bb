import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldTitle } from "../sets/index.ts";
import { words } from "../text/index.ts";
import {
  authorSet,
  isWholeArticle,
  markF1,
  openingKept,
  openingWords,
  publishedDay,
  sameLastMark,
  sharedLength,
  shingleScore,
  shingles,
  shingleTokens,
  snippetsDropped,
  snippetsKept,
  textOnlyScore,
  titleExact,
} from "./measure.ts";

describe("author set", () => {
  test("authors are a set: order, case and spacing do not count, a missing or added one does", () => {
    expect(authorSet(["Ana Ruiz", "Bo Lind"], ["bo  lind", "Ana Ruiz"])).toBe(1);
    expect(authorSet(["Ana Ruiz", "Bo Lind"], ["Ana Ruiz"])).toBe(0);
    expect(authorSet(["Ana Ruiz"], ["Ana Ruiz", "Bo Lind"])).toBe(0);
    expect(authorSet(["Ana Ruiz"], [])).toBe(0);
  });

  test("names that a label or a tool joins are several, and degrees are none", () => {
    expect(authorSet(["Ana Ruiz, Bo Lind and Cy Ode"], ["Ana Ruiz", "Bo Lind", "Cy Ode"])).toBe(1);
    expect(authorSet(["Ana Ruiz", "Bo Lind"], ["By Ana Ruiz & Bo Lind"])).toBe(1);
    expect(authorSet(["Ana Ruiz, PhD"], ["Ana Ruiz"])).toBe(1);
    expect(authorSet(["Ana & Bo"], ["Ana"])).toBe(0);
    expect(authorSet(["Ana Ruiz, Bo Lind"], ["Ana Ruiz"])).toBe(0);
  });

  test("a label without authors gives no score", () => {
    expect(authorSet([], ["Ana Ruiz"])).toBeNull();
    expect(authorSet([" "], [])).toBeNull();
  });

  test("titles are equal whatever the case, quotes, dashes and spaces", () => {
    expect(foldTitle(" “Quay” –  it’s\u00a0OPEN ")).toBe("'quay' - it's open");
    expect(titleExact("“Quay” – it’s open", '"quay" - it\'s  Open')).toBe(1);
    expect(titleExact("It´s a 5″ pipe", "It's a 5\" pipe")).toBe(1);
    expect(titleExact("ﬁnal soft\u00adly", "final softly")).toBe(1);
  });

  test("a label's first line is its headline, and its question marks may be quotes that were lost", () => {
    expect(titleExact("Quay opens\nThe mayor cuts a ribbon", "Quay opens")).toBe(1);
    expect(titleExact("Quay opens\nThe mayor cuts a ribbon", "The mayor cuts a ribbon")).toBe(0);
    expect(titleExact("It?s ?open? again", "It’s ‘open’ again")).toBe(1);
    expect(titleExact("Who opens it?", "Who opens it'")).toBe(0);
  });

  test("marks count with the word before them, and the last one apart", () => {
    const truth = "The quay opens. Boats, large and small, wait.";
    expect(markF1(truth, truth)).toBe(1);
    expect(markF1(truth, "The quay opens. Boats, large and small, wait")).toBeCloseTo(6 / 7);
    expect(markF1("No marks", "Any.")).toBeNull();
    expect(sameLastMark(truth, truth)).toBe(1);
    expect(sameLastMark(truth, "Boats wait")).toBe(0);
    expect(sameLastMark("“Wait.”", "Wait.")).toBe(0);
    expect(sameLastMark(truth, `${truth} More noise.`)).toBeNull();
  });

  test("titles differ by a word, a site's name or absence", () => {
    expect(titleExact("Quay opens", "Quay opens - Harbour News")).toBe(0);
    expect(titleExact("Quay opens", null)).toBe(0);
    expect(titleExact("\u00ad\nQuay opens", null)).toBe(0);
    expect(titleExact("スーパー", "ス-パ-")).toBe(0);
  });

  test("a label without a title gives no score", () => {
    expect(titleExact(null, "Quay")).toBeNull();
    expect(titleExact("  ", "Quay")).toBeNull();
  });
});

describe("published day", () => {
  test("the day counts, not the time or the notation", () => {
    expect(publishedDay("2005-5-7 21:23:57", "2005-05-07")).toBe(1);
    expect(publishedDay("2026-03-04", "2026-03-04T23:59:00+09:00")).toBe(1);
    expect(publishedDay("2026-03-04", "2026-03-05T00:01:00Z")).toBe(0);
    expect(publishedDay("2026-03-04", null)).toBe(0);
  });

  test("one moment written in two time zones is one day", () => {
    // 22:30 UTC on the 3rd is 00:30 on the 4th at +02:00
    expect(publishedDay("2024-05-03 22:30:00.389000+00:00", "2024-05-04T00:30:00+02:00")).toBe(1);
    // Without an offset the moment is unknown.
    expect(publishedDay("2024-05-03 22:30:00", "2024-05-04T00:30:00+02:00")).toBe(0);
  });

  test("a label without a day gives no score", () => {
    expect(publishedDay("2008", "2008-01-16")).toBeNull();
    expect(publishedDay(null, "2008-01-16")).toBeNull();
  });
});

describe("shingles", () => {
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
});

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

describe("snippets", () => {
  test("are kept word for word, whatever the case and the punctuation", () => {
    // "the quay opened" is there, "reopened on" is not a run of whole words ("opened on" is): 1 of 2
    const text = words("Yesterday the “quay” opened on time.");
    expect(snippetsKept(["The quay opened", "reopened on"], text)).toBe(0.5);
  });

  test("do not match half a word", () => {
    expect(snippetsKept(["port"], words("a report"))).toBe(0);
  });

  test("have no score where no snippet has words", () => {
    expect(snippetsKept([], ["a"])).toBeNull();
    expect(snippetsKept(["—"], ["a"])).toBeNull();
  });

  test("count as dropped when absent, and are not asked for when the truth has them", () => {
    // truth says "home", so "Home" is not asked for; of "Log in" and "Share this", "share this" was kept: 1 of 2 dropped
    const truth = words("They went home by boat");
    const kept = words("They went home by boat. Share this");
    expect(snippetsDropped(["Home", "Log in", "Share this"], kept, truth)).toBe(0.5);
    expect(snippetsDropped(["Home"], kept, truth)).toBeNull();
  });
});

describe("shared length", () => {
  /** The textbook table, as the oracle. */
  function tableLength(a: readonly string[], b: readonly string[]): number {
    let above = new Array<number>(b.length + 1).fill(0);
    for (const word of a) {
      const row = [0];
      b.forEach((other, at) => {
        row.push(word === other ? above[at]! + 1 : Math.max(above[at + 1]!, row[at]!));
      });
      above = row;
    }
    return above[b.length] ?? 0;
  }

  describe("the longest common subsequence", () => {
    test("is that of the textbook table for any two lists", () => {
      const list = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 130 });
      fc.assert(
        fc.property(list, list, (a, b) => {
          expect(sharedLength(a, b)).toBe(tableLength(a, b));
        }),
        { seed: 7, numRuns: 300 },
      );
    });

    test("of two lists of 50,000 words is found, and of two without end refused", () => {
      const a = Array.from({ length: 50_000 }, (_, at) => `w${at % 997}`);
      const b = Array.from({ length: 50_000 }, (_, at) => `w${(at * 7) % 1009}`);
      expect(sharedLength(a, b)).toBeGreaterThan(0);
      const long = new Array<string>(200_000).fill("a");
      expect(sharedLength(long, ["b", ...long, "c"])).toBeNull();
    });
  });

  describe("CleanEval's text-only score", () => {
    test("is the paper's 1 - 1/3 for 'the dog barked' and 'the dog'", () => {
      // two aligned words and one inserted: distance 1, three operations
      expect(textOnlyScore(["the", "dog"], ["the", "dog", "barked"])).toBeCloseTo(2 / 3, 12);
    });

    test("counts a changed word as a removal and an insertion", () => {
      // the red dog / the old dog: 2 aligned, 1 removed, 1 inserted: 1 - 2/4
      expect(textOnlyScore(["the", "red", "dog"], ["the", "old", "dog"])).toBe(0.5);
    });

    test("depends on the order", () => {
      // a b c / c a b: "a b" aligned, c removed and inserted: 1 - 2/4
      expect(textOnlyScore(["a", "b", "c"], ["c", "a", "b"])).toBe(0.5);
    });

    test("is 1 for two empty texts and 0 for one", () => {
      expect(textOnlyScore([], [])).toBe(1);
      expect(textOnlyScore(["a"], [])).toBe(0);
    });
  });
});
