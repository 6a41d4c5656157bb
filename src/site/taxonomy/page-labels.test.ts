import { describe, expect, test } from "vitest";
import { parseHtml } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import { partitionPage } from "../partition/partition-page.ts";
import type { SemanticNode } from "../partition/semantic-tree.ts";
import { readSitePage } from "../source/page-source.ts";
import { isLabel, type LabelNode } from "./label-words.ts";
import { readMenus } from "./menus.ts";
import { eachLabel, type PageLabels, readPageLabels } from "./page-labels.ts";

const URL = "https://www.news.example/";

function labelsOf(body: string, tree?: SemanticNode): PageLabels {
  const { page } = readSitePage(`<!doctype html><html lang="de-AT"><body>${body}</body></html>`, {
    url: URL,
  });
  return readPageLabels({ id: "home", url: URL, page }, tree ?? partitionPage(page));
}

function textsOf({ labels }: PageLabels): string[] {
  const found: string[] = [];
  eachLabel(labels, ({ text }) => found.push(text));
  return found;
}

/** A tree of one group, labelled by its first leaf, with a leaf a child. */
function group(leaves: number): SemanticNode {
  const leaf = (at: number): SemanticNode => ({ kind: "leaf", from: at, to: at + 1, children: [] });
  const children = Array.from({ length: leaves - 1 }, (_, at) => leaf(at + 1));
  const label = { leaf: 0, to: 1, text: "Sport", url: `${URL}sport/` };
  const labelled: SemanticNode = { kind: "group", from: 0, to: leaves, label, children };
  return {
    kind: "page",
    from: 0,
    to: leaves,
    children: [{ kind: "part", from: 0, to: leaves, children: [labelled] }],
  };
}

describe("the labels of a page", () => {
  test("are under the label of their group, and parts without one pass theirs up", () => {
    const page = labelsOf(
      '<a href="/sport/">Sport</a><a href="/t/">Tennis</a><a href="/r/">Rudern</a>',
      group(3),
    );
    expect(page.labels).toEqual([
      {
        text: "Sport",
        url: `${URL}sport/`,
        children: [
          { text: "Tennis", url: `${URL}t/`, children: [] },
          { text: "Rudern", url: `${URL}r/`, children: [] },
        ],
      },
    ]);
  });

  test("are links to the page's own registrable domain, whatever the host", () => {
    const page = labelsOf(
      '<a href="https://sport.news.example/">Sport</a><a href="https://other.example/">Fremd</a><p>Kein Link</p>',
    );
    expect(textsOf(page)).toEqual(["Sport"]);
  });

  test("are no buttons that stay on the page", () => {
    expect(textsOf(labelsOf('<a href="#">Annehmen</a> <a href="/welt/#top">Welt</a>'))).toEqual(["Welt"]);
  });

  test("are whole where a link has several texts", () => {
    expect(textsOf(labelsOf('<a href="/w/"><b>Aus</b> aller <i>Welt</i></a>'))).toEqual(["Aus aller Welt"]);
  });

  test("are bounded in number and length", () => {
    const farm = Array.from({ length: 5000 }, (_, at) => `<a href="/${at}/">Thema ${at}</a>`).join("");
    expect(textsOf(labelsOf(farm, { kind: "page", from: 0, to: 5000, children: [] }))).toHaveLength(3000);
    const [long] = textsOf(labelsOf(`<a href="/l/">${"Lang ".repeat(2000)}</a>`));
    expect(long?.length).toBeLessThan(200);
  });

  test("come with the language, and are nothing but JSON", () => {
    const page = labelsOf('<nav><a href="/w/">Welt</a></nav><p>Tarrenko eröffnet in Nyvik den Hafen</p>');
    expect(page.language).toBe("de");
    expect(JSON.parse(JSON.stringify(page))).toEqual(page);
  });
});

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

  test("keep heads without links that are below a heading", () => {
    const group = (name: string, ...below: string[]) =>
      `<li><span>${name}</span><ul>${links(...below)}</ul></li>`;
    const groups = group("Sport", "Rowing", "Chess", "Golf") + group("Arts", "Film", "Stage", "Dance");
    expect(menusOf(`<nav><h3>Topics</h3><ul>${groups}</ul></nav>`)).toEqual([
      "(Topics(Sport(Rowing Chess Golf) Arts(Film Stage Dance)))",
    ]);
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

test("a letter of an index from A to Z is no label, a word of one character is", () => {
  expect(isLabel("A")).toBe(false);
  expect(isLabel("책")).toBe(true);
});
