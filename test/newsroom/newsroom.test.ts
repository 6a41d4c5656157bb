import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { describe, expect, test } from "vitest";
import {
  HARD_CASES,
  type HardCase,
  LANGUAGES,
  LOOKS,
  makeArticlePage,
  makeSite,
  type NewsPage,
  ROLES,
  type Role,
} from "./index.ts";

type ParsedNode = DefaultTreeAdapterTypes.ChildNode;
type ParsedParent = DefaultTreeAdapterTypes.ParentNode;

const MEDIA = new Set(["img", "picture", "video", "audio", "iframe", "object", "embed", "svg", "canvas"]);

/** Every node of a parsed page by its path. */
function nodesByPath(html: string): Map<string, ParsedNode> {
  const found = new Map<string, ParsedNode>();
  const walk = (parent: ParsedParent, path: string): void => {
    const counts = new Map<string, number>();
    for (const child of parent.childNodes) {
      const step = child.nodeName === "#text" ? "text()" : child.nodeName;
      const index = (counts.get(step) ?? 0) + 1;
      counts.set(step, index);
      found.set(`${path}/${step}[${index}]`, child);
      if ("childNodes" in child) walk(child, `${path}/${step}[${index}]`);
    }
  };
  walk(parse(html, { scriptingEnabled: false }), "");
  return found;
}

/** The leaves of a parsed page in document order, by the definition that product and generator share. */
function leavesOf(html: string): [path: string, text: string][] {
  const leaves: [string, string][] = [];
  let skipped = "\0";
  for (const [path, node] of nodesByPath(html)) {
    if (!path.startsWith("/html[1]/body[1]/") || path.startsWith(skipped)) continue;
    if (MEDIA.has(node.nodeName)) leaves.push([path, node.nodeName]);
    if (MEDIA.has(node.nodeName) || node.nodeName === "script" || node.nodeName === "style")
      skipped = `${path}/`;
    if ("value" in node && node.value.trim() !== "") leaves.push([path, node.value]);
  }
  return leaves;
}

const words = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

function wordsInBody(page: NewsPage): string[] {
  return page.truth.leaves
    .filter((leaf) => leaf.inBody)
    .flatMap((leaf) => words(leaf.cut ? leaf.text.slice(...leaf.cut) : leaf.text));
}

function expectTruthToHold(page: NewsPage): void {
  const nodes = nodesByPath(page.html);
  // One long text: a deep comparison of the lists takes three times as long.
  expect(leavesOf(page.html).join("\n")).toBe(
    page.truth.leaves.map((leaf) => [leaf.path, leaf.text]).join("\n"),
  );
  const paths = [page.truth.titlePath, page.truth.bodyPath, ...page.truth.items.map((item) => item.path)];
  expect(paths.filter((path) => path !== null && !nodes.has(path))).toEqual([]);
}

describe.each(LOOKS)("the look %s", (look) => {
  test.each(LANGUAGES)("is rebuilt by a parser with every leaf in its place, in %s", (language) => {
    const site = makeSite({ look, language, seed: 11, articles: 2 });
    const [home, section, ...rest] = site.pages;
    const articles = rest.filter((page) => page.pageType !== "section");
    for (const page of [home, section, ...articles]) if (page) expectTruthToHold(page);
  });

  test.each(HARD_CASES)("holds its truth with the hard case %s", (hardCase) => {
    const page = makeArticlePage({ look, language: "en", seed: 5, hardCases: [hardCase] });
    expect(page.truth.hardCases).toContain(hardCase);
    expectTruthToHold(page);
    expect(wordsInBody(page).join(" ")).toBe(words(page.truth.body).join(" "));
  });

  test("keeps the body's words in reading order in every script", () => {
    for (const language of LANGUAGES) {
      const page = makeArticlePage({
        look,
        language,
        seed: 3,
        hardCases: ["standfirst", "list", "table", "block-quote"],
      });
      expect(wordsInBody(page).join("")).toBe(words(page.truth.body).join(""));
    }
  });
});

/** One page with these cases, modern and English. */
const pageWith = (...hardCases: HardCase[]): NewsPage =>
  makeArticlePage({ look: "modern-grid-2025", language: "en", seed: 8, hardCases });

