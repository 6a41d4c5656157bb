import { expect, test } from "vitest";
import { changeUnits, smallUnits } from "./small-units.ts";

const ALL = Array.from({ length: 65536 }, (_, unit) => unit);

test("gives every unit as the engine writes it in small letters, in a table of the caller's own", () => {
  smallUnits().fill(0);
  const small = smallUnits();
  expect(ALL.filter((unit) => small[unit] !== String.fromCharCode(unit).toLowerCase().charCodeAt(0))).toEqual(
    [],
  );
});

test("puts the first unit of what each becomes, whatever stands beside it", () => {
  const table = new Uint16Array(0x400);
  // A capital I with a dot becomes two units, and a sigma at the end of a word another than elsewhere.
  changeUnits(table, [0x41, 0x130, 0x3a3], (text) => text.toLowerCase());
  expect([table[0x41], table[0x130], table[0x3a3], table[0x42]]).toEqual([0x61, 0x69, 0x3c3, 0]);
});
