import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { words } from "../../src/text/index.ts";
import { labelOf } from "./label.testing.ts";
import { htmlText, isChosen, measureSet, readChoice, scoreAnswer, warmUp } from "./measure.ts";
import type { ToolPage } from "./tool-process.ts";

const folder = mkdtempSync(join(tmpdir(), "galley-peers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const label = labelOf(
  {},
  { title: "Ship sails", body: "One two three four", authors: ["Ada"], published: "2020-01-01" },
);

test("scores text and markup alike", () => {
  const { metrics } = scoreAnswer(label, "x", { text: "One two\n\nthree four", title: "Ship sails" });
  expect(metrics).toMatchObject({ wordF1: 1, correctly: 1, title: 1 });
  expect(scoreAnswer(label, "x", { html: "<p>One two</p><p>three four</p>" }).metrics.wordF1).toBe(1);
});

test("counts a failed page as an empty answer", () => {
  const { metrics, error } = scoreAnswer(label, "x", { error: "it broke" });
  expect(metrics).toMatchObject({ wordF1: 0, correctly: 0, title: 0 });
  expect(error?.message).toBe("it broke");
});

test("measures no field that tools are not asked for", () => {
  const { metrics } = scoreAnswer(label, "x", { text: "" });
  expect(metrics).not.toHaveProperty("authors");
  expect(metrics).not.toHaveProperty("publishedDay");
});

test("gives tools the decoded page, without marks and the corpus element, and leaves seen sites out", async () => {
  const asked: ToolPage[] = [];
  const html = '\ufeff<text id="a" title="b > c">\n<p>café</p>\n</text>\n';
  const labels = [
    { id: "mark", html, body: "café", url: "https://example.org/" },
    { id: "bytes", htmlPath: "page.html", encoding: "windows-1252", body: "café" },
    { id: "silent", html: "<p>no truth</p>" },
    { id: "seen", html: "<p>known</p>", body: "known", url: "https://known.example/" },
  ];
  writeFileSync(join(folder, "page.html"), Buffer.from("<p>caf\u00e9</p>", "latin1"));
  writeFileSync(join(folder, "index.jsonl"), labels.map((one) => JSON.stringify(one)).join("\n"));
  const ask = (page: ToolPage) => {
    asked.push(page);
    return Promise.resolve({ html: page.html, cpuMs: asked.length });
  };
  const choice = { set: folder, pageType: undefined, every: 1 };
  const measuring = {
    places: { data: undefined, temporary: folder, notify: () => {} },
    tools: [{ id: "echo", ask }],
    seenBy: ({ url }: { url: string | null }) => (url === "https://known.example/" ? ["fused"] : []),
    onPage: () => {},
  };
  const { pages, seen, scores, times } = await measureSet(choice, measuring);
  expect(asked).toEqual([
    { id: "mark", url: "https://example.org/", html: "<p>café</p>\n" },
    { id: "bytes", url: null, html: "<p>café</p>" },
  ]);
  expect([pages, seen]).toEqual([2, 1]);
  expect(times).toEqual([
    { tool: "echo", cpuMs: 1 },
    { tool: "echo", cpuMs: 2 },
  ]);
  expect(scores.map(({ extractor, metrics }) => [extractor, metrics.wordF1])).toEqual([
    ["echo", 1],
    ["echo", 1],
  ]);
  await warmUp(choice, measuring);
  expect(asked.map(({ id }) => id)).toEqual(["mark", "bytes", "mark", "bytes"]);
});

test("reads a set, a page type and a step", () => {
  expect(readChoice("wcxb-dev:article@4")).toEqual({ set: "wcxb-dev", pageType: "article", every: 4 });
  expect(readChoice("folder/of/set@2")).toEqual({ set: "folder/of/set", pageType: undefined, every: 2 });
  expect(readChoice("big9")).toEqual({ set: "big9", pageType: undefined, every: 1 });
});

test("takes pages of the type among every Nth of the index", () => {
  const choice = readChoice("x:article@2");
  const labels = ["article", "article", "forum", "article", "article"].map((pageType) =>
    labelOf({ pageType }),
  );
  expect(labels.map((label, at) => isChosen(choice, label, at))).toEqual([true, false, false, false, true]);
});

test("leaves out pages without a body and those of which only the beginning is known", () => {
  const choice = readChoice("x");
  expect(isChosen(choice, labelOf({}, { body: null }), 0)).toBe(false);
  expect(isChosen(choice, labelOf({}, { bodyIsPrefix: true }), 0)).toBe(false);
});

test("keeps the words of neighbouring blocks apart, and those of one block together", () => {
  const html = "<div><p>one</p>two</div>three<br>four<ul><li>fi<b>ve</b></li><li>six</li></ul>";
  expect(words(htmlText(html))).toEqual(["one", "two", "three", "four", "five", "six"]);
});

test("reads no scripts and no styles", () => {
  expect(htmlText("<p>seen</p><script>code()</script><style>p{}</style>").trim()).toBe("seen");
});
