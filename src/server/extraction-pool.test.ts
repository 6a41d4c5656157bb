import { expect, onTestFinished, test } from "vitest";
import { ExtractionPool, QueueLimit } from "./extraction-pool.ts";

/** A limit of 32 pages for two workers, which have answered pages of 10 ms with full queues. */
function calmLimit() {
  const clock = { nowMs: 0 };
  const queue = new QueueLimit(32, 2, () => clock.nowMs);
  const answer = (pageMs: number, open: number, count: number) => {
    for (let at = 0; at < count; at++) queue.noteAnswered((pageMs * open) / 2, open);
  };
  answer(10, 32, 200);
  return { queue, clock, answer };
}

test("a queue that is just full keeps its length, however long pages take", () => {
  const { queue, answer } = calmLimit();
  answer(100, 32, 200);
  expect(queue.limit).toBe(32);
});

test("in an overload an accepted page waits no longer than in a full queue before it", () => {
  const { queue, answer } = calmLimit();
  queue.noteRefused();
  answer(20, 32, 100);
  expect(queue.limit).toBeGreaterThanOrEqual(16);
  expect(queue.limit).toBeLessThan(18);
  answer(1000, 16, 100);
  expect(queue.limit).toBe(4);
  answer(5, 16, 200);
  expect(queue.limit).toBe(32);
});

test("the whole queue is open again a second after the last refusal", () => {
  const { queue, clock, answer } = calmLimit();
  queue.noteRefused();
  answer(40, 32, 100);
  expect(queue.limit).toBeLessThan(12);
  clock.nowMs = 999;
  expect(queue.limit).toBeLessThan(12);
  clock.nowMs = 1000;
  expect(queue.limit).toBe(32);
});

test("pages that take longer for good become the usual ones", () => {
  const { queue, answer } = calmLimit();
  queue.noteRefused();
  answer(20, 32, 10_000);
  expect(queue.limit).toBeGreaterThan(30);
});

test("an overload from the first page on is let be", () => {
  const queue = new QueueLimit(32, 2, () => 0);
  queue.noteRefused();
  expect(queue.limit).toBe(32);
});

test("a thread takes over the chunks of a body, and copies parts of larger buffers", async () => {
  const pool = new ExtractionPool({ workers: 1 });
  onTestFinished(() => pool.close());
  const encode = (text: string) => new TextEncoder().encode(text);
  const wanted = "<p>The ferry sails at eight, as it did nine years ago.</p>";
  const larger = encode(`${wanted}<p>Nothing of this was sent.</p>`);
  const bytes = [encode("<title>Tide</title>").slice(), larger.subarray(0, wanted.length)];
  const { bytes: answer } = await pool.run({ kind: "page", bytes, how: { format: "text" } });
  expect(new TextDecoder().decode(answer).trim()).toBe("The ferry sails at eight, as it did nine years ago.");
  expect(bytes[0]?.length).toBe(0);
  expect(larger.length).toBeGreaterThan(0);
});
