import { describe, expect, test } from "vitest";
import * as UNITS from "./character-classes.data.ts";
import {
  countInk,
  dropUnseen,
  eachUnit,
  fillUnits,
  foldSpaces,
  hasInk,
  identityTable,
  LazyTable,
  lowerCaseTable,
  mapUnits,
} from "./character-classes.ts";

describe("sets of code units", () => {
  /** The units whose one character matches, lone surrogates left out. */
  function unitsOf(pattern: RegExp): number[] {
    return Array.from({ length: 65536 }, (_, unit) => unit).filter(
      (unit) => (unit < 0xd800 || unit > 0xdfff) && pattern.test(String.fromCharCode(unit)),
    );
  }

  const SETS = [
    ["letters", UNITS.letters, /\p{L}/u],
    ["marks", UNITS.marks, /\p{M}/u],
    ["numbers", UNITS.numbers, /\p{N}/u],
    ["spaces", UNITS.spaces, /\s/u],
    ["blanks", UNITS.blanks, /[\s\p{C}]/u],
    ["signs", UNITS.signs, /[^\p{L}\p{M}\p{N}]/u],
    ["capitals", UNITS.capitals, /\p{Changes_When_Lowercased}/u],
    ["smallLetters", UNITS.smallLetters, /\p{Changes_When_Uppercased}/u],
  ] as const;

  test.runIf(process.versions.unicode === UNITS.unicode).each(SETS)(
    "has the %s that the engine has: npm run units (needs the same Unicode)",
    (_, set, pattern) => {
      const found: number[] = [];
      eachUnit(set, (unit) => found.push(unit));
      expect(found).toEqual(unitsOf(pattern));
    },
  );

  test("fills the units of a set and no others", () => {
    const table = new Uint8Array(65536).fill(1);
    fillUnits(table, UNITS.numbers, 7);
    expect([table[0x30], table[0x39], table[0x3a], table[0x41]]).toEqual([7, 7, 1, 1]);
  });

  test("gives every unit itself, in a table of the caller's own", () => {
    identityTable().fill(0);
    expect(identityTable().every((own, unit) => own === unit)).toBe(true);
  });
});

describe("lower case table", () => {
  const ALL = Array.from({ length: 65536 }, (_, unit) => unit);

  test("gives every unit as the engine writes it in lower case, in a table of the caller's own", () => {
    lowerCaseTable().fill(0);
    const small = lowerCaseTable();
    expect(
      ALL.filter((unit) => small[unit] !== String.fromCharCode(unit).toLowerCase().charCodeAt(0)),
    ).toEqual([]);
  });

  test("puts the first unit of what each becomes, whatever is next to it", () => {
    const table = new Uint16Array(0x400);
    // A capital I with a dot becomes two units, and a sigma at the end of a word has a form of its own.
    mapUnits(table, [0x41, 0x130, 0x3a3], (text) => text.toLowerCase());
    expect([table[0x41], table[0x130], table[0x3a3], table[0x42]]).toEqual([0x61, 0x69, 0x3c3, 0]);
  });
});

describe("lazy table", () => {
  test("makes its table once, when it is asked for", () => {
    let made = 0;
    const lazy = new LazyTable(() => [made++]);
    expect(made).toBe(0);
    expect(lazy.table).toBe(lazy.table);
    expect(made).toBe(1);
  });

  test("gives what was put in place, and makes nothing", () => {
    const lazy = new LazyTable((): readonly string[] => {
      throw new Error("Nobody asked for this");
    });
    lazy.put(["ready"]);
    expect(lazy.table).toEqual(["ready"]);
  });
});

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
