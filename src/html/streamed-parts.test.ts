import { describe, expect, test } from "vitest";
import { NODE_FLAG, NODE_KIND } from "./document.ts";
import { parseHtml } from "./parse.ts";

const shown = (html: string) => {
  const document = parseHtml(html);
  const texts: string[] = [];
  for (let node = 0; node < document.size; node++) {
    if (document.kind[node] !== NODE_KIND.text || (document.flags[node]! & NODE_FLAG.hidden) !== 0) continue;
    texts.push(document.text.slice(document.textStart[node], document.textEnd[node]).trim());
  }
  return texts.filter((text) => text !== "");
};

describe("parts that a page streams behind its end", () => {
  test("stand in place of their loading sign", () => {
    const html =
      '<main>a<!--$?--><template id="B:0"></template><p>Loading</p><!--/$-->c</main><div hidden id="S:0"><p>b</div>';
    expect(shown(html)).toEqual(["a", "b", "c"]);
  });

  test("may hold the places of others, in any order", () => {
    const html =
      '<main>a<!--$?--><template id="B:0"></template><!--/$-->d</main><div hidden id="S:1f">c</div>' +
      '<div hidden id="S:0">b<template id="P:1f"></template></div>';
    expect(shown(html)).toEqual(["a", "b", "c", "d"]);
  });

  test("may begin with the place of another, behind which they go on", () => {
    const html =
      '<main><!--$?--><template id="B:0"></template><!--/$-->c</main>' +
      '<div hidden id="S:0"><template id="P:1"></template>b</div><div hidden id="S:1">a</div>';
    expect(shown(html)).toEqual(["a", "b", "c"]);
  });

  test("replace a sign that holds places itself", () => {
    const html =
      '<main><!--$?--><template id="B:0"></template>x<!--$?--><template id="B:1"></template>y<!--/$--><!--/$-->b' +
      '<div hidden id="S:0">a</div>';
    expect(shown(html)).toEqual(["a", "b"]);
  });

  test("leave the sign where comments were stripped", () => {
    expect(shown('<template id="B:0"></template><i>Wait</i><div hidden id="S:0">a</div>')).toEqual([
      "a",
      "Wait",
    ]);
  });

  test("are shown where they are when their place is missing", () => {
    expect(shown('<p>a<template id="B:1"></template></p><div hidden id="S:0">b</div>')).toEqual(["a", "b"]);
  });

  test("cannot be put into themselves, alone or two by two", () => {
    expect(shown('<div hidden id="S:0">a<template id="B:0"></template></div>')).toEqual(["a"]);
    const crossed =
      '<div hidden id="S:1">a<template id="B:2"></template></div><div hidden id="S:2">b<template id="B:1"></template></div>';
    expect(shown(crossed).sort()).toEqual(["a", "b"]);
  });

  test("are put among many others in bounded time, and those past the bound are shown where they are", () => {
    const keys = Array.from({ length: 500 }, (_, at) => at.toString(16));
    const places = keys.map((key) => `<!--$?--><template id="B:${key}"></template>`).join("");
    const parts = keys.map((key) => `<div hidden id="S:${key}">a</div>`).join("");
    const start = process.cpuUsage();
    expect(shown(`<main>${places}${"<i></i>".repeat(100_000)}</main>${parts}`)).toHaveLength(keys.length);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(2_500);
  });

  test("that hold each other, or their own places far down, are put in bounded time", () => {
    const keys = Array.from({ length: 900 }, (_, at) => at.toString(16));
    const chain = keys.map((key, at) =>
      at === 0 ? "" : `<div hidden id="S:${key}"><template id="P:${keys[at - 1]}"></template></div>`,
    );
    const start = process.cpuUsage();
    shown(`<div hidden id="S:0">${"<br>".repeat(100_000)}</div>${chain.join("")}`);
    const around = keys.map((key) => `<div hidden id="S:${key}">`).join("");
    const inside = keys.map((key) => `<template id="B:${key}"></template>`).join("");
    expect(shown(`${around}${"<div>".repeat(100_000)}a${inside}`)).toEqual(["a"]);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(2_500);
  });

  test("are no hidden elements of other names", () => {
    expect(shown('<p>a</p><div hidden id="S:menu">b</div><div hidden id=x>c</div>')).toEqual(["a"]);
  });
});
