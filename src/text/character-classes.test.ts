import { describe, expect, test } from "vitest";
import * as UNITS from "./character-classes.data.ts";
import {
  eachUnit,
  fillUnits,
  identityTable,
  LazyTable,
  lowerCaseTable,
  mapUnits,
} from "./character-classes.ts";

describe("sets of code units", () => {
  /** The units whose one character matches, halves of pairs left out. */
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
    // A capital I with a dot becomes two units, and a sigma at the end of a word another than elsewhere.
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
