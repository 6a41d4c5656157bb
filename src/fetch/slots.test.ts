import { expect, test } from "vitest";
import { Slots } from "./slots.ts";

test("work waits for a slot in the order it came, and a failed one gives its slot on", async () => {
  const slots = new Slots(2);
  const begun: number[] = [];
  const end: ((error?: Error) => void)[] = [];
  const works = [0, 1, 2, 3].map((number) =>
    slots.take(
      () =>
        new Promise<number>((done, fail) => {
          begun.push(number);
          end.push((error) => (error ? fail(error) : done(number)));
        }),
    ),
  );
  expect(begun).toEqual([0, 1]);
  end[1]?.(new Error("too deep"));
  await expect(works[1]).rejects.toThrow("too deep");
  expect(begun).toEqual([0, 1, 2]);
  end[0]?.();
  end[2]?.();
  expect(await works[2]).toBe(2);
  end[3]?.();
  expect(await Promise.all([works[0], works[3]])).toEqual([0, 3]);
});
