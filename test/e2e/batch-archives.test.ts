import { describe, expect, test } from "vitest";
import {
  archive,
  INFO,
  idOf,
  request,
  response,
  story,
} from "../../src/archive/warc/made-up-archives.testing.ts";
import { galley } from "./galley.ts";
import { batch, folder, linesOf, outcomes, put, read } from "./test-folder.ts";

const page = (name: string) => response(name, story(name));

describe("galley batch with archives", () => {
  test("gives each HTML response a line with the id and the address of its record", async () => {
    put("crawl/a.warc.gz", archive([INFO, request("a"), page("a"), page("b")], "gzip"));
    put(
      "crawl/b.warc",
      archive(
        [response("c", "{}", "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"), page("d")],
        "none",
      ),
    );
    put("crawl/c.warc.zst", archive([page("e")], "zstd"));
    const { status, stdout, stderr } = await batch(
      "crawl/a.warc.gz",
      "crawl/b.warc",
      "crawl/c.warc.zst",
      "--fields",
      "url,title",
    );
    expect(status, stderr).toBe(0);
    expect(linesOf(stdout)).toEqual(
      ["a", "b", "d", "e"].map((name) => ({
        id: idOf(name),
        url: `https://bay.example/${name}`,
        title: `${name} gauge works`,
      })),
    );
  });

  test("reads the WARC files of a folder after its pages, in whole files where it has no others", async () => {
    put("crawl/b.warc", archive([page("b")], "none"));
    put("crawl/2026/a.warc.gz", archive([page("a")], "gzip"));
    put("crawl/notes.txt", "no page");
    const alone = await batch("crawl", "--quiet");
    expect(outcomes(alone.stdout), alone.stderr).toEqual([`${idOf("a")} ok`, `${idOf("b")} ok`]);
    const second = await batch("crawl", "--shard", "2/2", "--quiet");
    const first = await batch("crawl", "--shard", "1/2", "--quiet");
    expect([second.stdout, first.stdout].join("")).toBe(alone.stdout);

    put("crawl/z.html", "<article><p>A page beside the archives.</p></article>");
    const { stdout } = await batch("crawl", "--fields", "url");
    expect(outcomes(stdout)).toEqual(["z.html ok", `${idOf("a")} ok`, `${idOf("b")} ok`]);
  });

  test("does not read the archive that it writes into the folder", async () => {
    put("crawl/a.warc", archive([page("a")], "none"));
    const write = (...args: string[]) => batch("crawl/", "-o", "crawl/texts.warc.gz", ...args);
    expect((await write()).status).toBe(0);
    expect(await write("--resume")).toMatchObject({ status: 0, stderr: expect.stringContaining("0 pages") });
    expect(await write("--overwrite")).toMatchObject({
      status: 0,
      stderr: expect.stringContaining("1 page,"),
    });
  });

  test("reads an archive from standard input", async () => {
    for (const packing of ["none", "gzip", "zstd"] as const) {
      const { stdout } = await galley(["batch", "-"], {
        cwd: folder,
        input: archive([INFO, page("a")], packing),
      });
      expect(outcomes(stdout)).toEqual([`${idOf("a")} ok`]);
    }
  });

  test("reads the files that a list names; one that is missing is a line of its own", async () => {
    put("crawl-data/CC-NEWS/2026/11/one.warc.gz", archive([INFO, page("a")], "gzip"));
    put("more.jsonl", `${JSON.stringify({ id: "j", content: story("j") })}\n`);
    put(
      "warc.paths",
      "crawl-data/CC-NEWS/2026/11/one.warc.gz\ncrawl-data/CC-NEWS/2026/11/two.warc.gz\nmore.jsonl\n",
    );
    const { status, stdout } = await batch("--list", "warc.paths");
    expect(status).toBe(0);
    expect(outcomes(stdout)).toEqual([
      `${idOf("a")} ok`,
      "crawl-data/CC-NEWS/2026/11/two.warc.gz FILE_NOT_FOUND",
      "j ok",
    ]);
  });

  test("gives all whole records of a file that is cut, and one line with the offset", async () => {
    const whole = archive([page("a"), page("b")], "gzip");
    const start = archive([page("a")], "gzip").length;
    put("cut.warc.gz", whole.subarray(0, -20));
    const { status, stdout, stderr } = await batch("cut.warc.gz");
    expect(status).toBe(0);
    expect(stderr).toMatch(/^galley: 2 pages, 1 failed \(BAD_ARCHIVE 1\), /);
    const [first, second] = linesOf(stdout);
    expect(first?.id).toBe(idOf("a"));
    expect(second).toEqual({
      id: `cut.warc.gz:${start}`,
      error: {
        code: "BAD_ARCHIVE",
        message: expect.stringContaining(`bytes from byte ${start} are left out`),
      },
    });
  });

  test("goes on where it was stopped", async () => {
    const pages = Array.from({ length: 60 }, (_, at) => page(`p${at}`));
    put("crawl.warc.gz", archive(pages, "gzip"));
    await batch("crawl.warc.gz", "-o", "whole.jsonl");
    const lines = read("whole.jsonl");
    put("out.jsonl.partial", lines.slice(0, lines.length / 3));
    const { status, stderr } = await batch("crawl.warc.gz", "-o", "out.jsonl", "--resume");
    expect(status, stderr).toBe(0);
    expect(read("out.jsonl")).toBe(lines);
  });

  test("takes the markup from the fields that it is told", async () => {
    put(
      "pages.jsonl",
      `${JSON.stringify({ key: "k1", address: "https://bay.example/k", body: story("k") })}\n`,
    );
    const names = ["--id-field", "key", "--url-field", "address", "--html-field", "body"];
    const { stdout } = await batch("pages.jsonl", ...names, "--fields", "url,title");
    expect(linesOf(stdout)).toEqual([{ id: "k1", url: "https://bay.example/k", title: "k gauge works" }]);
  });
});
