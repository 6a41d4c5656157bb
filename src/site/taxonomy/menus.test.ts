import { describe, expect, test } from "vitest";
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

const links = (...names: string[]) =>
  names.map((name) => `<li><a href="/${name}/">${name}</a></li>`).join("");

describe("the menus of a page", () => {
  test("are read while they are closed", () => {
    expect(menusOf(`<ul style="display:none">${links("World", "Sport", "Town")}</ul>`)).toEqual([
      "(World Sport Town)",
    ]);
  });

  test("keep the nesting of their lists, however many elements wrap it", () => {
    const sport = `<li><div><a href="/sport/">Sport</a></div><div><div><ul>${links("Rowing", "Chess")}</ul></div></div></li>`;
    expect(menusOf(`<nav><ul>${links("World")}${sport}</ul></nav>`)).toEqual(["(World Sport(Rowing Chess))"]);
  });

  test("put a list under the heading before it, linked or not", () => {
    const column = (name: string, ...below: string[]) =>
      `<div><h3>${name}</h3><ul>${links(...below)}</ul></div>`;
    expect(
      menusOf(`<footer>${column("Sport", "Rowing", "Chess")}${column("Arts", "Film", "Stage")}</footer>`),
    ).toEqual(["(Sport(Rowing Chess) Arts(Film Stage))"]);
  });

  test("have no heading of a list under another of its level", () => {
    const head = (name: string) => `<dt><a href="/${name}/">${name}</a></dt>`;
    const list = `<dl>${head("World")}${head("Sport")}<dd><ul>${links("Rowing", "Chess")}</ul></dd></dl>`;
    expect(menusOf(`<footer>${list}</footer>`)).toEqual(["(World Sport(Rowing Chess))"]);
  });

  test("do not include stories, nor links to others", () => {
    const story = '<li><a href="/town/1">The harbour wall gives way after a long night of storm</a></li>';
    const shop = '<li><a href="https://shop.example/">Shop</a></li>';
    expect(menusOf(`<ul>${links("World", "Sport", "Town")}${story}${shop}</ul>`)).toEqual([
      "(World Sport Town)",
    ]);
  });

  test("are not made of two links", () => {
    expect(menusOf(`<ul>${links("World", "Sport")}</ul>`)).toEqual([]);
  });
});
