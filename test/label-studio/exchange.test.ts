import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parsePage } from "../../src/default-extract.ts";
import { tagName } from "../../src/html/index.ts";
import {
  exportTasks,
  importTasks,
  LabelBook,
  type LabelLine,
  type MadeLabel,
  makeSetOfTasks,
  readLabels,
  readTasks,
} from "../../src/sets/index.ts";

const RECORDED = join(import.meta.dirname, "project-7.json");
const NAMES = new Map([["title", "headline"]] as const);
const NOW = new Date("2026-11-18T00:00:00Z");
const FERRY = "https://post.example/ferry";
const GONE = "https://post.example/gone";

type Json = Record<string, unknown>;

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "galley-label-studio-"));
}

/** A set of the recorded pages, with the recorded annotations in it. */
async function importRecorded(names: ReadonlyMap<string, "headline"> = NAMES) {
  const folder = newFolder();
  const tasks = readTasks(RECORDED);
  await makeSetOfTasks(folder, tasks);
  const report = await importTasks(folder, tasks, { names, now: NOW });
  return { folder, report, book: new LabelBook(folder) };
}

async function exported(folder: string, guesses = false): Promise<Json[]> {
  const tasks: Json[] = [];
  for await (const task of exportTasks(folder, { guesses })) tasks.push(structuredClone(task) as Json);
  return tasks;
}

/** Labels as the names and beginnings of their nodes. */
function shown(html: string, labels: readonly MadeLabel[]): string[] {
  const { document } = parsePage(html);
  return labels.map(({ node, role, text }) => `${role} ${tagName(document, node)} ${text?.slice(0, 20)}`);
}

function recorded(): Json[] {
  return JSON.parse(readFileSync(RECORDED, "utf8")) as Json[];
}

const html = (task: number) => (recorded()[task]!.data as { html: string }).html;

describe("a recorded project", () => {
  test("becomes labels of nodes, also where parsers add elements and Label Studio takes some out", async () => {
    const { book } = await importRecorded();
    expect(book.people()).toEqual(["bo_example.org", "cy_example.org", "user-3"]);
    const line = book.linesOf("user-3").get(FERRY)!;
    expect({ at: line.at, state: line.state }).toEqual({ at: "2026-05-02T09:20:41.004Z", state: "done" });
    expect(shown(html(0), line.labels)).toEqual([
      "headline h1 Ferry returns to Wex",
      "byline p By Ann Example",
      "caption figcaption The ferry at the qua",
      "body div The ferry came back ",
      "related aside Read more: The quay ",
    ]);
    const bridge = book.linesOf("user-3").get("https://post.example/bridge")!;
    expect(shown(html(2), bridge.labels)).toEqual([
      "headline h1 Bridge opens",
      "body td The bridge over the ",
    ]);
  });

  test("is the truth of its pages", async () => {
    const { folder } = await importRecorded();
    const truths = new Map<string, string | null>();
    for await (const { id, truth } of readLabels(folder)) truths.set(id, truth.title);
    expect([...truths.values()]).toEqual(["Ferry returns to Wexley", null, "Bridge opens"]);
  });

  test("keeps skipped pages with their reason, and drafts as open", async () => {
    const { book } = await importRecorded();
    expect(book.linesOf("user-3").get(GONE)).toMatchObject({
      state: "skipped",
      reason: "no article",
      labels: [],
    });
    expect(book.linesOf("cy_example.org").get(FERRY)).toMatchObject({ state: "open" });
  });

  test("tells what is rounded to a node and what is no role", async () => {
    const { report } = await importRecorded();
    expect(report).toMatchObject({ tasks: 3, lines: 5, rounded: 1, lost: [], unmatched: [] });
    expect([...report.otherLabels]).toEqual([["Person", 1]]);
    const { report: unnamed } = await importRecorded(new Map());
    expect([...unnamed.otherLabels]).toEqual([
      ["Title", 3],
      ["Person", 1],
    ]);
  });

  test("goes back as it came, to the last field", async () => {
    const { folder } = await importRecorded();
    expect(await exported(folder)).toEqual(recorded());
    // Imported again, it is still one task for each page.
    await importTasks(folder, readTasks(RECORDED), { names: NAMES, now: NOW });
    expect(await exported(folder)).toEqual(recorded());
  });

  test("holds each page once, also where the set has it already", async () => {
    const { folder } = await importRecorded();
    expect(readFileSync(join(folder, "label-studio.jsonl"), "utf8")).not.toContain(
      "after nine winters in the yard.</p>",
    );
  });

  test("changes only where labels did: all else of the annotation stays", async () => {
    const { folder, book } = await importRecorded();
    const before = book.linesOf("user-3").get(FERRY)!;
    const labels = before.labels.filter(({ role }) => role === "headline");
    await book.saveAll("user-3", [{ ...before, labels, at: "2026-06-01T00:00:00.000Z" }]);
    const [task, ...others] = await exported(folder);
    const [first, second] = task!.annotations as Json[];
    const was = (recorded()[0]!.annotations as Json[])[0]!;
    const kept = (was.result as Json[]).filter(
      ({ value }) => !["Title", "byline", "caption", "body", "related"].includes(labelOf(value)),
    );
    expect(kept).toHaveLength(6);
    expect(first).toEqual({
      ...was,
      updated_at: "2026-06-01T00:00:00.000Z",
      result: [
        ...kept,
        expect.objectContaining({ from_name: "ner", to_name: "text", type: "hypertextlabels" }),
      ],
    });
    expect(labelOf((first!.result as Json[]).at(-1)!.value)).toBe("Title");
    expect(second).toEqual((recorded()[0]!.annotations as Json[])[1]);
    expect(others).toEqual(recorded().slice(1));
  });

  test("a draft that is done by now is an annotation", async () => {
    const { folder, book } = await importRecorded();
    const draft = book.linesOf("cy_example.org").get(FERRY)!;
    await book.saveAll("cy_example.org", [{ ...draft, state: "done", at: "2026-06-01T00:00:00.000Z" }]);
    const [task] = await exported(folder);
    expect(task!.drafts).toEqual([]);
    expect(task!.annotations).toHaveLength(3);
  });

  test("does not replace newer labels of the set", async () => {
    const { folder, book } = await importRecorded();
    const line = book.linesOf("user-3").get(FERRY)!;
    await book.saveAll("user-3", [{ ...line, labels: [], at: "2026-06-01T00:00:00.000Z" }]);
    const report = await importTasks(folder, readTasks(RECORDED), { names: NAMES, now: NOW });
    expect(report).toMatchObject({ older: 1, lines: 4 });
    expect(new LabelBook(folder).linesOf("user-3").get(FERRY)?.labels).toEqual([]);
  });

  test("finds its labels in another copy of the page, and leaves open what is not there", async () => {
    const folder = newFolder();
    const other = html(0)
      .replace("<h1>", "<div><b>New</b><h1>")
      .replace(/<aside>.*<\/aside>/, "");
    writeFileSync(join(folder, "index.jsonl"), JSON.stringify({ id: "ferry", url: FERRY, html: other }));
    const report = await importTasks(folder, readTasks(RECORDED), { names: NAMES, now: NOW });
    expect(report).toMatchObject({ tasks: 1, unmatched: [GONE, "https://post.example/bridge"] });
    expect(report.lost).toEqual(["ferry: related: Read more: The quay is repaired"]);
    const line = new LabelBook(folder).linesOf("user-3").get("ferry")!;
    expect(line.state).toBe("open");
    expect(shown(other, line.labels)).toContain("headline h1 Ferry returns to Wex");
  });
});

