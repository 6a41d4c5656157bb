import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parsePage } from "../default-extract.ts";
import { NewsError } from "../errors/index.ts";
import { LabelBook } from "./label-book.ts";
import { anchorLabels } from "./label-truth.ts";
import {
  contentHash,
  decidingLabels,
  type LabelLine,
  personName,
  readLabelFile,
  revisionOf,
} from "./made-labels.ts";
import { type Label, readLabels } from "./read-set.ts";

const HTML = `<h1>Ferry returns</h1><p>By Ann Example</p><div><p>The ferry came back on Monday after a long winter.</p><p>It carries forty people.</p></div><p>Subscribe</p>`;
const page = parsePage(HTML);
const nodeOf = (name: string, index = 0) => {
  const nodes = Array.from({ length: page.document.size }, (_, node) => node);
  const { tag } = page.document;
  const wanted = parsePage(`<${name}></${name}>`).document;
  const id = wanted.tag.at(-1);
  return nodes.filter((node) => tag[node] === id)[index]!;
};

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "galley-labels-"));
  writeFileSync(
    join(folder, "index.jsonl"),
    `${JSON.stringify({ id: "one", html: HTML, title: "Old", body: "Old body" })}\n`,
  );
  return folder;
}

function makeLine(changes: Partial<LabelLine> = {}): LabelLine {
  const labels = anchorLabels(page, [
    { node: nodeOf("h1"), role: "headline" },
    { node: nodeOf("div"), role: "body" },
  ]);
  return {
    id: "one",
    pageHash: contentHash(HTML),
    labels,
    by: "ann",
    at: "2026-11-18T10:00:00Z",
    state: "done",
    ...changes,
  };
}

async function firstLabel(folder: string): Promise<Label | undefined> {
  for await (const label of readLabels(folder)) return label;
  return undefined;
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "no failure",
    (error) => (error instanceof NewsError ? error.code : String(error)),
  );
}

describe("labels that people make", () => {
  test("are the title and the body that commands read of the set", async () => {
    const folder = makeFolder();
    await new LabelBook(folder).save(makeLine(), null);
    const label = await firstLabel(folder);
    expect(label?.truth).toMatchObject({
      title: "Ferry returns",
      body: "The ferry came back on Monday after a long winter.\n\nIt carries forty people.",
    });
    expect(label?.nodes).toEqual({ title: "/html[1]/body[1]/h1[1]", body: "/html[1]/body[1]/div[1]" });
  });

  test("leave the set's own truth where nobody is done", async () => {
    const folder = makeFolder();
    await new LabelBook(folder).save(makeLine({ state: "open" }), null);
    const label = await firstLabel(folder);
    expect(label?.truth.title).toBe("Old");
  });

  test("count if they are settled, else if they are the newest", async () => {
    const folder = makeFolder();
    const book = new LabelBook(folder);
    await book.save(makeLine({ by: "ann", at: "2026-11-18T12:00:00Z" }), null);
    await book.save(makeLine({ by: "bob", at: "2026-11-18T11:00:00Z" }), null);
    expect(decidingLabels(folder).get("one")?.by).toBe("ann");
    await book.save(makeLine({ by: "settled", at: "2026-11-18T09:00:00Z" }), null);
    expect(decidingLabels(folder).get("one")?.by).toBe("settled");
  });

  test("of an older copy are found by their text, or leave the truth as it was", async () => {
    const folder = makeFolder();
    await new LabelBook(folder).save(makeLine(), null);
    const write = (html: string) =>
      writeFileSync(
        join(folder, "index.jsonl"),
        `${JSON.stringify({ id: "one", html, title: "Old", body: "Old body" })}\n`,
      );
    write(`<nav>New menu</nav>${HTML}`);
    expect((await firstLabel(folder))?.truth.title).toBe("Ferry returns");
    write(HTML.replace("Ferry returns", "Another headline"));
    expect((await firstLabel(folder))?.truth.title).toBe("Old");
  });

  test("are not overwritten by a save that knows an older version", async () => {
    const folder = makeFolder();
    const [first, second] = [new LabelBook(folder), new LabelBook(folder)];
    const saved = await first.save(makeLine(), null);
    expect(await codeOf(second.save(makeLine({ state: "skipped" }), null))).toBe("LABELS_CHANGED");
    await second.save(makeLine({ state: "skipped" }), revisionOf(saved));
    expect(await codeOf(first.save(makeLine(), revisionOf(saved)))).toBe("LABELS_CHANGED");
    expect(first.linesOf("ann").get("one")?.state).toBe("skipped");
  });

  test("are on disk, whole, as soon as a save returns; saves at once lose none", async () => {
    const folder = makeFolder();
    const book = new LabelBook(folder);
    await Promise.all(Array.from({ length: 20 }, (_, at) => book.save(makeLine({ id: `page ${at}` }), null)));
    expect(readLabelFile(folder, "ann").lines.size).toBe(20);
    expect(existsSync(join(folder, "labels/ann.jsonl.partial"))).toBe(false);
  });

  test("with a damaged line are read without it, tell its number, and keep it", async () => {
    const folder = makeFolder();
    const book = new LabelBook(folder);
    await book.save(makeLine(), null);
    const path = join(folder, "labels/ann.jsonl");
    appendFileSync(path, `{"id": "two", "pageHash\n${JSON.stringify(makeLine({ id: "three" }))}\n`);
    expect([...book.linesOf("ann").keys()]).toEqual(["one", "three"]);
    expect(book.damaged()).toEqual([{ file: "labels/ann.jsonl", line: 2, message: "it is not JSON" }]);
    await book.save(makeLine({ id: "four" }), null);
    expect(readFileSync(path, "utf8")).toContain('{"id": "two", "pageHash\n');
    expect(book.damaged()).toHaveLength(1);
  });

  test("cannot be saved in a folder that is read-only, and say so before", async () => {
    const folder = makeFolder();
    const book = new LabelBook(folder);
    expect(book.readOnly).toBeNull();
    mkdirSync(join(folder, "labels"));
    chmodSync(join(folder, "labels"), 0o555);
    expect(book.readOnly).toMatch(/labels cannot be written/);
    expect(await codeOf(book.save(makeLine(), null))).toBe("FOLDER_READ_ONLY");
  });

  test("are not written through a link that leads out of the set", async () => {
    const folder = makeFolder();
    const outside = join(mkdtempSync(join(tmpdir(), "galley-outside-")), "file");
    writeFileSync(outside, "mine");
    mkdirSync(join(folder, "labels"));
    symlinkSync(outside, join(folder, "labels/ann.jsonl"));
    expect(await codeOf(new LabelBook(folder).save(makeLine(), null))).toBe("PATH_OUTSIDE");
    expect(readFileSync(outside, "utf8")).toBe("mine");
  });

  test("of a set whose folder of labels is a link out of it are not written there", async () => {
    const folder = makeFolder();
    const outside = mkdtempSync(join(tmpdir(), "galley-outside-"));
    symlinkSync(outside, join(folder, "labels"));
    expect(await codeOf(new LabelBook(folder).save(makeLine(), null))).toBe("PATH_OUTSIDE");
    expect(readdirSync(outside)).toEqual([]);
  });

  test.each(["../ann", ".ann", "a/b", "", "ann\u0000", "x".repeat(65)])(
    "have no author called %j",
    (name) => {
      expect(() => personName(name)).toThrow(NewsError);
    },
  );

  test.each(["Ann", "Anna-Lena B", "Ólafur", "李明", "r2"])("may be by %s", (name) => {
    expect(personName(` ${name} `)).toBe(name.normalize("NFC"));
  });
});
