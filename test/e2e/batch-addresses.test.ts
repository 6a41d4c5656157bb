import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { serve } from "../../src/fetch/loopback.testing.ts";
import { GOOD_PAGE } from "./bad-pages.ts";
import { galley } from "./galley.ts";
import { batch, folder, linesOf, put, read } from "./test-folder.ts";

const linesIn = (name: string) => linesOf(read(name));

/** A host with good pages, bad pages and a robots.txt. */
async function newspaper(): Promise<string> {
  const { origin } = await serve(({ url = "" }, response) => {
    response.setHeader("content-type", "text/html");
    if (url === "/robots.txt")
      response.setHeader("content-type", "text/plain").end("User-agent: *\nDisallow: /private/");
    else if (url === "/hangs") return;
    else if (url === "/gone") response.writeHead(404).end();
    else if (url === "/down") response.writeHead(500).end();
    else if (url === "/moved") response.writeHead(302, { location: "/story" }).end();
    else response.end(GOOD_PAGE);
  });
  return origin;
}

describe("galley batch fetches", () => {
  test("addresses of arguments, lists and lines, in their order, and a failure stops nothing", async () => {
    const [a, b] = [await newspaper(), await newspaper()];
    put("page.html", GOOD_PAGE);
    put(
      "lines.jsonl",
      [{ url: `${b}/story` }, { id: "named", url: `${a}/gone` }].map((r) => JSON.stringify(r)).join("\n"),
    );
    const list = [`# ${a}/left-out`, "", "page.html", `${a}/private/x`, `${b}/hangs`, `${a}/moved`];
    const bad = ["ftp://example.org/x", "www.example.org/x", "../outside.html", `${a}/down`];
    put("list.txt", [...list, ...bad].join("\r\n"));
    const started = performance.now();
    const { status, stdout, stderr } = await batch(
      `${a}/story`,
      "lines.jsonl",
      "--list",
      "list.txt",
      "--allow-private",
      "--delay",
      "0.2",
      "--timeout",
      "3",
      "--fields",
      "url,title",
    );
    expect(linesOf(stdout).map(({ id, url, error }) => [id, error?.code ?? url])).toEqual([
      [`${a}/story`, `${a}/story`],
      [`${b}/story`, `${b}/story`],
      ["named", "HTTP_REFUSED"],
      ["page.html", null],
      [`${a}/private/x`, "ROBOTS_FORBIDDEN"],
      [`${b}/hangs`, "FETCH_TIMEOUT"],
      [`${a}/moved`, `${a}/story`],
      ["ftp://example.org/x", "BAD_URL"],
      ["www.example.org/x", "FILE_NOT_FOUND"],
      ["../outside.html", "PATH_OUTSIDE"],
      [`${a}/down`, "HTTP_STATUS"],
    ]);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^galley: 11 pages, 7 failed \(/);
    expect(performance.now() - started).toBeGreaterThan(3000);
  });

  test("nothing from private addresses unless they are allowed", async () => {
    const { status, stdout } = await galley(["batch", "--list", "-"], {
      input: `${await newspaper()}/story\n`,
    });
    expect(linesOf(stdout)).toMatchObject([{ error: { code: "ADDRESS_REFUSED" } }]);
    expect(status).toBe(1);
  });
});

describe("a batch that is killed", () => {
  const PAGES = 120;
  const ids = Array.from({ length: PAGES }, (_, page) => `page-${1000 + page}.html`);
  const long = GOOD_PAGE.replace("</body>", `${"<p>More of it.</p>".repeat(500)}</body>`);

  beforeEach(() => {
    mkdirSync(join(folder, "pages"));
    for (const [at, id] of ids.entries()) put(`pages/${id}`, at % 20 === 7 ? "" : long);
  });

  async function kill(partial: string, ...args: string[]): Promise<number> {
    const isBegun = () => existsSync(join(folder, partial)) && statSync(join(folder, partial)).size > 0;
    const stopWhen = { signal: "SIGKILL", isTime: isBegun } as const;
    await galley(["batch", "pages", "--workers", "1", ...args], { cwd: folder, stopWhen });
    return linesIn(partial).length;
  }

  test("goes on with every page once, lines and files alike, and not with other options", async () => {
    const done = await kill("out.jsonl.partial", "-o", "out.jsonl", "--fields", "title");
    expect(done).toBeLessThan(PAGES);
    const other = await batch(
      "pages",
      "-o",
      "out.jsonl",
      "--fields",
      "text",
      "--extractor",
      "econ",
      "--resume",
    );
    expect(other.status).toBe(1);
    expect(other.stderr).toBe(
      "galley: RESUME_MISMATCH: The run that wrote out.jsonl had other options: --extractor fused (now --extractor econ), --fields title (now --fields text). Resume with the same options as before, or write to another output.\n",
    );
    const resumed = await batch(
      "pages",
      "-o",
      "out.jsonl",
      "--fields",
      "title",
      "--resume",
      "--timeout",
      "30",
    );
    expect(resumed.status).toBe(0);
    expect(linesIn("out.jsonl").map(({ id }) => id)).toEqual(ids);
    expect(existsSync(join(folder, "out.jsonl.run.json"))).toBe(true);
    expect(readdirSync(folder).filter((name) => name.includes("partial"))).toEqual([]);
  });

  test("goes on with a folder of files", async () => {
    const args = ["-o", "out/", "--format", "md", "--front-matter"];
    const done = await kill("out/index.jsonl.partial", ...args);
    expect(done).toBeLessThan(PAGES);
    const other = await batch("pages", "-o", "out/", "--format", "html", "--resume");
    expect(other.stderr).toContain(
      "--format markdown (now --format html), --front-matter (now no --front-matter)",
    );
    expect((await batch("pages", ...args)).stderr).toContain("OUTPUT_EXISTS: The folder out is not empty");
    // What a killed run had not entered into its index yet.
    put("out/000120-another-title.md", "");
    const resumed = await batch("pages", ...args, "--resume");
    expect(resumed.stderr).toMatch(new RegExp(`; ${done} pages done before\\n$`));
    const index = linesIn("out/index.jsonl");
    expect(index.map(({ id }) => id)).toEqual(ids);
    expect(index[7]?.error?.code).toBe("EMPTY_INPUT");
    const files = index.flatMap(({ file }) => file ?? []);
    expect(files).toHaveLength(PAGES - 6);
    const own = ["index.jsonl", "index.jsonl.run.json"];
    expect(readdirSync(join(folder, "out")).sort()).toEqual([...files, ...own]);
    expect(readFileSync(join(folder, "out", files.at(-1) ?? ""), "utf8")).toMatch(/^---\ntitle: /);
  });
});
