import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { archive, idOf, response, story } from "../../src/archive/warc/made-up-archives.testing.ts";
import { galley, MAIN } from "./galley.ts";
import { batch, folder, outcomes, put } from "./test-folder.ts";

const read = (name: string): Buffer => readFileSync(join(folder, name));
const page = (name: string) => response(name, story(name));
const pages = (count: number) => Array.from({ length: count }, (_, at) => page(`p${at}`));

interface Report {
  readonly in: number;
  readonly out: number;
  readonly failed: number;
  readonly unanswered: number;
}
const report = (): Report => JSON.parse(read("report.json").toString());

describe("the report of a batch adds up", () => {
  test("where a signal stops the run while pages are under way", async () => {
    put("crawl.warc.gz", archive(pages(400), "gzip"));
    const partial = join(folder, "out.jsonl.partial");
    const { status } = await galley(
      ["batch", "crawl.warc.gz", "-o", "out.jsonl", "--report", "report.json", "--workers", "1"],
      {
        cwd: folder,
        stopWhen: { signal: "SIGTERM", isTime: () => existsSync(partial) && statSync(partial).size > 0 },
      },
    );
    expect(status).toBe(143);
    const { in: answered, out, failed, unanswered } = report();
    expect(out + failed).toBe(answered);
    expect(unanswered).toBeGreaterThan(0);
    expect(read("out.jsonl.partial").toString().trim().split("\n")).toHaveLength(answered);
    await batch("crawl.warc.gz", "-o", "out.jsonl", "--report", "report.json", "--resume");
    expect(report()).toMatchObject({ in: 400, out: 400, failed: 0, unanswered: 0 });
  });
});

describe("a full disk", () => {
  // A limit on the size of files fails a write as a full disk does; other tests have the folder of a real one.
  test.each(["jsonl", "parquet"])("ends a run of %s with a code, and nothing is lost", async (ending) => {
    put("crawl.warc.gz", archive(pages(60), "gzip"));
    const args = ["batch", "crawl.warc.gz", "--report", "report.json", "--quiet", "--workers", "1"];
    await galley([...args, "-o", `whole.${ending}`], { cwd: folder });
    const out = [...args, "-o", `out.${ending}`, "--resume"];
    const limited = `trap '' XFSZ; ulimit -f 60; exec "$@"`;
    const run = () =>
      execFileSync("bash", ["-c", limited, "bash", process.execPath, MAIN, ...out], {
        cwd: folder,
        stdio: "pipe",
      });
    expect(run).toThrow(/galley: WRITE_FAILED: .*out\.(?:jsonl|parquet)/);
    expect(existsSync(join(folder, `out.${ending}`))).toBe(false);
    expect(report().out + report().failed).toBe(report().in);
    expect((await galley(out, { cwd: folder })).status).toBe(0);
    expect(read(`out.${ending}`).equals(read(`whole.${ending}`))).toBe(true);
    expect(report()).toMatchObject({ in: 60, out: 60, failed: 0, unanswered: 0 });
  });
});

test("a report that cannot be written does not hide why a run failed", async () => {
  put("empty/readme.txt", "");
  const { status, stderr } = await batch(
    "empty",
    "-o",
    "out.jsonl",
    "--report",
    "no/such/folder/report.json",
  );
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^galley: NO_PAGES: /)]);
});

