import { expect, test } from "vitest";
import { mapWaiting } from "./map-waiting.ts";

const after = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), ms));

test("answers come in the order of the inputs, with no more under way than allowed", async () => {
  let underWay = 0;
  let most = 0;
  const work = async (ms: number) => {
    most = Math.max(most, ++underWay);
    await after(ms, undefined);
    underWay--;
    return ms;
  };
  const answers: number[] = [];
  for await (const ms of mapWaiting([20, 5, 10, 1], 2, work)) answers.push(ms);
  expect(answers).toEqual([20, 5, 10, 1]);
  expect(most).toBe(2);
});

test("what an input or its source throws comes after the answers before it", async () => {
  async function* inputs() {
    yield 1;
    throw new Error("The source broke");
  }
  const answers: number[] = [];
  const read = async () => {
    for await (const answer of mapWaiting(inputs(), 4, (input) => after(5, input))) answers.push(answer);
  };
  await expect(read()).rejects.toThrow("The source broke");
  expect(answers).toEqual([1]);
});

test("a reader that goes away stops the rest", async () => {
  const begun: number[] = [];
  for await (const _ of mapWaiting([1, 2, 3, 4, 5, 6], 2, async (input) => begun.push(input))) break;
  await after(10, undefined);
  expect(begun.length).toBeLessThan(6);
});
