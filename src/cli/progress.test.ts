import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { findInput, findList, readBatchInputs } from "../archive/index.ts";
import { measure, readShare, TimeLeft } from "./progress.ts";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "galley-progress-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("counts the pages that are still to be done, in folders, lists and arguments", async () => {
  const folder = newFolder();
  for (const name of ["a.html", "b.html", "c.html"]) writeFileSync(join(folder, name), "");
  writeFileSync(join(folder, "list.txt"), "# two\na.html\n\nhttps://bay.example/\n");
  const pages = findInput(folder);
  expect(await measure([pages])).toEqual({ unit: "pages", total: 3 });
  expect(await measure([pages], new Map([["b.html", 1]]))).toEqual({ unit: "pages", total: 2 });
  const list = findList(join(folder, "list.txt"));
  const address = { kind: "address", url: "https://bay.example/a" } as const;
  expect(await measure([pages, list, address])).toEqual({ unit: "pages", total: 6 });
  expect(await measure([list], new Map([["https://bay.example/", 1]]))).toEqual({ unit: "pages", total: 1 });
});

test("measures files of lines in bytes, and says nothing where it does not know", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "a.jsonl"), "{}\n");
  writeFileSync(join(folder, "b.jsonl"), "{}\n{}\n");
  writeFileSync(join(folder, "c.html"), "");
  const [a, b, c] = ["a.jsonl", "b.jsonl", "c.html"].map((name) => findInput(join(folder, name)));
  if (!a || !b || !c) throw new Error("No inputs");
  expect(await measure([a, b])).toEqual({ unit: "bytes", total: 9 });
  expect(await measure([a, c])).toBeUndefined();
  expect(await measure([findInput("-")])).toBeUndefined();
  expect(await measure([findList("-")])).toBeUndefined();
});

test("knows the share of a packed file by what was unpacked of it", async () => {
  const meter = { packedBytes: 0, unpackedBytes: 0, usedBytes: 0 };
  expect(readShare(meter, 100)).toBe(0);
  const folder = newFolder();
  const lines = Array.from(
    { length: 40 },
    (_, id) => `${JSON.stringify({ id, url: "https://bay.example/" })}\n`,
  );
  const packed = gzipSync(lines.join(""));
  const path = join(folder, "a.jsonl.gz");
  writeFileSync(path, packed);
  const shares: number[] = [];
  for await (const _ of readBatchInputs([findInput(path)], { meter }))
    shares.push(readShare(meter, packed.length));
  expect(shares).toHaveLength(40);
  expect(shares[9]).toBeCloseTo(0.25, 1);
  expect(shares[39]).toBe(1);
});

test("tells the time left by what was done lately, and nothing too early or after a stall", () => {
  let now = 0;
  const left = new TimeLeft(() => now, 1000);
  const work = (perSecond: number, seconds: number, from: number) => {
    for (let second = 1; second <= seconds; second++) {
      now += 1000;
      left.add(from + perSecond * second);
    }
  };
  left.add(0);
  expect(left.words()).toBe("");
  work(10, 2, 0);
  expect(left.words()).toBe("");
  work(10, 18, 20);
  expect(left.words()).toBe(", 1 min left");
  // The fast pages at the start are forgotten after a while.
  work(1, 70, 200);
  expect(left.words()).toBe(", 12 min left");
  now += 30_000;
  expect(left.words()).toBe(", 18 min left");
  now += 31_000;
  expect(left.words()).toBe("");
});

test("what a resumed run leaves out does not count as speed", () => {
  let now = 0;
  const left = new TimeLeft(() => now, 1);
  left.add(0.9);
  for (let step = 1; step <= 10; step++) {
    now += 1000;
    left.add(0.9 + step * 0.001);
  }
  expect(left.words()).toBe(", 2 min left");
});
