import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { parseHtml } from "../../src/html/index.ts";
import { makeRandom } from "../newsroom/random.ts";
import { makeTagSoup } from "./tag-soup.ts";
import { documentLines } from "./tree-lines.ts";

const THREADS = 3;
const PAGES = 500;

function parseInThread(pages: readonly string[]): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./parse-worker.ts", import.meta.url), { workerData: pages });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

test("threads that parse at once do not disturb each other", async () => {
  const random = makeRandom("threads");
  const pages = Array.from({ length: PAGES }, () => makeTagSoup(random));
  // Each in an order of its own, so that names get other numbers.
  const orders = Array.from({ length: THREADS }, (_, thread) => random.sample(pages, PAGES - thread));
  const found = await Promise.all(orders.map(parseInThread));
  for (const [thread, order] of orders.entries()) {
    expect(found[thread]).toEqual(order.map((html) => documentLines(parseHtml(html)).join("\n")));
  }
});