function labelOf(value: unknown): string {
  return String((value as { hypertextlabels?: readonly string[] } | undefined)?.hypertextlabels?.[0]);
}

describe("labels made in Galley", () => {
  const PAGE = `<!doctype html><h1>Bridge</h1><img src="b.jpg"><table><tr><td><div><p>One</p></div><td>Two</table><script>x</script><noscript><p>No</p></noscript><p>Last</p>`;
  const { document } = parsePage(PAGE);

  /** A set in which every node of the page is labelled. */
  async function labelledSet() {
    const folder = newFolder();
    writeFileSync(join(folder, "index.jsonl"), `${JSON.stringify({ id: "bridge", html: PAGE })}\n`);
    const roles = ["body", "headline", "byline", "caption", "boilerplate"] as const;
    const labels = Array.from({ length: document.size - 1 }, (_, at) => ({
      node: at + 1,
      role: roles[at % roles.length]!,
    }));
    const line = { id: "bridge", pageHash: "", at: "2026-11-18T08:00:00.000Z", state: "done" } as const;
    const { contentHash, anchorLabels } = await import("../../src/sets/index.ts");
    const pageHash = contentHash(PAGE);
    const anchored = anchorLabels(parsePage(PAGE), labels);
    const book = new LabelBook(folder);
    await book.saveAll("ann", [{ ...line, pageHash, labels: anchored, by: "ann" }]);
    await book.saveAll("bo", [
      { ...line, pageHash, labels: [], by: "bo", state: "skipped", reason: "a list" },
    ]);
    await book.saveAll("settled", [{ ...line, pageHash, labels: anchored.slice(3), by: "settled" }]);
    await book.saveAll("cy", [{ ...line, pageHash, labels: anchored.slice(0, 2), by: "cy", state: "open" }]);
    return folder;
  }

  const linesOf = (folder: string): LabelLine[] =>
    new LabelBook(folder).people().flatMap((by) => [...new LabelBook(folder).linesOf(by).values()]);

  test("come back the same through a file, node for node: pictures, nested nodes, skips, drafts", async () => {
    const folder = await labelledSet();
    const file = join(newFolder(), "tasks.json");
    writeFileSync(file, JSON.stringify(await exported(folder)));
    const other = newFolder();
    const tasks = readTasks(file);
    await makeSetOfTasks(other, tasks);
    const report = await importTasks(other, tasks, { names: new Map(), now: NOW });
    expect(report).toMatchObject({ rounded: 0, lost: [], tasks: 1, lines: 4 });
    expect(linesOf(other)).toEqual(linesOf(folder));
  });

  test("go out with guesses that have the same form", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "index.jsonl"), `${JSON.stringify({ id: "ferry", html: html(0) })}\n`);
    const [task] = await exported(folder, true);
    const [guess] = task!.predictions as { model_version: string; score: number; result: Json[] }[];
    expect(guess!.model_version).toBe("galley");
    expect(guess!.score).toBeGreaterThan(0);
    expect(guess!.result.map(({ value }) => labelOf(value))).toContain("headline");
    expect(guess!.result[0]).toMatchObject({ from_name: "role", to_name: "page", type: "hypertextlabels" });
    // Other models' predictions stay, and ours is there once.
    const { folder: known } = await importRecorded();
    const [again] = await exported(known, true);
    expect((again!.predictions as Json[]).map(({ model_version }) => model_version)).toEqual([
      "bert-2",
      "galley",
    ]);
  });
});

