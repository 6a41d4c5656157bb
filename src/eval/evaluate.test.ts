import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tinyModelFile } from "../extractors/mss/made-up-models.testing.ts";
import { type EvaluateOptions, evaluate } from "./evaluate.ts";
import { makeRows } from "./rows.ts";
import { formatEvaluation } from "./terminal-table.ts";

let root = "";
const OPTIONS = {
  extractors: ["paragraphs", "everything"],
  titleHint: "none",
  nodes: false,
  texts: false,
  workers: 0,
} as const satisfies Partial<EvaluateOptions>;

const page = (body: string) => `<html><body><div>Menu here now</div><p>${body}</p></body></html>`;

async function addSet(name: string, records: readonly object[]): Promise<string> {
  const folder = join(root, name);
  await mkdir(folder);
  await writeFile(join(folder, "index.jsonl"), records.map((record) => JSON.stringify(record)).join("\n"));
  return folder;
}

let tides = "";
let boats = "";
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "galley-evaluate-"));
  tides = await addSet("tides", [
    { id: "1", html: page("One two three."), body: "One two three.", lang: "en", site: "a.example" },
    {
      id: "2",
      html: page("Eins zwei drei."),
      body: "Eins zwei drei vier fünf sechs.",
      lang: "de",
      site: "a.example",
    },
    { id: "3", html: page("No truth."), body: null },
  ]);
  boats = await addSet("boats", [{ id: "1", html: page("A boat."), body: "A boat.", pageType: "article" }]);
});
afterAll(() => rm(root, { recursive: true }));

describe("an evaluation", () => {
  test("scores every page of every set that has truth, in order", async () => {
    const seen: string[] = [];
    const { sets, scores } = await evaluate({
      ...OPTIONS,
      sets: [tides, boats],
      onScore: (score, label) => seen.push(`${label.set} ${label.id} ${score.extractor}`),
    });
    expect(sets).toMatchObject([
      { name: "tides", pages: 2, withoutTruth: 1, failed: 0 },
      { name: "boats", pages: 1, withoutTruth: 0, failed: 0 },
    ]);
    expect(seen).toEqual([
      "tides 1 paragraphs",
      "tides 1 everything",
      "tides 2 paragraphs",
      "tides 2 everything",
      "boats 1 paragraphs",
      "boats 1 everything",
    ]);
    expect(scores.map((score) => score.metrics.wordRecall)).toEqual([1, 1, 0.5, 0.5, 1, 1]);
    expect(new Set(sets.map((set) => set.hash)).size).toBe(2);
  });

  test("hashes what it measured: the same pages alike, fewer or other ones not", async () => {
    const hash = async (options: Partial<EvaluateOptions>) =>
      (await evaluate({ ...OPTIONS, sets: [tides], ...options })).sets[0]?.hash;
    const whole = await hash({});
    expect(whole).toMatch(/^[0-9a-f]{64}$/);
    expect(await hash({ extractors: ["econ"], nodes: true })).toBe(whole);
    expect(await hash({ limit: 1 })).not.toBe(whole);
    expect(await hash({ choose: (label) => label.language === "de" })).not.toBe(whole);
  });

  test("gives the same in worker threads and reports its progress", async () => {
    const progress: string[] = [];
    const threads = await evaluate({
      ...OPTIONS,
      sets: [tides, boats],
      workers: 2,
      onProgress: (done, total) => progress.push(`${done}/${total}`),
    });
    expect(threads).toEqual(await evaluate({ ...OPTIONS, sets: [tides, boats] }));
    expect(progress).toEqual(["1/3", "2/3", "3/3"]);
  });

  test("stops at a broken set", async () => {
    const broken = await addSet("broken", [{ id: "x", htmlPath: "gone.html", body: "x" }]);
    await expect(evaluate({ ...OPTIONS, sets: [broken] })).rejects.toMatchObject({ code: "BAD_SET" });
    await expect(evaluate({ ...OPTIONS, sets: [tides, tides] })).rejects.toMatchObject({
      code: "BAD_OPTION",
    });
  });

  test("falls into rows by set, language, type, split and site", async () => {
    const { scores } = await evaluate({ ...OPTIONS, extractors: ["paragraphs"], sets: [tides] });
    const rows = makeRows(scores).map((row) => [
      row.scope,
      row.value,
      row.pages,
      row.estimates.wordRecall?.mean,
    ]);
    expect(rows).toEqual([
      ["set", "all", 2, 0.75],
      ["language", "de", 1, 0.5],
      ["language", "en", 1, 1],
      ["pageType", "none", 2, 0.75],
      ["split", "short", 2, 0.75],
      ["split", "under 100 words", 2, 0.75],
      ["site", "a.example", 2, 0.75],
    ]);
  });

  test("is a table on the terminal, without colours in a pipe", async () => {
    const evaluation = await evaluate({ ...OPTIONS, extractors: ["paragraphs"], sets: [boats] });
    const rows = makeRows(evaluation.scores);
    const text = formatEvaluation(evaluation, rows, { width: 60, colour: false });
    expect(text).not.toContain("\u001b");
    expect(text).toMatch(/^boats {2}1 pages, data [0-9a-f]{12}\nextractor +pages +F1 +95 % /);
    expect(text).toMatch(/\nparagraphs +1 +1\.000 +1\.000-1\.000 /);
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(formatEvaluation(evaluation, rows, { width: 60, colour: true })).toContain("\u001b");
  });
});

