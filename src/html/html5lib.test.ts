import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findData } from "../sets/index.ts";
import { declaredEncoding } from "./decode.ts";
import { childNodes, type Document, NODE_KIND, rawText, tagName } from "./document.ts";
import { markedEncoding } from "./encoding.ts";
import { parseHtml } from "./parse.ts";
import { HtmlParser } from "./parser/parser.ts";
import { writeDocument } from "./parser/write-document.ts";

interface TreeCase {
  /** The file and the number of the case in it, from 1. */
  readonly id: string;
  readonly source: string;
  /** The element that a fragment is in; absent for a whole page. */
  readonly context: string | undefined;
  readonly tree: readonly string[];
}

const NO_SELECTED_CONTENT =
  "what an option holds is not copied into selectedcontent, which shows it once more";
const OLD_SELECT = "the rules for select before 2025, which dropped most tags inside of it";
/** What is not as the suite expects, and why. */
const KNOWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "tree-construction-2023": {
    "menuitem-element.dat 14": OLD_SELECT,
    "tests1.dat 30": OLD_SELECT,
    "tests1.dat 100": OLD_SELECT,
    "tests10.dat 4": OLD_SELECT,
    "tests10.dat 5": OLD_SELECT,
    "tests10.dat 17": OLD_SELECT,
    "tests10.dat 18": OLD_SELECT,
    "tests18.dat 14": OLD_SELECT,
    "tests18.dat 15": OLD_SELECT,
    "tests7.dat 34": OLD_SELECT,
    "tests9.dat 5": OLD_SELECT,
    "tests9.dat 6": OLD_SELECT,
    "tests9.dat 18": OLD_SELECT,
    "tests9.dat 19": OLD_SELECT,
    "tests_innerHTML_1.dat 77": OLD_SELECT,
    "tests_innerHTML_1.dat 78": OLD_SELECT,
    "webkit02.dat 19": OLD_SELECT,
  },
  "tree-construction-2026": {
    "webkit02.dat 45": NO_SELECTED_CONTENT,
    "webkit02.dat 46": NO_SELECTED_CONTENT,
    "webkit02.dat 47": NO_SELECTED_CONTENT,
    "webkit02.dat 48": NO_SELECTED_CONTENT,
  },
};

const data = findData();
const archive = data === undefined ? "" : join(data, "html5lib-tests.tar.xz");
const isAbsent = !existsSync(archive);

describe.skipIf(isAbsent)("the public suite (needs html5lib-tests.tar.xz in GALLEY_DATA or ./data)", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "galley-html5lib-"));
    execFileSync("tar", ["-xf", archive, "-C", folder]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(Object.keys(KNOWN))("%s: every tree is as expected, but for those with a reason", (edition) => {
    const cases = treeCases(join(folder, "html5lib-tests", edition));
    const wrong = cases.filter((entry) => linesOf(entry).join("\n") !== entry.tree.join("\n"));
    expect(cases.length).toBeGreaterThan(1600);
    expect(wrong.map(({ id }) => id)).toEqual(Object.keys(KNOWN[edition]!));
  });

  test("every declared encoding is found", () => {
    const files = ["tests1.dat", "tests2.dat", "test-yahoo-jp.dat"];
    const cases = files.flatMap((name) => {
      const text = readFileSync(join(folder, "html5lib-tests", "encoding", name), "latin1");
      return text.split(/^#data\n/m).slice(1);
    });
    const wrong = cases.filter((entry) => {
      const [source = "", encoding = ""] = entry.split("\n#encoding\n");
      const bytes = Buffer.from(source, "latin1");
      const found = markedEncoding(bytes) ?? declaredEncoding(bytes) ?? "windows-1252";
      return found !== encoding.trim().toLowerCase();
    });
    expect(cases).toHaveLength(82);
    expect(wrong).toEqual([]);
  });
});

/** Documents and fragments that do not need scripts. */
function treeCases(folder: string): TreeCase[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".dat"));
  return files.flatMap((name) => {
    const entries = readFileSync(join(folder, name), "utf8")
      .split(/(?:^|\n\n)#data\n/)
      .slice(1);
    return entries.flatMap((entry, at) => {
      const source = entry.slice(0, entry.search(/(?:^|\n)#errors\n/));
      const [head = "", dump = ""] = entry.slice(source.length).split(/\n#document\n/);
      const context = /^#document-fragment\n(.+)$/m.exec(head)?.[1];
      if (/^#script-on$/m.test(head)) return [];
      return [{ id: `${name} ${at + 1}`, source, context, tree: expectedLines(dump) }];
    });
  });
}

/** The expected dump without what our tree leaves out: comments, doctypes, instructions, prefixes, letter case of foreign names. */
function expectedLines(dump: string): string[] {
  const lines = dump
    .trimEnd()
    .split(/\n(?=\| )/)
    .map((line) => line.slice(2));
  return lines
    .filter((line) => !/^ *<[!?]/.test(line))
    .map((line) =>
      line.replace(
        /^( *)<(svg|math) (.+)>$/,
        (_, indent, kind, name) => `${indent}<${foreignName(kind, name)}>`,
      ),
    )
    .map((line) => line.replace(/^( *)(?:xlink|xml|xmlns) (?=[\w:-]+=")/, "$1"));
}

function foreignName(kind: string, name: string): string {
  return name === "svg" || name === "math" ? name : `${kind}:${name.toLowerCase()}`;
}

const parser = new HtmlParser();

function linesOf({ source, context }: TreeCase): string[] {
  if (context === undefined) return outline(parseHtml(source), 0);
  const built = parser.parseFragment(source, context, {
    maxElements: 10_000,
    maxMoves: 10_000,
    maxCopied: 10_000,
    hasNul: true,
  });
  return outline(writeDocument(built), 1);
}

/** The inside of a node in the suite's notation. */
function outline(document: Document, root: number): string[] {
  const lines: string[] = [];
  const visit = (node: number, indent: string) => {
    if (document.kind[node] === NODE_KIND.text) {
      lines.push(`${indent}"${rawText(document, node)}"`);
      return;
    }
    let inner = indent;
    if (node > root) {
      const name = tagName(document, node);
      inner += "  ";
      lines.push(`${indent}<${name}>`, ...attributeLines(document, node, inner));
      if (name === "template") {
        lines.push(`${inner}content`);
        inner += "  ";
      }
    }
    for (const child of childNodes(document, node)) visit(child, inner);
  };
  visit(root, "");
  return lines;
}

function attributeLines(document: Document, node: number, indent: string): string[] {
  const { attributeStart, attributes } = document;
  const lines: string[] = [];
  for (let at = attributeStart[node] ?? 0; at < (attributeStart[node + 1] ?? 0); at++) {
    lines.push(`${indent}${attributes.nameAt(at)}="${attributes.valueAt(at)}"`);
  }
  return lines.sort();
}
