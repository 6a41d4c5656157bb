import { expect, test } from "vitest";
import { LateTable } from "./late-table.ts";

test("makes its table once, when it is asked for", () => {
  let made = 0;
  const late = new LateTable(() => [made++]);
  expect(made).toBe(0);
  expect(late.table).toBe(late.table);
  expect(made).toBe(1);
});

test("gives what was put in place, and makes nothing", () => {
  const late = new LateTable((): readonly string[] => {
    throw new Error("Nobody asked for this");
  });
  late.put(["ready"]);
  expect(late.table).toEqual(["ready"]);
});
