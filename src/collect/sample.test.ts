import { expect, onTestFinished, test } from "vitest";
import { finding, obtained, START_MS } from "../../test/contract/store-samples.ts";
import { openStore, type SampleAnswer, type Store } from "../store/index.ts";
import { drawSample, tableToMarkdown, tabulate } from "./sample.ts";

const MONTH_MS = 31 * 86_400_000;

/** Twelve articles of two months, a page that was gone, and one on which nothing was found. */
async function fill(): Promise<Store> {
  const store = await openStore(":memory:", { mayCreate: true });
  onTestFinished(() => store.close());
  for (let at = 0; at < 14; at++) {
    const url = `https://example.org/${at}`;
    const topic = at % 2 === 0 ? "ports" : "ships";
    const nowMs = START_MS + (at % 3 === 0 ? MONTH_MS : 0);
    await store.addFindings([finding({ url, topic, source: "feed" })], { nowMs });
    const ends = [
      { ...obtained(url, { published: null }), nowMs },
      { url, nowMs, run: null, result: { kind: "not-obtained", reason: "gone" } },
      { url, nowMs, run: null, result: { kind: "failed", code: "NO_ARTICLE", message: "" } },
    ] as const;
    await store.finish(ends[at < 12 ? 0 : at - 11]!);
  }
  return store;
}

test("a sample is the same for the same seed, and a larger one holds it", async () => {
  const store = await fill();
  const draw = async (count: number, seed = 1) =>
    (await drawSample(store, { by: "source", count, seed })).map(({ id }) => id);
  const five = await draw(5);
  expect(await draw(5)).toEqual(five);
  expect((await draw(8)).slice(0, 5)).toEqual(five);
  expect(await draw(5, 2)).not.toEqual(five);
  expect(await draw(99)).toHaveLength(13);
});

test("a sample by topic has pages that were not obtained, one by month has not", async () => {
  const store = await fill();
  const topics = await drawSample(store, { by: "topic", count: 99, seed: 1 });
  expect(topics.filter(({ isObtained }) => !isObtained).map(({ url, group }) => [url, group])).toEqual([
    ["https://example.org/12", "ports"],
  ]);
  const months = await drawSample(store, { by: "month", count: 99, seed: 1 });
  expect([...new Set(months.map(({ group }) => group))].sort()).toEqual(["2026-03", "2026-04"]);
  expect(await drawSample(store, { by: "month", count: 9, seed: 1, kind: "search" })).toEqual([]);
});

test("the month is that of publication, of the list or else of collection", async () => {
  const store = await openStore(":memory:", { mayCreate: true });
  onTestFinished(() => store.close());
  const dates = { a: "2025-12-31T23:00:00Z", b: null, c: null };
  for (const [name, published] of Object.entries(dates)) {
    const url = `https://example.org/${name}`;
    const announced = name === "b" ? "2026-01-05" : null;
    await store.addFindings([finding({ url, published: announced })], { nowMs: START_MS });
    await store.finish(obtained(url, { published }));
  }
  const months = await drawSample(store, { by: "month", count: 99, seed: 1 });
  expect(Object.fromEntries(months.map(({ url, group }) => [url.slice(-1), group]))).toEqual({
    a: "2025-12",
    b: "2026-01",
    c: "2026-03",
  });
});

test("what an aggregator announces has the address that answered", async () => {
  const store = await openStore(":memory:", { mayCreate: true });
  onTestFinished(() => store.close());
  const [asked, answered] = ["https://all.example/go/2", "https://paper.example/story"];
  await store.addFindings([finding({ url: asked, publisher: "The Paper" })], { nowMs: START_MS });
  await store.finish({ ...obtained(answered), url: asked });
  const pages = await drawSample(store, { by: "source", count: 9, seed: 1 });
  expect(pages.map(({ group, url }) => [group, url])).toEqual([["The Paper", answered]]);
});

test("the table has the paper's columns; what is not judged or unclear is in no row", async () => {
  const store = await fill();
  const pages = await drawSample(store, { by: "topic", count: 99, seed: 1 });
  const ports = pages.filter(({ group, isObtained }) => group === "ports" && isObtained);
  const answers = ports.map(({ id, version }, at): SampleAnswer => {
    return { id, version, verdict: at === 0 ? "unclear" : at === 1 ? "wrong" : "right", atMs: 1 };
  });
  // An answer to an earlier version says nothing about this one.
  answers.push({
    id: pages.find(({ group }) => group === "ships")!.id,
    version: 9,
    verdict: "right",
    atMs: 1,
  });
  const table = tabulate("topic", pages, new Map(answers.map((answer) => [answer.id, answer])));
  expect(table).toMatchObject({ open: 7, unclear: 1 });
  expect(tableToMarkdown(table)).toBe(`| Topic | Sum | Extracted | Success | Failure | Precision | 95 % |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
| ports | 6 | 5 | 4 | 1 | 80.0 % | 37.6 % to 96.4 % |
| Total | 6 | 5 | 4 | 1 | 80.0 % | 37.6 % to 96.4 % |

Not counted: 7 not judged yet, 1 unclear.
`);
});

test("the interval of the paper's 240 right of 248 holds its 96.8 %", () => {
  const place = { key: "", url: "", source: "", topic: "", kind: null };
  const page = { ...place, articleId: 1, version: 1, detail: "" };
  const pages = Array.from({ length: 248 }, (_, at) => {
    return {
      ...page,
      publisher: null,
      foundMs: 0,
      datedMs: 0,
      id: String(at),
      group: "Asia",
      isObtained: true,
    };
  });
  const answers = pages.map(({ id }, at): [string, SampleAnswer] => [
    id,
    { id, version: 1, verdict: at < 240 ? "right" : "wrong", atMs: 1 },
  ]);
  const { precision } = tabulate("source", pages, new Map(answers)).total;
  expect(precision?.value).toBeCloseTo(0.968, 3);
  expect([precision?.low, precision?.high]).toEqual([expect.closeTo(0.9377, 3), expect.closeTo(0.9835, 3)]);
});
