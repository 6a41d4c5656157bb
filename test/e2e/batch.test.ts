import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { BAD_PAGES, GOOD_PAGE, writeBadPages } from "./bad-pages.ts";
import { galley } from "./galley.ts";
import { batch, folder, linesOf, outcomes, put, read } from "./test-folder.ts";

describe("galley batch", () => {
  test("writes a line for each page of a folder, in their order, and a summary", async () => {
    for (let page = 10; page < 40; page++) put(`pages/${page}.html`);
    const { status, stdout, stderr } = await batch("pages", "-o", "out.jsonl", "--workers", "2");
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
    expect(stderr).toMatch(/^galley: 30 pages, none failed, [\d.]+ s, [\d.]+ pages\/s\n$/);
    const lines = linesOf(read("out.jsonl"));
    expect(lines.map(({ id }) => id)).toEqual(Array.from({ length: 30 }, (_, page) => `${page + 10}.html`));
    expect(lines.every(({ text }) => text?.includes("Wexley voted"))).toBe(true);
  });

  test("carries on past every bad page and says which and why", async () => {
    mkdirSync(join(folder, "pages"));
    writeBadPages(join(folder, "pages"));
    symlinkSync(join(folder, "gone.html"), join(folder, "pages/gone.html"));
    put("pages/good.html");
    const { status, stderr } = await batch("pages", "-o", "out.jsonl");
    const expected = [
      ...BAD_PAGES.map(({ name, failure }) => `${name} ${failure ?? "ok"}`),
      "gone.html FILE_NOT_FOUND",
      "good.html ok",
    ].sort();
    expect(outcomes(read("out.jsonl"))).toEqual(expected);
    const failed = expected.filter((outcome) => !outcome.endsWith(" ok")).length;
    expect(status).toBe(0);
    expect(stderr).toContain(`galley: ${expected.length} pages, ${failed} failed (NOT_HTML 3, `);
  });

  test("reads lines from standard input and writes lines to standard output", async () => {
    put("page.html");
    const input = [
      JSON.stringify({ id: "a", html: GOOD_PAGE, url: "https://example.org/a" }),
      "{broken",
      JSON.stringify({ id: "c", title: "No page" }),
      JSON.stringify({ id: "d", htmlPath: "page.html" }),
      JSON.stringify({ id: "a", html: GOOD_PAGE }),
      JSON.stringify({ id: "e", htmlPath: "/etc/hostname" }),
    ].join("\n");
    const { status, stdout } = await galley(["batch", "-"], { cwd: folder, input });
    expect(status).toBe(0);
    const expected = ["a ok", "-:2 BAD_RECORD", "c BAD_RECORD", "d ok", "a ok", "e PATH_OUTSIDE"];
    expect(outcomes(stdout)).toEqual(expected);
  });

  test("reads the bytes of a record in its encoding", async () => {
    put("page.html", Buffer.from(GOOD_PAGE.replaceAll("clerk", "caf\u00e9 owner"), "latin1"));
    put("pages.jsonl", '{"id":"a","htmlPath":"page.html","encoding":"iso-8859-1"}\n');
    const [line] = linesOf((await batch("pages.jsonl")).stdout);
    expect(line?.text).toContain("caf\u00e9 owner");
  });

  test("mixes inputs, packed and not, and packs its output", async () => {
    put("one.html");
    put("more/two.html.gz", gzipSync(GOOD_PAGE));
    put("three.jsonl.gz", gzipSync(`${JSON.stringify({ id: "three", html: GOOD_PAGE })}\n`));
    await batch("one.html", "more", "three.jsonl.gz", "-o", "out.jsonl.gz");
    const text = gunzipSync(readFileSync(join(folder, "out.jsonl.gz"))).toString();
    expect(outcomes(text)).toEqual(["one.html ok", "two.html.gz ok", "three ok"]);
  });

  test("writes only the fields that are asked for, and the id", async () => {
    put("one.html");
    const { stdout } = await batch("one.html", "--fields", "wordCount,title");
    expect(Object.keys(JSON.parse(stdout) as object)).toEqual(["id", "title", "wordCount"]);
  });

  test("uses the extractor it is given", async () => {
    put("one.html");
    const { stdout } = await batch("one.html", "--extractor", "everything", "--fields", "extractor");
    expect(JSON.parse(stdout)).toEqual({ id: "one.html", extractor: "everything" });
  });

  test("ends with an error when nothing worked, and still writes why", async () => {
    put("pages/a.html", "");
    put("pages/b.html", "");
    const { status, stderr } = await batch("pages", "-o", "out.jsonl");
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^galley: 2 pages, 2 failed \(EMPTY_INPUT 2\), .*\ngalley: NOTHING_WORKED: [^\n]+\n$/,
    );
    expect(outcomes(read("out.jsonl"))).toHaveLength(2);
    expect((await batch("pages/a.html")).stderr).toContain(
      "NOTHING_WORKED: The one page gave no article. The output gives the reason for each page.\n",
    );
  });

  test.each([
    ["an empty folder", "pages"],
    ["an empty standard input", "-"],
  ])("refuses %s and leaves the output of an earlier run alone", async (_, input) => {
    mkdirSync(join(folder, "pages"));
    put("out.jsonl", "{}\n");
    const { status, stderr } = await batch(input, "-o", "out.jsonl", "--overwrite");
    expect(status).toBe(1);
    expect(stderr).toMatch(/^galley: NO_PAGES: The inputs hold no page\. .*\n$/);
    expect(readdirSync(folder).sort()).toEqual(["out.jsonl", "pages"]);
    expect(read("out.jsonl")).toBe("{}\n");
  });

  test("gives a page up after its time, and goes on", async () => {
    put("pages/good.html");
    put("pages/slow.html", `<p>${"<u>Tide</u> ".repeat(1_500_000)}`);
    const { status, stdout } = await batch("pages", "--timeout", "0.6", "--workers", "1");
    expect(outcomes(stdout)).toEqual(["good.html ok", "slow.html PAGE_TIMEOUT"]);
    expect(status).toBe(0);
  });

  test("does not wait at a pipe that nobody writes to", async () => {
    expect(spawnSync("mkfifo", [join(folder, "pipe.html")]).status).toBe(0);
    const input = '{"id":"a","htmlPath":"pipe.html"}\n';
    const { status, stdout } = await galley(["batch", "-", "--timeout", "5"], { cwd: folder, input });
    expect(outcomes(stdout)).toEqual(["a FILE_UNREADABLE"]);
    expect(status).toBe(1);
  }, 20_000);

  test("reports binary on standard input as one bad line", async () => {
    const input = Uint8Array.from({ length: 3000 }, (_, index) => (index * 37) % 256 || 1).filter(
      (byte) => byte !== 10,
    );
    const { status, stdout } = await galley(["batch", "-"], { input });
    expect(status).toBe(1);
    expect(outcomes(stdout)).toEqual(["-:1 BAD_RECORD"]);
  });
});