describe("files that are no export", () => {
  test.each([
    ["", "is not JSON"],
    ["[]", "holds no task"],
    ["{", "is not JSON"],
    ["[1]", "task 1: it is not a JSON object"],
    ['[{"id":1}]', "task 1: it has no data"],
    ['[{"id":1,"html":"<p>x","label":[],"annotator":1,"annotation_id":2}]', "JSON-MIN"],
    ['[{"data":{"html":"<p>"},"annotations":[{"result":"x"}]}]', "annotations are not a list"],
    ["[".repeat(200_000), "is not JSON"],
    ["id,html\n1,<p>", "is not JSON"],
  ])("%.40s is refused", (text, message) => {
    const file = join(newFolder(), "bad.json");
    writeFileSync(file, text);
    expect(() => readTasks(file)).toThrow(expect.objectContaining({ code: "BAD_TASKS" }));
    expect(() => readTasks(file)).toThrow(message);
  });

  test("bytes that are no UTF-8 are refused", () => {
    const file = join(newFolder(), "bad.json");
    writeFileSync(file, Buffer.from([0x5b, 0xff, 0xfe, 0x5d]));
    expect(() => readTasks(file)).toThrow(expect.objectContaining({ code: "BAD_TASKS" }));
  });

  test("other forms of the same are read: lines, one task, old names, a file for each annotation", () => {
    const [first, second] = recorded();
    const { annotations, ...bare } = first!;
    const [annotation] = annotations as Json[];
    const forms = {
      lines: `${JSON.stringify(first)}\n${JSON.stringify(second)}\n`,
      one: JSON.stringify(first),
      old: JSON.stringify([{ ...bare, completions: annotations }]),
      storage: JSON.stringify({ ...annotation, task: bare }),
    };
    const counts = Object.values(forms).map((text) => {
      const file = join(newFolder(), "tasks.json");
      writeFileSync(file, text);
      return readTasks(file).map((task) => task.annotations.length);
    });
    expect(counts).toEqual([[2, 1], [2], [2], [1]]);
  });

  test("regions whose paths lead nowhere, backwards or to other text are found by their text or told", async () => {
    const folder = newFolder();
    const task = (value: Json, id: number) => ({
      id,
      data: { html: html(0), id: `page-${id}` },
      annotations: [{ result: [{ type: "labels", value: { ...value, labels: ["body"] } }] }],
    });
    const path = "/div[9]/p[1]/text()[1]";
    const tasks = [
      task({ start: path, end: path, startOffset: 0, endOffset: 4, text: "The ferry at the quay." }, 1),
      task({ start: path, end: path, startOffset: 0, endOffset: 4, text: "never said" }, 2),
      task({ start: "/h1[1]/text()[1]", end: "/nav[1]", startOffset: 3, endOffset: 0 }, 3),
      task({ start: "/h1[1]/text()[1]", end: "/h1[1]/text()[1]", startOffset: -1, endOffset: 1e300 }, 4),
      task({ start: "/".repeat(100_000), end: "]]]][[[[", startOffset: null, endOffset: {} }, 5),
    ];
    const file = join(newFolder(), "tasks.json");
    writeFileSync(file, JSON.stringify(tasks));
    const read = readTasks(file);
    await makeSetOfTasks(folder, read);
    const report = await importTasks(folder, read, { names: new Map(), now: NOW });
    expect(report.tasks).toBe(5);
    expect(report.lost).toHaveLength(4);
    const lines = [...new LabelBook(folder).linesOf("label-studio").values()];
    expect(lines.map(({ state, labels }) => [state, labels.length])).toEqual([
      ["done", 1],
      ["open", 0],
      ["open", 0],
      ["open", 0],
      ["open", 0],
    ]);
    expect(lines[0]).toMatchObject({ at: NOW.toISOString(), labels: [{ text: "The ferry at the quay." }] });
    const back = await exported(folder);
    expect(back).toEqual(JSON.parse(readFileSync(file, "utf8")));
  });
});
