import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Answers } from "./answers.ts";
import type { ToolAnswer } from "./tool-process.ts";
import { TOOLS, type Tool } from "./tools.data.ts";

const folder = mkdtempSync(join(tmpdir(), "galley-answers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [tool] = TOOLS as [Tool];
const page = { id: "1", url: null, html: "<p>x</p>" };

async function answer(file: string, given: ToolAnswer, by = tool): Promise<ToolAnswer> {
  return new Answers(by, join(folder, file)).answerTo(page, () => Promise.resolve(given));
}

test("keeps an answer for the next run, also after one that was stopped in the middle of a line", async () => {
  await answer("kept", { text: "first" });
  expect(await answer("kept", { text: "second" })).toEqual({ text: "first" });
  appendFileSync(join(folder, "kept"), '\n{"key":"half');
  expect(await answer("kept", { text: "second" })).toEqual({ text: "first" });
});

test("asks again for another version of the tool", async () => {
  await answer("versions", { text: "old" });
  const newer: Tool = { ...tool, packages: [["trafilatura", "99.0.0"]] };
  expect(await answer("versions", { text: "new" }, newer)).toEqual({ text: "new" });
});

test("asks again where no answer came", async () => {
  await answer("lost", { error: "no answer in 1 s", isLost: true });
  expect(await answer("lost", { text: "now" })).toEqual({ text: "now" });
});

test("asks again where the caller wants that, and keeps no times", async () => {
  await answer("times", { text: "old" });
  const answers = new Answers(tool, join(folder, "times"));
  const timed = { text: "new", ms: 3, cpuMs: 2 };
  expect(await answers.askAnew(page, () => Promise.resolve(timed))).toEqual(timed);
  expect(await answer("times", { text: "later" })).toEqual({ text: "new" });
});