describe("galley batch refuses", () => {
  test.each([
    ["a missing input", ["nowhere"], "FILE_NOT_FOUND"],
    ["a file as folder (as root no folder is unreadable)", ["page.html/inside"], "FILE_NOT_FOUND"],
    ["an output of an unknown kind", ["page.html", "-o", "out.csv"], "BAD_OPTION"],
    ["an output that is there", ["page.html", "-o", "there.jsonl"], "OUTPUT_EXISTS"],
    ["an output that is there in part", ["page.html", "-o", "begun.jsonl"], "OUTPUT_EXISTS"],
    ["an output in a missing folder", ["page.html", "-o", "no/such/out.jsonl"], "WRITE_FAILED"],
    ["an output that is its input", ["pages.jsonl", "-o", "./pages.jsonl"], "BAD_OPTION"],
    ["an output that is its input by another way", ["linked/pages.jsonl", "-o", "pages.jsonl"], "BAD_OPTION"],
    ["a field nobody has", ["page.html", "--fields", "title,mood"], "BAD_OPTION"],
    ["no worker at all", ["page.html", "--workers", "0"], "BAD_OPTION"],
    ["to go on with standard output", ["page.html", "--resume"], "BAD_OPTION"],
  ])("%s", async (_, args, code) => {
    put("page.html");
    put("pages.jsonl", "{}\n");
    put("there.jsonl", "{}\n");
    put("begun.jsonl.partial", "{}\n");
    symlinkSync(".", join(folder, "linked"));
    const { status, stdout, stderr } = await batch(...args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(new RegExp(`^galley: ${code}: [^\\n]+\\n$`));
  });
});

describe("an interrupted batch", () => {
  const out = (): string => join(folder, "out.jsonl");
  const hasStarted = (): boolean => existsSync(`${out()}.partial`) && statSync(`${out()}.partial`).size > 0;

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("by %s leaves no output file, and goes on with --resume", async (signal, exitStatus) => {
    const pages = Array.from({ length: 200 }, (_, index) => `page-${1000 + index}.html`);
    for (const page of pages)
      put(`pages/${page}`, GOOD_PAGE.replace("</body>", `${"<p>More of it.</p>".repeat(500)}</body>`));
    const stopped = await galley(["batch", "pages", "-o", "out.jsonl", "--workers", "1"], {
      cwd: folder,
      stopWhen: { signal, isTime: hasStarted },
    });
    expect(stopped.status).toBe(exitStatus);
    const done = linesOf(readFileSync(`${out()}.partial`, "utf8")).length;
    expect(stopped.stderr).toBe(
      `galley: stopped by ${signal} after ${done} pages; out.jsonl.partial holds them, continue with --resume.\n`,
    );
    expect(existsSync(out())).toBe(false);
    const resumed = await batch("pages", "-o", "out.jsonl", "--resume");
    expect(resumed.status).toBe(0);
    expect(resumed.stderr).toMatch(
      new RegExp(`^galley: ${pages.length - done} pages, .*; ${done} pages done before\\n$`),
    );
    expect(linesOf(readFileSync(out(), "utf8")).map(({ id }) => id)).toEqual(pages);
    expect(existsSync(`${out()}.partial`)).toBe(false);
  });

  test("counts the lines of the run before when it is interrupted again", async () => {
    const line = (id: number): string => `${JSON.stringify({ id: String(id), html: GOOD_PAGE })}\n`;
    put("out.jsonl.partial", Array.from({ length: 7 }, (_, id) => `{"id":"${id}"}\n`).join(""));
    put("pages.jsonl", Array.from({ length: 3000 }, (_, id) => line(id)).join(""));
    const sizeBefore = statSync(`${out()}.partial`).size;
    const { stderr } = await galley(
      ["batch", "pages.jsonl", "-o", "out.jsonl", "--resume", "--workers", "1"],
      {
        cwd: folder,
        stopWhen: {
          signal: "SIGINT",
          isTime: () => existsSync(`${out()}.partial`) && statSync(`${out()}.partial`).size > sizeBefore,
        },
      },
    );
    const { length } = linesOf(readFileSync(`${out()}.partial`, "utf8"));
    expect(length).toBeGreaterThan(7);
    expect(stderr).toContain(`stopped by SIGINT after ${length} pages;`);
  });

  test("that has nothing left to do says what was done before", async () => {
    for (const name of ["a", "b"]) put(`pages/${name}.html`);
    await batch("pages", "-o", "out.jsonl");
    const before = readFileSync(out(), "utf8");
    const { status, stderr } = await batch("pages", "-o", "out.jsonl", "--resume");
    expect(status).toBe(0);
    expect(stderr).toMatch(/^galley: 0 pages, none failed, .*; 2 pages done before\n$/);
    expect(readFileSync(out(), "utf8")).toBe(before);
  });
});
