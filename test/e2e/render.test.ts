import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serve } from "../../src/fetch/loopback.testing.ts";
import { galley, newFolder } from "./galley.ts";

const LINES = Array.from(
  { length: 10 },
  (_, day) => `Day ${day} at the quay was quiet, said the harbour master, and the ferry left on time.`,
);
const FILLED = `<title>Quiet days</title><main></main><script src="files/fill.js"></script>`;
const FILL = `document.querySelector("main").innerHTML = ${JSON.stringify(LINES)}.map((line) => "<p>" + line + "</p>").join("")`;

let folder: string;
beforeAll(() => {
  folder = newFolder();
  mkdirSync(join(folder, "pages/files"), { recursive: true });
  writeFileSync(join(folder, "pages/quay.html"), FILLED);
  writeFileSync(join(folder, "pages/files/fill.js"), FILL);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("galley extract --render", () => {
  test("gives what the scripts of a saved page write", async () => {
    const args = ["extract", "pages/quay.html", "--extractor", "paragraphs"];
    const { status, stdout, stderr } = await galley([...args, "--render"], { cwd: folder });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.trim().split("\n\n")).toEqual(LINES);
    expect((await galley([...args, "--no-scripts"], { cwd: folder })).stdout.trim()).toBe("");
  });

  test("gives a page of the network with what it asks for, where that is allowed", async () => {
    const { origin } = await serve((request, response) => {
      const isScript = request.url === "/files/fill.js";
      response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
      if (request.url === "/robots.txt") response.writeHead(404).end();
      else response.end(isScript ? FILL : FILLED);
    });
    const address = `${origin}/quay`;
    const { stdout } = await galley(["extract", address, "--render", "--allow-private", "--format", "json"]);
    const article = JSON.parse(stdout) as { readonly url: string; readonly text: string };
    expect(article.url).toBe(address);
    expect(article.text).toContain("Day 9 at the quay");
  });

  test("gives an article in the looks of its page, with its pictures as parts of the file where that is asked for", async () => {
    const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100"/></svg>`;
    const lines = LINES.map((line) => `<p>${line}</p>`).join("");
    writeFileSync(join(folder, "pages/files/quay.svg"), picture);
    writeFileSync(
      join(folder, "pages/looks.html"),
      `<!doctype html><title>Quiet days</title><style>p { color: rgb(10, 20, 30) }</style><main><h1>Quiet days</h1><figure><img src="files/quay.svg" width="600" height="300" alt="The quay"></figure>${lines}</main><script>alert(1)</script>`,
    );
    const args = ["extract", "pages/looks.html", "--format", "styled", "--extractor", "everything"];
    const options = ["--render", "--url", "https://quay.example/days/looks.html"];
    const linked = await galley([...args, ...options], { cwd: folder });
    expect({ status: linked.status, stderr: linked.stderr }).toEqual({ status: 0, stderr: "" });
    expect(linked.stdout).toContain(LINES[9]);
    expect(linked.stdout).toContain("color:rgb(10, 20, 30)");
    expect(linked.stdout).toContain('src="https://quay.example/days/files/quay.svg"');
    expect(linked.stdout).not.toContain("<script");
    await galley([...args, ...options, "--inline", "-o", "styled.html"], { cwd: folder });
    const inlined = readFileSync(join(folder, "styled.html"), "utf8");
    expect(inlined).toContain(`src="data:image/svg+xml;base64,${Buffer.from(picture).toString("base64")}"`);
  });

  test.each([
    [["--format", "styled"], /--render/],
    [["--format", "html", "--inline"], /--format styled/],
  ])("refuses %j, with what to do", async (options, message) => {
    const { status, stderr } = await galley(["extract", "pages/quay.html", ...options], { cwd: folder });
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/^galley: BAD_OPTION: /);
    expect(stderr).toMatch(message);
  });

  test("says what to do where there is no browser", async () => {
    const { status, stderr } = await galley(["extract", "pages/quay.html", "--render"], {
      cwd: folder,
      env: { CHROME_PATH: "/no/such/browser" },
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^galley: NO_BROWSER: .*CHROME_PATH\.\n$/);
  });

  test("leaves no profile behind when it is interrupted", async () => {
    const temporary = join(folder, "temporary");
    mkdirSync(temporary);
    // What the command compiled is kept there too.
    const profiles = () => readdirSync(temporary).filter((name) => name.includes("profile"));
    writeFileSync(join(folder, "loop.html"), "<p>Quay<script>for (;;);</script>");
    const { status } = await galley(["extract", "loop.html", "--render"], {
      cwd: folder,
      env: { TMPDIR: temporary },
      stopWhen: { signal: "SIGINT", isTime: () => profiles().length > 0 },
    });
    expect(status).toBe(130);
    expect(profiles()).toEqual([]);
  });
});

test("galley batch --render gives a line for each page, in order, whatever becomes of it", async () => {
  const page = (id: string, html: string) => JSON.stringify({ id, html });
  const input = [
    page("slow", "<p>Quay<script>for (const end = Date.now() + 800; Date.now() < end; );</script>"),
    page("loop", "<p>Tide<script>for (;;);</script>"),
    page("none", ""),
    page("quick", `<main></main><script>${FILL}</script>`),
  ].join("\n");
  const options = ["--extractor", "everything", "--timeout", "3", "--fields", "text", "--quiet"];
  const { status, stdout } = await galley(["batch", "-", "--render", ...options], { input });
  expect(status).toBe(0);
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map(({ id, error }) => [id, error?.code])).toEqual([
    ["slow", undefined],
    ["loop", "RENDER_TIMEOUT"],
    ["none", "EMPTY_INPUT"],
    ["quick", undefined],
  ]);
  expect(lines[3].text).toContain("Day 9 at the quay");
});

test("galley eval --render measures a page as its scripts have not changed it", async () => {
  const html = `<title>Quiet days</title>${LINES.map((line) => `<p>${line}</p>`).join("")}<script>document.body.remove()</script>`;
  const label = { id: "a", url: "https://quay.example/a", html, title: "Quiet days", body: LINES.join("\n") };
  mkdirSync(join(folder, "set"));
  writeFileSync(join(folder, "set/index.jsonl"), JSON.stringify(label));
  const args = ["eval", "set", "--extractor", "paragraphs", "--nodes"];
  const rendered = await galley([...args, "--render"], { cwd: folder });
  expect(rendered.status).toBe(0);
  expect(rendered.stdout).toContain("1.000");
  expect(rendered.stdout).toBe((await galley(args, { cwd: folder })).stdout);
});
