import { describe, expect, test } from "vitest";
import { countInk, dropUnseen, foldSpaces, hasInk } from "./clean-text.ts";

describe("spaces", () => {
  describe("foldSpaces", () => {
    test.each([
      ["  a \n\t b  ", "a b"],
      ["a\u00a0\u2003b", "a b"],
      ["\ufeffa\u200bb", "a b"],
      ["a", "a"],
      ["a b c", "a b c"],
      ["a  b", "a b"],
      ["a ", "a"],
      ["", ""],
      [" \n ", ""],
    ])("%j becomes %j", (text, folded) => {
      expect(foldSpaces(text)).toBe(folded);
    });
  });

  describe("hasInk", () => {
    test.each(["", " \n\t\r", "\u00a0\u3000\u200b\ufeff", "\0\u2009"])("%j has none", (text) => {
      expect(hasInk(text, 0, text.length)).toBe(false);
    });
    test.each(["a", " . ", "\u00a0é", "港", "\u3000\u{1f600}"])("%j has some", (text) => {
      expect(hasInk(text, 0, text.length)).toBe(true);
    });
    test("is what is neither white space nor zero-width, which folding takes off, for every character beyond ASCII", () => {
      const differing: string[] = [];
      for (let code = 0x80; code < 0x10000; code++) {
        const character = String.fromCharCode(code);
        const isSpace = /[\s\u200b\ufeff]/.test(character);
        const isGone = foldSpaces(character) === "";
        if (hasInk(character, 0, 1) === isSpace || isGone !== isSpace) differing.push(code.toString(16));
      }
      expect(differing).toEqual([]);
    });
    test("looks at nothing outside its range", () => {
      expect(hasInk("a b", 1, 2)).toBe(false);
      expect(hasInk("a b", 1, 3)).toBe(true);
    });
  });

  test("countInk counts what is not white space, inside its range", () => {
    expect(countInk(" \n a\u00a0港 \u3000.", 0, 9)).toBe(3);
    expect(countInk("abc d", 1, 4)).toBe(2);
    expect(countInk("", 0, 0)).toBe(0);
  });
});

describe("drop unseen", () => {
  describe("dropUnseen", () => {
    test("drops control characters, lone surrogates and code points that are no characters", () => {
      expect(dropUnseen("a\u0000b\u001fc\ud800d\udc00e\ufffef\u0085g\ufdd0h")).toBe("abcdefgh");
      for (let plane = 1; plane <= 16; plane++) {
        const [last, before] = [plane * 0x10000 + 0xffff, plane * 0x10000 + 0xfffe];
        expect(dropUnseen(`a${String.fromCodePoint(before, last)}b`)).toBe("ab");
      }
    });

    test("drops what turns the direction of the text after it", () => {
      expect(dropUnseen("\u202egpj.exe\u202c \u2066a\u2069")).toBe("gpj.exe a");
    });

    test("keeps joiners, marks of direction, astral characters and line ends", () => {
      expect(dropUnseen("می\u200cخواهم 👩\u200d🚀 a\u200fb\u200e")).toBe(
        "می\u200cخواهم 👩\u200d🚀 a\u200fb\u200e",
      );
      expect(dropUnseen("🙂\n𠮷")).toBe("🙂\n𠮷");
    });
  });
});
