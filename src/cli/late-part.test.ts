import { expect, test } from "vitest";
import { latePart, withLateParts } from "./late-part.ts";

test("a part is loaded once, and only when a call asks for it", async () => {
  let loads = 0;
  const double = latePart(async () => {
    loads++;
    return (number: number) => number * 2;
  });
  expect(await withLateParts(() => 7)).toBe(7);
  expect(loads).toBe(0);
  expect(await withLateParts(() => double(4) + double(5))).toBe(18);
  expect(await withLateParts(() => double(6))).toBe(12);
  expect(loads).toBe(1);
});

test("the call's own errors, and those of loading, are thrown on", async () => {
  const broken = latePart<[], never>(() => Promise.reject(new Error("No such file")));
  const fail = () => {
    throw new TypeError("No number");
  };
  await expect(withLateParts(fail)).rejects.toThrow("No number");
  await expect(withLateParts(broken)).rejects.toThrow("No such file");
});
