import { expect, test } from "vitest";
import { TokenWriter } from "./token-writer.ts";
import { TOKEN } from "./tokens.ts";

function written(count: number): TokenWriter {
  const writer = new TokenWriter();
  writer.begin();
  for (let at = 0; at < count; at++) writer.push(TOKEN.word, at, at * 2, at * 2 + 1, -at);
  return writer;
}

test("keeps what was written when its arrays grow", () => {
  const { count, kind, node, start, end, form } = written(10_000).finish();
  expect([count, kind.length, node.length, start.length, end.length, form.length]).toEqual(
    Array(6).fill(10_000),
  );
  expect([node[9999], start[9999], end[9999], form[9999]]).toEqual([9999, 19_998, 19_999, -9999]);
  expect([kind[0], node[1], start[1], end[1], form[1]]).toEqual([TOKEN.word, 1, 2, 3, -1]);
});

test("has room for what was reserved, in arrays that the writer of many may fill", () => {
  const writer = written(3);
  writer.reserve(7000);
  expect(writer.kind.length).toBeGreaterThanOrEqual(7003);
  expect(Array.from(writer.node.subarray(0, 3))).toEqual([0, 1, 2]);
});

test("writes the next page into the same arrays, and leaves those of a huge page to it", () => {
  const usual = written(5000);
  const before = usual.kind;
  usual.begin();
  expect([usual.count, usual.kind === before]).toEqual([0, true]);
  const huge = written(100_000);
  expect(huge.finish().form).toHaveLength(100_000);
  expect([huge.kind.length, huge.form.length]).toEqual([0, 0]);
  huge.begin();
  expect(huge.count).toBe(0);
});
