import { describe, expect, test } from "vitest";
import { NODE_FLAG, tagName } from "./document.ts";
import { parseHtml } from "./parse.ts";

/** The flags of the first `b` of a page. */
function flagsOf(html: string): number {
  const document = parseHtml(html);
  for (let node = 0; node < document.size; node++) {
    if (tagName(document, node) === "b") return document.flags[node] ?? -1;
  }
  return -1;
}

describe("flags of an element", () => {
  test.each([
    ["<b>", 0],
    ["<b hidden>", NODE_FLAG.hidden],
    ["<b hidden=until-found>", 0],
    ["<b aria-hidden=TRUE>", NODE_FLAG.ariaHidden],
    ["<b aria-hidden=false>", 0],
    ["<b style='color:red; DISPLAY : none'>", NODE_FLAG.hidden],
    ["<b style='visibility:hidden'>", NODE_FLAG.hidden],
    ["<b style='display:block'>", 0],
    ["<b style='-x-display:none'>", 0],
    ["<b hidden aria-hidden=true>", NODE_FLAG.hidden | NODE_FLAG.ariaHidden],
  ])("%s has %i", (html, flags) => {
    expect(flagsOf(html)).toBe(flags);
  });
});

describe("flags that come down from above", () => {
  test.each([
    ["<div hidden><p><b>", NODE_FLAG.hidden],
    ["<body><noscript><p><b>", NODE_FLAG.noscript],
    ["<template><p><b>", NODE_FLAG.template],
    ["<template shadowrootmode=open><p><b>", 0],
    ["<svg><foreignObject><b>", NODE_FLAG.foreign],
    ["<dialog><b>", NODE_FLAG.hidden],
    ["<dialog open><b>", 0],
    ["<div hidden><noscript><b>", NODE_FLAG.hidden | NODE_FLAG.noscript],
    ["<div hidden></div><b>", 0],
  ])("%s gives its b %i", (html, flags) => {
    expect(flagsOf(html)).toBe(flags);
  });
  test("a hidden body counts for nothing, since a script shows it", () => {
    expect(flagsOf("<html hidden><body style='visibility:hidden'><b>")).toBe(0);
  });
});
