import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findData } from "../eval/find-data.ts";
import { markedEncoding } from "./byte-order.ts";
import { declaredEncoding } from "./declared-encoding.ts";
import { childNodes, type Document, NODE_KIND, rawText, tagName } from "./document.ts";
import { parseHtml } from "./parse.ts";

interface TreeCase {
  readonly source: string;
  readonly tree: readonly string[];
}

const data = findData();
const archive = data === undefined ? "" : join(data, "html5lib-tests.tar.xz");
const isAbsent = !existsSync(archive);

describe.skipIf(isAbsent)(
  "the public suite (needs html5lib-tests.tar.xz in GALLEY_DATA or ../shared/data)",
  () => {
    let folder = "";
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), "galley-html5lib-"));
      execFileSync("tar", ["-xf", archive, "-C", folder]);
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    // The 25: the standard's new rules for what select may hold, which parse5 8.1 does not know yet.
    test.each([
      ["tree-construction-2023", 0],
      ["tree-construction-2026", 25],
    ])("%s: every tree is as expected, but for %i", (edition, known) => {
      const cases = treeCases(join(folder, "html5lib-tests", edition));
      const wrong = cases.filter(
        ({ source, tree }) => outline(parseHtml(source)).join("\n") !== tree.join("\n"),
      );
      expect(cases.length).toBeGreaterThan(1000);
      expect(wrong).toHaveLength(known);
      expect(wrong.filter(({ source }) => !source.includes("<select"))).toEqual([]);
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
  },
);

/** Whole documents that do not need scripts. */
function treeCases(folder: string): TreeCase[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".dat"));
  return files.flatMap((name) => {
    const entries = readFileSync(join(folder, name), "utf8")
      .split(/(?:^|\n\n)#data\n/)
      .slice(1);
    return entries.flatMap((entry) => {
      const source = entry.slice(0, entry.search(/(?:^|\n)#errors\n/));
      const [head = "", dump = ""] = entry.slice(source.length).split(/\n#document\n/);
      const isOther = /^#(?:document-fragment|script-on)$/m.test(head);
      return isOther ? [] : [{ source, tree: expectedLines(dump) }];
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

/** Our tree in the suite's notation. */
function outline(document: Document): string[] {
  const lines: string[] = [];
  const visit = (node: number, indent: string) => {
    if (document.kind[node] === NODE_KIND.text) {
      lines.push(`${indent}"${rawText(document, node)}"`);
      return;
    }
    let inner = indent;
    if (node > 0) {
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
  visit(0, "");
  return lines;
}

function attributeLines(document: Document, node: number, indent: string): string[] {
  const { attributeStart, attributeNames, attributeValues } = document;
  const lines: string[] = [];
  for (let at = attributeStart[node] ?? 0; at < (attributeStart[node + 1] ?? 0); at++) {
    lines.push(`${indent}${attributeNames[at]}="${attributeValues[at]}"`);
  }
  return lines.sort();
}
