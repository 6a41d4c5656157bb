import { tmpdir } from "node:os";
import { afterEach, expect, test } from "vitest";
import { ToolProcess } from "./tool-process.ts";

/** A tool that behaves as the page's markup says. */
const SCRIPT = `
let rest = "";
process.stdin.on("data", (data) => {
  rest += data;
  for (let end = rest.indexOf("\\n"); end >= 0; end = rest.indexOf("\\n")) {
    const page = JSON.parse(rest.slice(0, end));
    rest = rest.slice(end + 1);
    if (page.html === "die") process.exit(3);
    if (page.html === "hang") continue;
    console.log("chatter");
    console.log(JSON.stringify({ id: page.id, text: page.html, title: "t", ms: 2, cpuMs: 1 }));
  }
});`;

let tool: ToolProcess | undefined;
afterEach(() => tool?.close());

function start(limitMs: number): ToolProcess {
  tool = new ToolProcess({ file: process.execPath, args: ["-e", SCRIPT], folder: tmpdir() }, limitMs);
  return tool;
}

const page = (id: string, html: string) => ({ id, url: null, html });

test("gives the answer and ignores the tool's other output", async () => {
  const asked = start(30_000);
  expect(await asked.ask(page("a", "one\u2028two\nthree"))).toMatchObject({
    text: "one\u2028two\nthree",
    title: "t",
    ms: 2,
    cpuMs: 1,
  });
  expect(await asked.ask(page("b", "four"))).toMatchObject({ text: "four" });
});

test("goes on after a page that ends the process", async () => {
  const asked = start(30_000);
  expect(await asked.ask(page("a", "die"))).toEqual({ error: "the process ended with 3", isLost: true });
  expect(await asked.ask(page("b", "next"))).toMatchObject({ text: "next" });
});

test("stops a page that takes too long and goes on with the next", async () => {
  const asked = start(2_000);
  expect(await asked.ask(page("a", "hang"))).toEqual({ error: "no answer in 2 s", isLost: true });
  expect(await asked.ask(page("b", "next"))).toMatchObject({ text: "next" });
});

test("says so where there is no such program", async () => {
  tool = new ToolProcess({ file: "no-such-program", args: [], folder: tmpdir() }, 30_000);
  expect((await tool.ask(page("a", "x"))).error).toContain("no-such-program");
});
