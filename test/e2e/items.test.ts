import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { makeSite, serveSite } from "../newsroom/index.ts";
import { galley } from "./galley.ts";
import { folder, linesOf, read } from "./test-folder.ts";

interface Line {
  readonly id: string;
  readonly items?: readonly { readonly title: string; readonly url: string }[];
  readonly error?: { readonly code: string };
}

const FRONT = '<h2><a href="/town/20417-wall">Harbour wall gives way</a></h2>';

const items = (args: readonly string[], input?: string) =>
  galley(["items", ...args], { cwd: folder, ...(input !== undefined && { input }) });

describe("galley items", () => {
  test("writes a line for each page of all inputs, in their order, and goes on past bad ones", async () => {
    mkdirSync(join(folder, "fronts"));
    writeFileSync(join(folder, "fronts/a.html"), "");
    writeFileSync(join(folder, "fronts/b.html"), "<p>No links.</p>");
    const record = { id: "c", url: "https://post.example/", html: FRONT };
    writeFileSync(join(folder, "more.jsonl"), `${JSON.stringify(record)}\n{}\n`);
    const { status, stderr } = await items(["fronts", "more.jsonl", "-o", "items.jsonl.gz"]);
    const lines = linesOf<Line>(gunzipSync(readFileSync(join(folder, "items.jsonl.gz"))).toString());
    expect(lines.map(({ id, items: found, error }) => [id, error?.code ?? found?.length])).toEqual([
      ["a.html", "EMPTY_INPUT"],
      ["b.html", 0],
      ["c", 1],
      ["more.jsonl:2", "BAD_RECORD"],
    ]);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^galley: 4 pages, 2 failed /);
  });

  test("reads a page from standard input, with the address it is given", async () => {
    const { stdout } = await items(["-", "--url", "https://post.example/", "-q"], FRONT);
    expect(linesOf<Line>(stdout)[0]?.items?.[0]?.url).toBe("https://post.example/town/20417-wall");
  });

  test("fetches a page by its address", async () => {
    const site = makeSite({ look: "bem-2016", language: "en", seed: 5, articles: 6, hardCases: [] });
    const server = await serveSite(site);
    try {
      const { stdout } = await items([`${server.url}/`, "--allow-private", "-q"]);
      const home = site.pages.find(({ pageType }) => pageType === "home");
      expect(linesOf<Line>(stdout)[0]?.items?.[0]?.title).toBe(home?.truth.items[0]?.title);
    } finally {
      await server.close();
    }
  });

  test("goes on where an earlier run stopped", async () => {
    writeFileSync(join(folder, "a.html"), FRONT);
    writeFileSync(join(folder, "b.html"), FRONT);
    writeFileSync(join(folder, "items.jsonl.partial"), '{"id":"a.html","items":["kept"]}\n{"id":"b');
    await items(["a.html", "b.html", "-o", "items.jsonl", "--resume", "-q"]);
    expect(read("items.jsonl")).toBe('{"id":"a.html","items":["kept"]}\n{"id":"b.html","items":[]}\n');
  });

  test.each([
    [["gone.html"], "FILE_NOT_FOUND"],
    [["a.html", "--url", "post"], "BAD_URL"],
    [["a.html", "a.html", "--url", "https://post.example/"], "BAD_OPTION"],
    [["a.html", "-o", "items.csv"], "BAD_OPTION"],
    [["ftp://post.example/"], "BAD_URL"],
  ])("refuses %j with %s", async (args, code) => {
    writeFileSync(join(folder, "a.html"), FRONT);
    const { status, stderr } = await items([...args, "-q"]);
    expect(status).toBe(1);
    expect(stderr).toContain(`galley: ${code}: `);
    expect(existsSync(join(folder, "items.csv"))).toBe(false);
  });
});
