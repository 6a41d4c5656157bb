import { expect, test } from "vitest";
import { headlineKey, mayShareKey } from "./headline-key.ts";

test("two spellings of one headline have one key", () => {
  expect(headlineKey("Storm: Harbour “closed”")).toBe(headlineKey("STORM – harbour closed"));
  expect(headlineKey("Cafe\u0301 ﬁne")).toBe(headlineKey("CAFÉ FINE"));
});

test("a text has the same key the second time, and after many others", () => {
  const key = headlineKey("The tide, again");
  for (let other = 0; other < 1_000; other++) headlineKey(`Harbour ${other}`);
  expect(headlineKey("The tide, again")).toBe(key);
});

test("only texts that begin with other letters cannot share a key", () => {
  expect(mayShareKey("  Storm at sea", "storm at sea")).toBe(true);
  expect(mayShareKey("“Storm” at sea", "Storm at sea")).toBe(true);
  expect(mayShareKey("E\u0301cole", "École")).toBe(true);
  expect(mayShareKey("Ｓtorm", "Storm")).toBe(true);
  expect(mayShareKey("Harbour", "Storm")).toBe(false);
});
