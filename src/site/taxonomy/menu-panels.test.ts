import { expect, test } from "vitest";
import { parseHtml } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import type { LabelNode } from "./label-words.ts";
import { readMenus } from "./menus.ts";

function menusOf(html: string): string[] {
  const page = new Page(parseHtml(html), "https://post.example/");
  const show = ({ text, children }: LabelNode): string =>
    children.length === 0 ? text : `${text}(${children.map(show).join(" ")})`;
  return readMenus(page, (url) => url.startsWith("https://post.example/")).map(show);
}

const link = (name: string) => `<a href="/${name}/">${name}</a>`;
const list = (...names: string[]) => `<ul>${names.map((name) => `<li>${link(name)}</li>`).join("")}</ul>`;

test("go below the heads that name them, wherever both stand", () => {
  const bar = ["World", "Sport", "Arts"]
    .map((name, at) => `<li><button aria-controls="p${"cab"[at]}">${name}</button></li>`)
    .join("");
  const panel = (id: string, ...names: string[]) => `<div id="${id}">${list(...names)}</div>`;
  const panels = [
    panel("pa", "Rowing", "Chess"),
    panel("pb", "Film", "Stage"),
    panel("pc", "Asia", "Africa"),
  ];
  expect(menusOf(`<div><ul>${bar}</ul><div>${panels.join("")}</div></div>`).join(" ")).toContain(
    "Sport(Rowing Chess)",
  );
});

test("are named by numbers in ids", () => {
  const bar = ["World", "Sport", "Arts"].map((name, at) => `<li id="tab${at}">${link(name)}</li>`).join("");
  const panels = [
    ["Asia", "Africa"],
    ["Rowing", "Chess"],
    ["Film", "Stage"],
  ]
    .map((names, at) => `<div id="subtab${at}">${list(...names)}</div>`)
    .reverse();
  expect(menusOf(`<div><ul>${bar}</ul>${panels.join("")}</div>`)).toEqual([
    "(World(Asia Africa) Sport(Rowing Chess) Arts(Film Stage))",
  ]);
});

const FIVE = ["World", "Sport", "Arts", "Town", "Money"];
const LISTS = [
  ["Asia", "Africa"],
  ["Rowing", "Chess"],
  ["Film", "Stage"],
  ["Harbour", "Parks"],
  ["Banks", "Shares"],
];

test("go below heads in their order if there are as many", () => {
  const panels = LISTS.map((names) => list(...names)).join("");
  expect(menusOf(`<div>${list(...FIVE)}<div>${panels}</div></div>`)).toEqual([
    "(World(Asia Africa) Sport(Rowing Chess) Arts(Film Stage) Town(Harbour Parks) Money(Banks Shares))",
  ]);
});

test("stay apart from heads that are more, or in another order than their addresses", () => {
  const panels = (lists: readonly string[][]) => lists.map((names) => list(...names)).join("");
  const more = menusOf(`<div>${list(...FIVE, "Weather")}<div>${panels(LISTS)}</div></div>`);
  expect(more.join(" ")).not.toContain("World(");
  const odd = [["Money", "Asia"], ...LISTS.slice(1)];
  expect(menusOf(`<div>${list(...FIVE)}<div>${panels(odd)}</div></div>`).join(" ")).not.toContain("World(");
});

test("are no columns of a menu that opens below an entry of its own", () => {
  const columns = LISTS.map((names) => `<div>${list(...names)}</div>`).join("");
  const entry = `<li>${link("Places")}<div>${columns}</div></li>`;
  expect(menusOf(`<nav>${list(...FIVE)}<ul>${entry}</ul></nav>`).join(" ")).not.toContain("World(");
});
