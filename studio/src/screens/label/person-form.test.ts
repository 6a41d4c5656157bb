import { expect, test } from "vitest";
import { personName } from "../../../../src/sets/made-labels.ts";
import { nameFrom } from "./person-form.tsx";

test.each([
  ["Ann", "Ann"],
  [" Ann Lee ", "Ann-Lee"],
  ["Ann B.", "Ann-B"],
  ["अनीता", "अनीता"],
])("%j labels under a name that the server takes", (given, name) => {
  expect(nameFrom(given)).toBe(name);
  expect(personName(name)).toBe(name);
});

test.each(["", ".", "a/b", "x".repeat(41), "settled", "Settled"])("nobody labels as %j", (given) => {
  expect(nameFrom(given)).toBeNull();
});