const textOf = (page: NewsPage, role: Role): string =>
  page.truth.leaves
    .flatMap((leaf) => (leaf.kind === "text" && leaf.role === role ? [leaf.text] : []))
    .join(" ");

describe("hard cases", () => {
  test.each([
    ["story-highlights", "highlight"],
    ["standfirst", "standfirst"],
    ["breaking-bar", "breaking"],
    ["pull-quote", "pull-quote"],
    ["block-quote", "quote"],
    ["table", "table"],
    ["list", "list"],
    ["code", "code"],
    ["embedded-post", "embed"],
    ["inline-promotion", "promotion"],
    ["correction", "correction"],
    ["paywall-teaser", "paywall"],
    ["cookie-notice", "notice"],
    ["article-twice", "duplicate"],
    ["appended-article", "other-article"],
    ["house-rules", "notice"],
    ["consent-placeholder", "notice"],
    ["about-us", "notice"],
    ["subscribe-plea", "promotion"],
  ] as const)("%s puts text of the role %s on the page", (hardCase, role) => {
    expect(textOf(pageWith(hardCase), role)).not.toBe("");
  });

  test("comments are longer than the body when asked for", () => {
    const page = pageWith("long-comments");
    expect(textOf(page, "comment").length).toBeGreaterThan(page.truth.body.length);
  });

  test("a flash has about ten words and a one-sentence story one paragraph", () => {
    expect(words(pageWith("ten-word-flash").truth.body).length).toBeLessThan(16);
    expect(pageWith("one-sentence").truth.body).not.toContain("\n");
  });

  test.each(LANGUAGES)("an item in brief has a few sentences in %s", (language) => {
    const lengths = [1, 2, 3, 4, 5, 6].map((seed) => {
      const order = { look: "portal-2008", language, seed, hardCases: ["short-item"] } as const;
      return makeArticlePage(order).truth.body.split("\n\n").length;
    });
    expect(Math.max(...lengths)).toBeLessThan(10);
    expect(new Set(lengths).size).toBeGreaterThan(1);
  });

  test("columns of teasers hold more words than an item in brief", () => {
    const page = pageWith("short-item", "teaser-columns");
    expect(words(page.truth.body).length).toBeLessThan(200);
    expect(words(textOf(page, "teaser")).length).toBeGreaterThan(words(page.truth.body).length);
  });

  test("what the house says names it and is no part of the body", () => {
    const page = pageWith("subscribe-plea");
    expect(textOf(page, "promotion")).toContain(page.truth.site);
    expect(page.truth.body).not.toContain(page.truth.site);
  });

  test("a credit in the last text is on the page but not in the body", () => {
    const page = pageWith("credit-in-last-text");
    const leaf = page.truth.leaves.find((each) => each.cut);
    expect(leaf?.text).toContain(`(${page.truth.site})`);
    expect(page.truth.body).not.toContain(page.truth.site);
  });

  test("a misleading collected title is on the page, outside the headline", () => {
    const page = pageWith("misleading-collected-title");
    expect(page.truth.collectedTitle).not.toBe(page.truth.title);
    expect(textOf(page, "teaser")).toContain(page.truth.collectedTitle);
  });

  test("a pull quote repeats the body and does not count twice", () => {
    const page = pageWith("pull-quote");
    const quoted = textOf(page, "pull-quote");
    expect(page.truth.body.split(quoted)).toHaveLength(2);
  });

  test("broken pieces give a paragraph many leaves", () => {
    const leaves = (page: NewsPage): number =>
      page.truth.leaves.filter((leaf) => leaf.role === "body").length;
    expect(leaves(pageWith("broken-pieces"))).toBeGreaterThan(3 * leaves(pageWith()));
  });

  test("live reports and galleries are page types of their own", () => {
    expect(pageWith("live-blog").pageType).toBe("live");
    expect(pageWith("gallery").pageType).toBe("gallery");
  });
});

test("every role of the list is on some page", () => {
  const site = makeSite({ look: "tables-2005", language: "en", seed: 1, articles: 2 });
  const pages = [...site.pages, ...HARD_CASES.map((hardCase) => pageWith(hardCase))];
  const seen = new Set(pages.flatMap((page) => page.truth.leaves.map((leaf) => leaf.role)));
  expect([...seen].sort()).toEqual([...ROLES].sort());
});
