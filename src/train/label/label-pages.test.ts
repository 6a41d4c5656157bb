import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findInput, readInputs } from "../../archive/index.ts";
import { parsePage } from "../../default-extract.ts";
import { nodeAt } from "../../html/index.ts";
import { readSet } from "../../sets/index.ts";
import { trainMss } from "../mss/train-mss.ts";
import { type LabelReport, labelPages, writeSet } from "./label-pages.ts";
import { DEFAULT_LIMITS, type LabelSkip } from "./rule.ts";

const SENTENCE = "The ferry left at dawn, and by noon the harbour was empty again. ";
const RULE = { site: "bay.example", start: ".story > p", end: ".story > p", title: "h1", language: "en" };
const HEAD = "<title>Bay</title><ul><li>Home<li>News</ul><h1>Ferry <b>leaves</b></h1>";

/** A page with a story of some sentences. */
function page(sentences: number, more = ""): string {
  const [first, rest] = [SENTENCE, SENTENCE.repeat(sentences - 1)];
  return `${HEAD}<p>Advertisement</p><div class=story><i>By Ann</i><p>${first}</p><p>${rest}</p>${more}<b>Share</b></div><p>Related</p>`;
}

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-label-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Labels pages given as records and writes the set. */
async function label(
  name: string,
  records: readonly object[],
  limits = DEFAULT_LIMITS,
): Promise<LabelReport> {
  const input = join(folder, `${name}.jsonl`);
  writeFileSync(input, records.map((record) => JSON.stringify(record)).join("\n"));
  const pages = readInputs([findInput(input)]);
  return writeSet(join(folder, name), labelPages(pages, RULE, limits));
}

async function dropOf(html: string, limits = DEFAULT_LIMITS): Promise<LabelSkip | undefined> {
  const name = `drop-${Math.abs(html.length)}-${limits.minTokens}`;
  rmSync(join(folder, name), { recursive: true, force: true });
  return [...(await label(name, [{ id: "a", html }], limits)).dropped.keys()][0];
}

describe("labelling by a rule", () => {
  test("writes a set that can be read: from the first start to the last end, with copies of the pages", async () => {
    const report = await label("set", [
      { id: "one", html: page(6), url: "https://bay.example/1" },
      { id: "two", html: page(8) },
    ]);
    expect(report).toEqual({ pages: 2, dropped: new Map() });
    const pages = await listOf(readSet(join(folder, "set")));
    expect(
      pages.map(({ label: { id, url, site, language, encoding } }) => [id, url, site, language, encoding]),
    ).toEqual([
      ["one", "https://bay.example/1", "bay.example", "en", "utf-8"],
      ["two", null, "bay.example", "en", "utf-8"],
    ]);
    expect(pages[0]?.label.truth).toMatchObject({
      title: "Ferry leaves",
      body: `${SENTENCE.trim()}\n\n${SENTENCE.repeat(5).trim()}`,
    });
    expect(new TextDecoder().decode(pages[1]?.html as Uint8Array)).toBe(page(8));
    const [line] = readFileSync(join(folder, "set/index.jsonl"), "utf8").split("\n");
    const { startPath, endPath, titlePath } = JSON.parse(line ?? "");
    const { document } = parsePage(page(6));
    const nodes = [titlePath, startPath, endPath].map((path) => nodeAt(document, path));
    expect(nodes).toEqual(nodes.toSorted((a, b) => a - b));
    expect(nodes.every((node) => node > 0)).toBe(true);
  });

  test("makes what training takes", async () => {
    await label(
      "trainable",
      [7, 8, 9].map((sentences) => ({ id: sentences, html: page(sentences) })),
    );
    const { sets, model } = await trainMss([join(folder, "trainable")], { minSites: 1 });
    expect(sets[0]).toMatchObject({ pages: 3, dropped: new Map() });
    expect(model.training.domains).toEqual(["bay.example"]);
  });

  test("drops pages with no story, a short one or one that is mostly tags", async () => {
    expect(await dropOf(HEAD)).toBe("without a match of start");
    expect(await dropOf(page(2))).toBe("too short");
    expect(await dropOf(page(2), { ...DEFAULT_LIMITS, minTokens: 10 })).toBeUndefined();
    expect(await dropOf(page(6, `<p>${"<b>x</b>".repeat(60)}`))).toBe("with too many tags");
    expect(await dropOf(page(6))).toBeUndefined();
    expect(await dropOf("")).toBe("unreadable");
  });

  test("counts what it drops, and drops the second of two pages with one id", async () => {
    const report = await label("counted", [
      { id: "one", html: page(6) },
      { id: "one", html: page(7) },
      { id: "gone", htmlPath: "nowhere.html" },
      { id: "nothing" },
    ]);
    expect(report).toEqual({
      pages: 1,
      dropped: new Map([
        ["with the id of another", 1],
        ["unreadable", 2],
      ]),
    });
  });

  test("ends at the last match after the start only", async () => {
    const rule = { ...RULE, start: "#b", end: ".e" };
    const html = `<p class=e>early</p><p id=b>${SENTENCE.repeat(3)}</p>`;
    const raw = {
      kind: "line" as const,
      id: "1",
      folder,
      line: new TextEncoder().encode(JSON.stringify({ html })),
    };
    const drops = await listOf(labelPages(fromList([raw]), rule, { ...DEFAULT_LIMITS, minTokens: 1 }));
    expect(drops).toEqual(["without a match of end"]);
  });

  test("writes nothing where no page fits, and does not write over a set", async () => {
    await label("none", [{ id: "a", html: HEAD }]);
    expect(existsSync(join(folder, "none"))).toBe(false);
    await label("once", [{ id: "a", html: page(6) }]);
    await expect(label("once", [{ id: "a", html: page(6) }])).rejects.toMatchObject({
      code: "BAD_OPTION",
      message: expect.stringMatching(/There is .+index\.jsonl already/),
    });
  });

  test("does not write over pages that lie where it would put its copies", async () => {
    mkdirSync(join(folder, "own/pages"), { recursive: true });
    writeFileSync(join(folder, "own/pages/00001.html"), "mine");
    await expect(label("own", [{ id: "a", html: page(6) }])).rejects.toMatchObject({ code: "BAD_OPTION" });
    expect(readFileSync(join(folder, "own/pages/00001.html"), "utf8")).toBe("mine");
  });
});

async function listOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

async function* fromList<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
