import { describe, expect, test } from "vitest";
import { processorMs } from "../../../../test/growth.ts";
import { parseHtml } from "../../../html/index.ts";
import { Page } from "../../../page/index.ts";
import { scriptedBody } from "../special-pages.ts";
import { type Branch, CodeReader, isBranch, type Value } from "./read-code.ts";
import { readScripts } from "./read-scripts.ts";

const TITLE = "Night ferry returns to Saint Orrin";
const FIRST = "The night ferry to Saint Orrin returns on Saturday, after nine years in which nobody sailed.";

/** A value as plain data. */
const plain = (value: Value): unknown => {
  if (!isBranch(value)) return value;
  if (value.isList) return value.values.map(plain);
  return Object.fromEntries(value.keys.map((key, at) => [key, plain(value.values[at])]));
};
const pageOf = (...scripts: readonly string[]) =>
  new Page(parseHtml(`<title>${TITLE}</title>${scripts.map((code) => `<script>${code}</script>`).join("")}`));
const rootsOf = (...scripts: readonly string[]) =>
  readScripts(pageOf(...scripts)).roots.map((root: Branch) => plain(root));
const long = (code: string) => `${code};/*${" ".repeat(200)}*/`;

describe("data in scripts", () => {
  const data = { a: ["x", { b: "y" }], c: "z" };

  test.each([
    ["JSON", JSON.stringify(data)],
    ["an assignment", `window.s = ${JSON.stringify(data)}`],
    ["JavaScript's way of writing it", `var s = {a: ['x', {b: \`y\`}], c: "\\x7a"}`],
    ["entities", JSON.stringify(data).replaceAll('"', "&quot;")],
  ])("is read from %s", (_, code) => {
    expect(
      new CodeReader().read(code.startsWith("{&") ? code.replaceAll("&quot;", '"') : code).values.map(plain),
    ).toEqual([data]);
  });

  test.each([
    ["a string", JSON.stringify],
    ["a string in a string", (text: string) => JSON.stringify(JSON.stringify(text))],
    ["the form of addresses", (text: string) => `"${encodeURIComponent(text)}"`],
    ["entities in a string", (text: string) => JSON.stringify(text.replaceAll('"', "&quot;"))],
  ])("is read inside of %s", (_, quote) => {
    const padded = { ...data, d: "d".repeat(30) };
    expect(rootsOf(long(`s = ${quote(JSON.stringify(padded))}`))).toEqual([[padded]]);
  });

  test("has records in the place of their names", () => {
    const cache = {
      root: { post: { __ref: "Post:1" } },
      "Post:1": { parts: [{ __ref: "P:1" }, "P:2"] },
      "P:1": { t: "x" },
      "P:2": { t: "y" },
    };
    const [root] = rootsOf(long(JSON.stringify(cache)));
    expect(root).toMatchObject([{ root: { post: { parts: [{ t: "x" }, { t: "y" }] } } }]);
  });

  test.each([
    [
      "by places",
      [["Reactive", 1], { title: 2, list: 3, none: -1 }, "T", [2, 6], 0.5, -7, "U"],
      [["Reactive", { title: "T", list: ["T", "U"] }]],
    ],
    ["by places, keys too", [{ _1: 2 }, "title", "T"], [{ title: "T" }]],
  ])("has values in the place of their numbers in a table: %s", (_, table, expected) => {
    expect(rootsOf(JSON.stringify(table) + " ".repeat(200))).toEqual([expected]);
  });

  test("is joined from the pieces of a stream, several in a script", () => {
    const rows = `0:{"t":"$1","p":"$2:a:0"}\n1:T5,Café2:{"a":["x"]}\n3:I["load.js"]\n`;
    const cut = (from: number, to: number) => `q.push([1,${JSON.stringify(rows.slice(from, to))}])`;
    const scripts = [
      `(q=q||[]).push([1,${JSON.stringify(rows.slice(0, 9))}])`,
      `${cut(9, 20)};${cut(20, 40)}`,
      cut(40, 99),
    ];
    expect(rootsOf(...scripts)[0]).toEqual({ t: "Café", p: "x" });
  });
});

describe("data made to be expensive", () => {
  const cycle = JSON.stringify({
    "a:1": { title: TITLE, x: [{ __ref: "a:2" }] },
    "a:2": { y: [{ __ref: "a:1" }, { __ref: "a:2" }] },
  });
  const laughs = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [
      `r:${at}`,
      { title: TITLE, list: at === 0 ? [FIRST] : Array(9).fill({ __ref: `r:${at - 1}` }) },
    ]),
  );
  const chain = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, at) => [
      `r:${at}`,
      { title: TITLE, data: { __ref: `r:${at + 1}` }, attrs: { __ref: `r:${at + 1}` } },
    ]),
  );
  const nested = `${'{"children":["x ",'.repeat(240)}"${"a ".repeat(9_000)}"${"]}".repeat(240)}`;

  test.each([
    ["records that refer to each other", cycle.repeat(200)],
    ["records that repeat each other", JSON.stringify(laughs)],
    ["a long chain of records", JSON.stringify(chain)],
    ["runs in runs", `[${Array(200).fill(nested).join()}]`],
    ["many short strings", `[${'"a",'.repeat(1_500_000)}"b"]`],
    ["many empty lists", `[${"[],".repeat(1_500_000)}1]`],
    ["tables of tables", `[{"a":1},${"[1,0],".repeat(800_000)}1]`],
    ["pieces without an end", `q.push([1,"${"\\u00".repeat(1_000_000)}`],
    ["many pieces", 'q.push([1,"a"]);'.repeat(300_000)],
    ["rows of nothing", `q.push([1,${JSON.stringify("1:T0,".repeat(300_000))}])`],
    ["lines in a string", `["${"a\\n".repeat(9_000)}",${`"a${"\\n".repeat(15_000)}",`.repeat(150)}""]`],
    ["half-written tags", JSON.stringify(["<a ".repeat(1_000_000), "&lt;a".repeat(500_000)])],
    ["escapes of escapes", `"${"\\".repeat(4_000_000)}"`],
  ])("takes bounded time: %s", (_, code) => {
    const page = pageOf(code);
    expect(processorMs(() => scriptedBody(page))).toBeLessThan(5_000);
  });
});
