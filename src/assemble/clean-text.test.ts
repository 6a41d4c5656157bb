import { describe, expect, test } from "vitest";
import { cleanLabel, foldText } from "./clean-text.ts";

describe("foldText", () => {
  test("folds white space of every kind into single spaces", () => {
    expect(foldText("a \t\n b\u00a0c\u3000d\u2003e")).toBe("a b c d e");
  });

  test("drops soft hyphens and zero-width spaces without splitting the word", () => {
    expect(foldText("Dampf\u00adschiff\u200bfahrt\ufeff")).toBe("Dampfschifffahrt");
  });

  test("keeps the joiners that Persian words and emoji are spelt with", () => {
    expect(foldText("می\u200cخواهم 👩\u200d🚀")).toBe("می\u200cخواهم 👩\u200d🚀");
  });

  test("joins lines that wrap inside Chinese and Japanese sentences, but not inside Korean or English", () => {
    expect(foldText("渡し船は\n  土曜日に")).toBe("渡し船は土曜日に");
    expect(foldText("배가\n돌아온다")).toBe("배가 돌아온다");
    expect(foldText("the\nferry")).toBe("the ferry");
  });

  test("gives back a clean text unchanged, whatever characters it has", () => {
    for (let unit = 0; unit <= 0xffff; unit++) {
      const text = `a${String.fromCharCode(unit)}b`;
      // Two spaces are never clean: what follows them is searched.
      expect(foldText(`  ${text}`)).toBe(` ${foldText(text)}`);
    }
  });
});

describe("cleanLabel", () => {
  test("gives null where nothing is left to see", () => {
    expect(cleanLabel(" \u00ad\n")).toBeNull();
    expect(cleanLabel(undefined)).toBeNull();
  });

  test("gives one line without spaces at its ends", () => {
    expect(cleanLabel("\n A ferry\n at dawn ")).toBe("A ferry at dawn");
  });
});
