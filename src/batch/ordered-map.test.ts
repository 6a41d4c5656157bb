import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mapChunks, mapOrdered, mapWaiting } from "./ordered-map.ts";
import { workerUrl } from "./worker-pool.ts";

const WORKER = `
  export async function run({ inputs, shared }) {
    const outputs = [];
    for (const input of inputs) {
      if (input === "exit") process.exit(3);
      if (input === "throw") throw new Error("a fault in the worker");
      if (input === "hang") for (;;);
      if (input === "hoard") { const all = []; for (;;) all.push(new Array(1e6).fill(all.length)); }
      if (typeof input === "number" && shared?.slowFirstMs && input === 0) await new Promise((r) => setTimeout(r, shared.slowFirstMs));
      outputs.push(typeof input === "number" ? input * (shared?.factor ?? 2) : input);
    }
    return outputs;
  }
`;
let folder: string;
let worker: URL;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-pool-"));
  writeFileSync(join(folder, "worker.mjs"), WORKER);
  worker = pathToFileURL(join(folder, "worker.mjs"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function collect<T>(outputs: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const output of outputs) all.push(output);
  return all;
}
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const named = (input: unknown, error: { readonly code: string }): string => `${input}: ${error.code}`;

describe("mapOrdered", () => {
  test.each([0, 1, 3])(
    "keeps the input's order with %i workers, though the first is slowest",
    async (workers) => {
      const outputs = await collect(
        mapOrdered<number, number>(numbers(50), { worker, workers, chunk: 3, shared: { slowFirstMs: 80 } }),
      );
      expect(outputs).toEqual(numbers(50).map((n) => n * 2));
    },
  );

  test("gives every worker what is shared", async () => {
    const outputs = mapOrdered<number, number>([1, 2], { worker, workers: 1, shared: { factor: 5 } });
    expect(await collect(outputs)).toEqual([5, 10]);
  });

  test("gives nothing for nothing", async () => {
    expect(await collect(mapOrdered([], { worker, workers: 1 }))).toEqual([]);
  });

  test.each(["exit", "throw", "hoard"])("loses only the input that ends its worker (%s)", async (bad) => {
    const outputs = mapOrdered<string, string>(["a", "b", bad, "c", "d"], {
      worker,
      workers: 2,
      chunk: 4,
      heapMb: 100,
      onFailure: named,
    });
    expect(await collect(outputs)).toEqual(["a", "b", `${bad}: WORKER_FAILED`, "c", "d"]);
  });

  test("kills an input that never ends, and only that one", async () => {
    const options = { worker, workers: 1, chunk: 3, timeoutMs: 1500, onFailure: named };
    const outputs = mapOrdered<string, string>(["a", "hang", "b", "c"], options);
    expect(await collect(outputs)).toEqual(["a", "hang: PAGE_TIMEOUT", "b", "c"]);
  });

  test("counts an input's time from where its worker is ready, however slowly that starts", async () => {
    const slow = join(folder, "slow.mjs");
    writeFileSync(
      slow,
      `export const prepare = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
       ${WORKER}`,
    );
    const outputs = mapOrdered<string, string>(["a", "hang", "b"], {
      worker: pathToFileURL(slow),
      workers: 1,
      chunk: 3,
      timeoutMs: 1500,
      onFailure: named,
    });
    expect(await collect(outputs)).toEqual(["a", "hang: PAGE_TIMEOUT", "b"]);
  });

  test("survives workers that die one after another", async () => {
    const inputs = Array.from({ length: 12 }, () => "exit");
    const outputs = mapOrdered<string, string>(inputs, { worker, workers: 2, chunk: 2, onFailure: named });
    expect(await collect(outputs)).toEqual(inputs.map(() => "exit: WORKER_FAILED"));
  });

  test("throws the failure where nobody says what to make of it", async () => {
    const outputs = collect(mapOrdered(["a", "throw"], { worker, workers: 1 }));
    await expect(outputs).rejects.toMatchObject({ code: "WORKER_FAILED" });
  });

  test("reads no further ahead than its bound while nobody takes the answers", async () => {
    let read = 0;
    function* many(): Generator<number> {
      while (read < 10_000) yield read++;
    }
    const outputs = mapOrdered<number, number>(many(), { worker, workers: 1, chunk: 2 });
    for await (const output of outputs) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (output >= 20) break;
      expect(read - output / 2).toBeLessThanOrEqual(2 * 4 + 3);
    }
    const readAtTheEnd = read;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(read).toBeLessThanOrEqual(readAtTheEnd + 1);
  });

  test("answers before the next input comes", async () => {
    const answered: number[] = [];
    async function* patient(): AsyncGenerator<number> {
      yield 1;
      while (answered.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      yield 2;
    }
    for await (const output of mapOrdered<number, number>(patient(), { worker, workers: 1 })) {
      answered.push(output);
    }
    expect(answered).toEqual([2, 4]);
  });

  test("gives what came before a broken input, then its error", async () => {
    async function* broken(): AsyncGenerator<number> {
      yield 1;
      throw new Error("the disk is gone");
    }
    const answered: number[] = [];
    const all = (async () => {
      for await (const output of mapOrdered<number, number>(broken(), { worker, workers: 1 })) {
        answered.push(output);
      }
    })();
    await expect(all).rejects.toThrow("the disk is gone");
    expect(answered).toEqual([2]);
  });

  test.each([-1, 1.5, Number.NaN])("refuses %s workers", async (workers) => {
    await expect(collect(mapOrdered([1], { worker, workers }))).rejects.toMatchObject({ code: "BAD_OPTION" });
  });
});

describe("mapChunks", () => {
  test("closes a chunk once it is heavy enough", async () => {
    const chunks = mapChunks<number, readonly number[]>([1, 9, 1, 1, 1, 9, 1], {
      worker,
      workers: 1,
      weigh: (input) => input,
      chunkWeight: 10,
      shared: { factor: 1 },
    });
    expect(await collect(chunks)).toEqual([[1, 9], [1, 1, 1, 9], [1]]);
  });
});

test("fastest first, inputs of one key still keep their order", async () => {
  // Longer than a second thread takes to start on a busy machine.
  const shared = { slowFirstMs: 2000 };
  const options = { worker, workers: 2, chunk: 1, shared, order: "fastest" } as const;
  const keyOf = (input: number) => (input === 6 ? "0" : String(input));
  const outputs = await collect(mapOrdered<number, number>(numbers(8), { ...options, keyOf }));
  expect(outputs.toSorted((a, b) => a - b)).toEqual(numbers(8).map((n) => n * 2));
  expect(outputs.indexOf(2)).toBeLessThan(outputs.indexOf(0));
  expect(outputs.indexOf(0)).toBeLessThan(outputs.indexOf(12));
});

describe("workerUrl", () => {
  test("keeps the extension of the module that asks", () => {
    expect(workerUrl("file:///a/b/main.ts", "worker").href).toBe("file:///a/b/worker.ts");
    expect(workerUrl("file:///a/b/main.mjs?x=1", "worker").href).toBe("file:///a/b/worker.mjs");
  });
});

describe("work that waits", () => {
  const delayed = <T>(ms: number, value: T) =>
    new Promise<T>((resolve) => setTimeout(() => resolve(value), ms));

  test("answers come in the order of the inputs, with no more under way than allowed", async () => {
    let underWay = 0;
    let most = 0;
    const work = async (ms: number) => {
      most = Math.max(most, ++underWay);
      await delayed(ms, undefined);
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
      for await (const answer of mapWaiting(inputs(), 4, (input) => delayed(5, input))) answers.push(answer);
    };
    await expect(read()).rejects.toThrow("The source broke");
    expect(answers).toEqual([1]);
  });

  test("a reader that goes away stops the rest", async () => {
    const begun: number[] = [];
    for await (const _ of mapWaiting([1, 2, 3, 4, 5, 6], 2, async (input) => begun.push(input))) break;
    await delayed(10, undefined);
    expect(begun.length).toBeLessThan(6);
  });
});