describe("a resumed run", () => {
  test("of another input is refused, and its output stays as it is", async () => {
    for (const name of ["may", "june"]) put(`${name}.warc.gz`, archive([page(name)], "gzip"));
    await batch("may.warc.gz", "-o", "out.parquet");
    const before = read("out.parquet");
    const { status, stderr } = await batch("june.warc.gz", "-o", "out.parquet", "--resume");
    expect(status).toBe(1);
    expect(stderr).toMatch(/^galley: RESUME_MISMATCH: .*read may\.warc\.gz, which is not an input now/);
    expect(read("out.parquet").equals(before)).toBe(true);
    const { stderr: both } = await batch("may.warc.gz", "june.warc.gz", "-o", "out.parquet", "--resume");
    expect(both).toMatch(/^galley: 1 page, none failed, .*; 1 page done before/);
  });

  test("notices another input of the same name, and takes one that has grown", async () => {
    const first = archive([page("a"), page("b")], "gzip");
    put("crawl.warc.gz", first);
    await batch("crawl.warc.gz", "-o", "out.jsonl");
    const before = read("out.jsonl");
    for (const other of [[page("c"), page("d")], [page("a")]]) {
      put("crawl.warc.gz", archive(other, "gzip"));
      const { status, stderr } = await batch("crawl.warc.gz", "-o", "out.jsonl", "--resume");
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/^galley: RESUME_MISMATCH: .*another crawl\.warc\.gz: .* has changed since/),
      ]);
    }
    expect(read("out.jsonl").equals(before)).toBe(true);
    put("moved/crawl.warc.gz", Buffer.concat([first, archive([page("e")], "gzip")]));
    const { stderr } = await batch("moved/crawl.warc.gz", "-o", "out.jsonl", "--resume");
    expect(stderr).toMatch(/^galley: 1 page, none failed, .*; 2 pages done before/);
  });

  test("of pages as they are ready keeps apart those that share an id", async () => {
    // Of two pages of an id the first takes far longer, so that the second is ready before it.
    const slow = story("slow").replace("</body>", `${"<p>A line of a long page.</p>".repeat(60_000)}</body>`);
    const quick = Array.from({ length: 30 }, (_, at) => ({
      id: at === 11 ? "twice" : `q${at}`,
      html: story(`q${at}`),
    }));
    const lines = [{ id: "twice", html: slow }, ...quick].map((line) => `${JSON.stringify(line)}\n`);
    put("pages.jsonl", lines.join(""));
    const args = ["pages.jsonl", "-o", "out.jsonl", "--fastest-first", "--workers", "2", "--fields", "title"];
    const titles = (): string[] => read("out.jsonl").toString().trim().split("\n");
    const isSlow = (line: string) => line.includes("slow gauge");
    // On a busy machine the second worker may start only when the slow page is done.
    for (let runs = 0; runs === 0 || (runs < 5 && isSlow(titles()[0]!)); runs++)
      await batch(...args, "--overwrite");
    const whole = titles();
    const [first, second] = whole.filter((line) => line.includes('"twice"'));
    expect([first, second]).toEqual([
      expect.stringContaining("slow gauge"),
      expect.stringContaining("q11 gauge"),
    ]);
    expect(whole[0]).not.toBe(first);
    // A run that was killed between the two.
    rmSync(join(folder, "out.jsonl"));
    put("out.jsonl.partial", `${whole.slice(0, whole.indexOf(second!)).join("\n")}\n`);
    await batch(...args, "--resume");
    expect(titles().toSorted()).toEqual(whole.toSorted());
  });

  test.each([
    { kept: "no line", lines: 0 },
    { kept: "some lines", lines: 3 },
    { kept: "all lines", lines: 5 },
  ])(
    "has the order of the input where ids repeat, the copies were noted and $kept written",
    async ({ lines }) => {
      const names = ["a", "b", "c", "d", "e"];
      put("crawl.warc.gz", archive([...names, "a", "b", "e"].map(page), "gzip"));
      const args = ["crawl.warc.gz", "--dedup", "exact", "--workers", "1", "--report", "report.json"];
      await batch(...args, "-o", "out.jsonl");
      const whole = read("out.jsonl").toString();
      expect(report()).toMatchObject({ in: 8, out: 5, failed: 3 });
      // A run that was killed after it had recorded the copies, before or while it wrote the lines.
      const part = whole.split("\n").slice(0, lines);
      put("out.jsonl.partial", part.map((line) => `${line}\n`).join(""));
      rmSync(join(folder, "out.jsonl"));
      await batch(...args, "-o", "out.jsonl", "--resume");
      expect(read("out.jsonl").toString()).toBe(whole);
      expect(report()).toMatchObject({ in: 8, out: 5, failed: 3, unanswered: 0 });
    },
  );
});

test("an archive is read by what it holds, whatever its name says", async () => {
  put("plain.warc.gz", archive([page("a")], "none"));
  put("gzip.warc.zst", archive([page("b")], "gzip"));
  put("zstd.warc", archive([page("c")], "zstd"));
  put("empty.warc.gz", "");
  put("noise.warc.gz", Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 37) % 251)));
  const files = ["plain.warc.gz", "gzip.warc.zst", "zstd.warc", "empty.warc.gz", "noise.warc.gz"];
  const { stdout } = await batch(...files, "--fields", "title", "--report", "report.json");
  expect(outcomes(stdout)).toEqual([
    ...["a", "b", "c"].map((name) => `${idOf(name)} ok`),
    "empty.warc.gz EMPTY_INPUT",
    "noise.warc.gz:0 BAD_ARCHIVE",
  ]);
  expect(report()).toMatchObject({ in: 5, out: 3, failed: 2 });
});
