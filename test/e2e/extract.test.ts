import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serve } from "../../src/fetch/loopback.testing.ts";
import { freePort } from "../free-port.ts";
import { BAD_PAGES, GOOD_PAGE, writeBadPages } from "./bad-pages.ts";
import { EXAMPLES, galley, newFolder } from "./galley.ts";

const HARBOUR = join(EXAMPLES, "harbour.html");
let folder: string;
beforeAll(() => {
  folder = newFolder();
  writeFileSync(join(folder, "good.html"), GOOD_PAGE);
  writeBadPages(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("galley extract", () => {
  test("gives the text of a page, and says nothing else", async () => {
    const { status, stdout, stderr } = await galley(["extract", HARBOUR]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("harbour");
    expect(stdout.endsWith("\n")).toBe(true);
  });

  test.each([
    ["json", /^\{(?:.|\n)*"title": ?"/],
    ["markdown", /^# /],
    ["md", /^# /],
    ["html", /^<!doctype html>[\s\S]*<h1>/],
    ["xml", /^<\?xml/],
  ])("gives %s", async (format, shape) => {
    const { status, stdout } = await galley(["extract", HARBOUR, "--format", format]);
    expect(status).toBe(0);
    expect(stdout).toMatch(shape);
  });

  test("begins Markdown with a front matter where asked to, and no other format", async () => {
    const { stdout } = await galley(["extract", HARBOUR, "--format", "markdown", "--front-matter"]);
    expect(stdout).toMatch(/^---\ntitle: "[^"]+"\nauthors:\n {2}- "/);
    const refused = await galley(["extract", HARBOUR, "--front-matter"]);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/^galley: BAD_OPTION: .*--format markdown/);
  });

  test("gives HTML as one element with --fragment, which is of no other format", async () => {
    const { stdout } = await galley(["extract", HARBOUR, "--format", "html", "--fragment"]);
    expect(stdout).toMatch(/^<article[^>]*>\n<h1>/);
    const { status, stderr } = await galley(["extract", HARBOUR, "--fragment"]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^galley: BAD_OPTION: .*--format html/);
  });

  test("reads standard input, packed or not, and resolves against --url", async () => {
    const page = GOOD_PAGE.replace("</p>", ' <a href="/more">More</a></p>');
    const args = ["extract", "-", "--url", "https://example.org/a/story", "--format", "json"];
    for (const input of [page, gzipSync(page)]) {
      const { stdout } = await galley(args, { input });
      const article = JSON.parse(stdout) as { readonly url: string; readonly html: string };
      expect(article.url).toBe("https://example.org/a/story");
      expect(article.html).toContain("https://example.org/more");
    }
  });

  test("reads a packed file", async () => {
    writeFileSync(join(folder, "packed.html.gz"), gzipSync(GOOD_PAGE));
    const packed = await galley(["extract", "packed.html.gz"], { cwd: folder });
    expect(packed.stdout).toContain("Wexley voted");
  });

  test("reads no file: address, and says so as galley site does", async () => {
    const address = pathToFileURL(join(folder, "good.html")).href;
    const { status, stdout, stderr } = await galley(["extract", address]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^galley: BAD_URL: The address file:\S+ is not http or https; name the file by/);
    expect((await galley(["site", address])).stderr).toBe(stderr);
  });

  test("refuses to write over its own page", async () => {
    const { status, stderr } = await galley(["extract", "good.html", "-o", "./good.html"], { cwd: folder });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        "galley: BAD_OPTION: The output ./good.html is an input too and would be replaced. See --help.\n",
    });
    expect(readFileSync(join(folder, "good.html"), "utf8")).toBe(GOOD_PAGE);
  });

  test("explains in the JSON, or in a table on standard error", async () => {
    const json = await galley(["extract", HARBOUR, "--explain", "--format", "json"]);
    const { explanation } = JSON.parse(json.stdout) as {
      readonly explanation: { readonly leaves: readonly unknown[] };
    };
    expect(explanation.leaves.length).toBeGreaterThan(10);
    const plain = await galley(["extract", HARBOUR]);
    const table = await galley(["extract", HARBOUR, "--explain"]);
    expect(table.stdout).toBe(plain.stdout);
    expect(table.stderr).toMatch(/^kept +1\.00 /m);
    expect(table.stderr).toMatch(/^dropped +0\.00 /m);
  });

  test("keeps and leaves out parts of the article", async () => {
    const page = GOOD_PAGE.replace(
      "</p>",
      "</p><ul><li>The lamp is older than the town, says its keeper.</li></ul>",
    );
    const extract = (...args: string[]) =>
      galley(["extract", "-", "--extractor", "everything", ...args], { input: page });
    const [plain, more, less] = await Promise.all([
      extract(),
      extract("--include", "headline"),
      extract("--exclude", "lists"),
    ]);
    expect(plain.stdout).not.toContain("Lighthouse stays lit");
    expect(more.stdout).toContain("Lighthouse stays lit");
    expect(plain.stdout).toContain("older than the town");
    expect(less.stdout).not.toContain("older than the town");
  });

  test("writes a whole file with -o, and none when it fails", async () => {
    await galley(["extract", "good.html", "-o", "story.txt"], { cwd: folder });
    expect(readFileSync(join(folder, "story.txt"), "utf8")).toContain("Wexley voted");
    await galley(["extract", "empty.html", "-o", "nothing.txt"], { cwd: folder });
    expect(existsSync(join(folder, "nothing.txt"))).toBe(false);
    const { status, stderr } = await galley(["extract", "good.html", "-o", "no/such/folder.txt"], {
      cwd: folder,
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^galley: WRITE_FAILED: /);
  });

  test("says of a page that scripts fill why its article is empty, and what helps", async () => {
    const input = "<title>Tide</title><main></main><script>fill(document.querySelector('main'))</script>";
    const { status, stdout, stderr } = await galley(["extract", "-"], { input });
    expect({ status, text: stdout.trim() }).toEqual({ status: 0, text: "" });
    expect(stderr).toMatch(/^galley: SCRIPT_ONLY: .*--render/m);
  });

  test("reads bytes in the charset it is given", async () => {
    const input = Buffer.from(GOOD_PAGE.replace("clerk", "caf\u00e9 owner"), "latin1");
    const { stdout } = await galley(["extract", "-", "--charset", "windows-1252"], { input });
    expect(stdout).toContain("caf\u00e9 owner");
  });
});

describe("galley extract keeps its promise for", () => {
  test.each(BAD_PAGES)("$name", async ({ name, failure, warning, text }) => {
    const { status, stdout, stderr } = await galley(["extract", name, "--format", "json"], { cwd: folder });
    if (failure !== undefined) {
      expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
      expect(stderr).toMatch(new RegExp(`^galley: ${failure}: [^\\n]+\\n$`));
      return;
    }
    const isEmpty = warning === "NO_TEXT";
    expect({ status, isSaid: stderr !== "" }).toEqual({ status: 0, isSaid: isEmpty });
    if (isEmpty) expect(stderr).toBe("galley: NO_TEXT: The page shows no text; the article is empty.\n");
    const article = JSON.parse(stdout) as {
      readonly text: string;
      readonly warnings: readonly { code: string }[];
    };
    expect(article.text).toContain(text ?? "");
    const codes = article.warnings.map(({ code }) => code);
    if (warning !== undefined) expect(codes).toContain(warning);
  });

  test.each([
    ["a missing file", ["nowhere.html"], "FILE_NOT_FOUND"],
    ["a file in a file", ["good.html/page.html"], "FILE_NOT_FOUND"],
    ["a folder", ["."], "FILE_UNREADABLE"],
    ["an address of another kind", ["ftp://example.org/"], "BAD_URL"],
    ["a private address", ["http://127.0.0.1/"], "ADDRESS_REFUSED"],
    ["a --url that is none", ["good.html", "--url", "example"], "BAD_URL"],
    ["a charset nobody knows", ["good.html", "--charset", "klingon-8"], "BAD_OPTION"],
    ["an unknown extractor", ["good.html", "--extractor", "magic"], "BAD_OPTION"],
    ["an unknown part", ["good.html", "--include", "adverts"], "BAD_OPTION"],
    ["a limit that is none", ["good.html", "--max-bytes", "many"], "BAD_OPTION"],
    ["a page over the limit", ["good.html", "--max-bytes", "100"], "INPUT_TOO_LARGE"],
    ["no name at all", [""], "BAD_OPTION"],
    ["an output without a name", ["good.html", "-o", ""], "BAD_OPTION"],
  ])("%s", async (_, args, code) => {
    const { status, stdout, stderr } = await galley(["extract", ...args], { cwd: folder });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(new RegExp(`^galley: ${code}: [^\\n]+\\n$`));
  });

  test.each([
    [
      ["."],
      "FILE_UNREADABLE: The path . is a folder; use galley batch . for its pages. Give a file that can be read.",
    ],
    [
      ["www.example.org/story"],
      "FILE_NOT_FOUND: Cannot find the file www.example.org/story; for an address write https://www.example.org/story. Check the name and the path.",
    ],
    [
      ["news.example.org:8080/story"],
      "FILE_NOT_FOUND: Cannot find the file news.example.org:8080/story; for an address write https://news.example.org:8080/story. Check the name and the path.",
    ],
    [["good.html/x"], "FILE_NOT_FOUND: Cannot find good.html/x. Check the name and the path."],
    [
      ["200-mb.html"],
      "INPUT_TOO_LARGE: The page from 200-mb.html is over 64 MiB. If it is really one page, raise --max-bytes (in code: maxBytes).",
    ],
    [
      ["good.html", "--max-bytes", "0.5k"],
      "INPUT_TOO_LARGE: The page from good.html is over 500 bytes. If it is really one page, raise --max-bytes (in code: maxBytes).",
    ],
    [
      ["empty.html"],
      "EMPTY_INPUT: The input is empty or holds only white space. Check that the file was saved or the download finished.",
    ],
    [
      ["cut-short.html.gz"],
      "BAD_GZIP: The gzip data of cut-short.html.gz is damaged or cut short. Fetch or compress the file again.",
    ],
    [["good.html", "--charset", "x"], 'BAD_OPTION: No charset is called "x". See --help.'],
  ])("%j in words that are not said twice", async (args, line) => {
    const { stderr } = await galley(["extract", ...args], { cwd: folder });
    expect(stderr).toBe(`galley: ${line}\n`);
  });

  test("a link that leads nowhere (as root nothing is unreadable by permission)", async () => {
    mkdirSync(join(folder, "links"), { recursive: true });
    symlinkSync(join(folder, "gone.html"), join(folder, "links/gone.html"));
    const { stderr } = await galley(["extract", "links/gone.html"], { cwd: folder });
    expect(stderr).toMatch(/^galley: FILE_NOT_FOUND: /);
  });

  test("an empty standard input", async () => {
    const { status, stderr } = await galley(["extract", "-"], { input: "" });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^galley: EMPTY_INPUT: /);
  });

  test("a program on standard input", async () => {
    const input = Uint8Array.from({ length: 5000 }, (_, index) => (index * 37) % 256);
    input.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]);
    const { status, stderr } = await galley(["extract", "-"], { input });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^galley: NOT_HTML: /);
  });
});

describe("galley extract URL", () => {
  test("gives the article of a page on a server", async () => {
    const { origin } = await serve((request, response) => {
      if (request.url === "/robots.txt") response.writeHead(404).end();
      else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(GOOD_PAGE);
    });
    const url = `${origin}/story`;
    const { status, stdout } = await galley(["extract", url, "--allow-private", "--format", "json"]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ url, text: expect.stringContaining("Wexley voted") });
  });

  test("says that no connection can be made where nobody listens", async () => {
    const { status, stderr } = await galley([
      "extract",
      `http://127.0.0.1:${await freePort()}/`,
      "--allow-private",
      "--timeout",
      "5",
    ]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^galley: CONNECT_FAILED: /);
  });

  test("ends with one line when the network is closed", async () => {
    const { status, stderr } = await galley(["extract", "http://closed.invalid/", "--timeout", "5"]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^galley: (?:DNS_FAILED|CONNECT_FAILED|FETCH_TIMEOUT): [^\n]+\n$/);
  });
});
