import { describe, expect, test } from "vitest";
import { partitionPage } from "../partition/index.ts";
import type { SemanticNode } from "../partition/semantic-tree.ts";
import { readSitePage } from "../source/page-source.ts";
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

  test("come with the language and the words of longer texts, and are nothing but JSON", () => {
    const page = labelsOf('<nav><a href="/w/">Welt</a></nav><p>Tarrenko eröffnet in Nyvik den Hafen</p>');
    expect(page.language).toBe("de");
    expect(Object.keys(page.vocabulary)).toEqual(expect.arrayContaining(["tarrenko", "nyvik", "hafen"]));
    expect(page.vocabulary).not.toHaveProperty("welt");
    expect(JSON.parse(JSON.stringify(page))).toEqual(page);
  });
});
