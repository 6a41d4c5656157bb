import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { archive, INFO, request } from "../../archive/warc/made-up-archives.testing.ts";
import { makeCommand } from "./batch.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-batch-command-"));
  mkdirSync(join(folder, "pages"));
  writeFileSync(join(folder, "pages/page.html"), "<p>A page.");
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command as far as it checks what it is given; words with IN/ are paths. */
const run = (words: string) =>
  makeCommand()
    .exitOverride()
    .parseAsync(
      words
        .split(" ")
        .filter(Boolean)
        .map((word) => word.replace(/^IN/, folder)),
      { from: "user" },
    );

describe("galley batch refuses", () => {
  test.each([
    ["no input at all", "", "BAD_OPTION"],
    ["standard input for two", "- --list -", "BAD_OPTION"],
    ["a missing list", "--list IN/nowhere.txt", "FILE_NOT_FOUND"],
    ["an address of another scheme", "ftp://example.org/", "BAD_URL"],
    ["a file for part files", "IN/pages -o IN/out.jsonl --format parquet", "BAD_OPTION"],
    ["a part that is none", "IN/pages --shard 4/3", "commander.invalidArgument"],
    ["fields of an archive", "IN/pages -o IN/out.warc.gz --fields title", "BAD_OPTION"],
    ["a file for a format", "IN/pages -o IN/out.jsonl --format markdown", "BAD_OPTION"],
    ["standard output for a format", "IN/pages --format markdown", "BAD_OPTION"],
    ["a folder that is not empty", "https://example.org/ -o IN/pages --format markdown", "OUTPUT_EXISTS"],
    ["a folder of part files that is not empty", "https://example.org/ -o IN/pages", "OUTPUT_EXISTS"],
    [
      "to resume in a folder that is no run's",
      "https://example.org/ -o IN/pages --format text --resume",
      "OUTPUT_EXISTS",
    ],
    ["a folder inside of its input", "IN/pages -o IN/pages/out --format html", "BAD_OPTION"],
    ["a file for a file of each page", "IN/pages -o IN/out.txt --format text", "BAD_OPTION"],
    [
      "to continue and to begin anew",
      "IN/pages -o IN/out.jsonl --resume --overwrite",
      "commander.conflictingOption",
    ],
    ["fields of files", "IN/pages -o IN/out --format text --fields title", "BAD_OPTION"],
    [
      "a report over an input",
      "IN/pages/page.html -o IN/out.jsonl --report IN/pages/page.html",
      "BAD_OPTION",
    ],
    ["a report over its output", "IN/pages -o IN/out.jsonl --report IN/out.jsonl", "BAD_OPTION"],
    ["a report among its lines", "IN/pages --report -", "BAD_OPTION"],
    ["a front matter of text", "IN/pages -o IN/out --format text --front-matter", "BAD_OPTION"],
    ["a front matter of lines", "IN/pages -o IN/out.jsonl --front-matter", "BAD_OPTION"],
  ])("%s, and writes nothing", async (_, words, code) => {
    await expect(run(words)).rejects.toMatchObject({ code });
    expect([readdirSync(folder), readdirSync(join(folder, "pages"))]).toEqual([["pages"], ["page.html"]]);
  });

  test.each([
    [
      "a file of another kind",
      "notes.txt",
      "a .parquet file, or a .warc, .jsonl, .html or .htm file (each also as .gz); a list",
    ],
    ["an archive without pages", "other.warc", "hold no page, only other records (1 warcinfo, 2 request)."],
  ])("%s, and says what it is instead", async (_, name, words) => {
    const other = mkdtempSync(join(folder, "other-"));
    writeFileSync(join(other, name), archive([INFO, request("a"), request("b")], "none"));
    const out = join(other, "out.jsonl");
    const refused = makeCommand().parseAsync([join(other, name), "-o", out, "--workers", "1"], {
      from: "user",
    });
    await expect(refused).rejects.toThrow(words);
    expect(existsSync(out)).toBe(false);
    rmSync(other, { recursive: true });
  });
});

test("a resumed galley batch makes texts again that were deleted", async () => {
  const own = mkdtempSync(join(folder, "texts-"));
  mkdirSync(join(own, "in"));
  for (const name of ["a", "b", "c"])
    writeFileSync(join(own, `in/${name}.html`), `<title>Ferry ${name}</title><p>The ferry ${name} is back.`);
  const args = [join(own, "in"), "-o", join(own, "out"), "--format", "text", "--workers", "1", "-q"];
  await makeCommand().parseAsync(args, { from: "user" });
  rmSync(join(own, "out/000002-ferry-b.txt"));
  await makeCommand().parseAsync([...args, "--resume"], { from: "user" });
  expect(readdirSync(join(own, "out")).filter((name) => name.endsWith(".txt"))).toEqual([
    "000001-ferry-a.txt",
    "000003-ferry-c.txt",
    "000004-ferry-b.txt",
  ]);
  const lines = readFileSync(join(own, "out/index.jsonl"), "utf8").trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(["a.html", "c.html", "b.html"]);
});