describe("an evaluation of extractors with a model", () => {
  const RIVALS = { ...OPTIONS, extractors: ["everything", "mss", "mss-hr"] } as const;
  let sites = "";
  let model = "";
  beforeAll(async () => {
    const story = (id: string, more: object) => ({ id, html: page("A boat."), body: "A boat.", ...more });
    sites = await addSet("sites", [
      story("seen by address", { url: "https://news.bay.co.uk/1", site: "elsewhere.example" }),
      story("unseen", { url: "https://other.co.uk/1" }),
      story("seen by site", { site: "www.bay.co.uk" }),
      story("of no site", {}),
    ]);
    model = join(root, "model.json");
    await writeFile(model, JSON.stringify(tinyModelFile(["bay.co.uk"])));
  });

  test("leaves out the pages of sites that any of them was trained on, for all of them", async () => {
    const { sets, scores } = await evaluate({ ...RIVALS, model, sets: [sites] });
    const pages = ["unseen", "of no site"];
    expect(scores.map((score) => [score.page.id, score.extractor])).toEqual(
      pages.flatMap((id) => RIVALS.extractors.map((extractor) => [id, extractor])),
    );
    expect(sets).toMatchObject([
      { pages: 2, seen: { pages: 2, by: { mss: 2, "mss-hr": 2 }, isIncluded: false } },
    ]);
  });

  test("measures them too where asked, and marks their scores", async () => {
    const { sets, scores } = await evaluate({ ...RIVALS, model, sets: [sites], includeSeen: true });
    expect(sets).toMatchObject([{ pages: 4, seen: { pages: 2, isIncluded: true } }]);
    const marked = scores.filter((score) => score.isSeen);
    expect(marked.map((score) => `${score.page.id}, ${score.extractor}`)).toEqual([
      "seen by address, mss",
      "seen by address, mss-hr",
      "seen by site, mss",
      "seen by site, mss-hr",
    ]);
  });

  test("leaves nothing out where no extractor was trained", async () => {
    const { sets } = await evaluate({ ...OPTIONS, sets: [sites] });
    expect(sets[0]).toMatchObject({ pages: 4 });
    expect(sets[0]?.seen).toBeUndefined();
  });

  test("does not count pages that it leaves out towards a limit", async () => {
    const { scores } = await evaluate({ ...RIVALS, model, sets: [sites], limit: 2 });
    expect(new Set(scores.map((score) => score.page.id))).toEqual(new Set(["unseen", "of no site"]));
  });

  test("gives the same in worker threads", async () => {
    const options = { ...RIVALS, extractors: [], model, sets: [sites] };
    const threads = await evaluate({ ...options, workers: 2 });
    expect(threads).toEqual(await evaluate(options));
    expect(new Set(threads.scores.map((score) => score.extractor))).toEqual(new Set(["mss"]));
  });

  test("says in its table who was trained on what", async () => {
    const everySite = join(root, "every-site.json");
    await writeFile(everySite, JSON.stringify(tinyModelFile(["bay.co.uk", "other.co.uk", "a.example"])));
    const evaluation = await evaluate({ ...RIVALS, model: everySite, sets: [tides, sites] });
    const text = formatEvaluation(evaluation, makeRows(evaluation.scores), { width: 200, colour: false });
    expect(text).toMatch(
      /^tides {2}0 pages, 1 without truth left out, 2 of sites that mss or mss-hr was trained on left out, data/,
    );
    expect(text).toMatch(/left out, data [0-9a-f]{12}\n\nsites {2}1 pages, 3 of sites that /);
  });
});
