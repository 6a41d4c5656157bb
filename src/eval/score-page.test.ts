import { describe, expect, test } from "vitest";
import { NewsError } from "../errors/index.ts";
import { EXTRACTORS, type Extractor } from "../extractors/index.ts";
import { nodeAt, parseHtml } from "../html/index.ts";
import { type Hints, Page } from "../page/index.ts";
import type { Label, Truth } from "../sets/index.ts";
import { type ScoreOptions, TITLE_HINTS, type TitleHint } from "./page-score.ts";
import { isInPieces, scoreFailure, scorePage, withOwnTitle } from "./score-page.ts";

const TRUTH: Truth = {
  title: null,
  authors: [],
  published: null,
  body: null,
  bodyIsPrefix: false,
  with: [],
  without: [],
};
const OPTIONS: ScoreOptions = { titleHint: "none", nodes: false, texts: false };

function label(truth: Partial<Truth>, more: Partial<Label> = {}): Label {
  return {
    id: "a",
    set: "harbour",
    site: "harbour.example",
    url: null,
    language: "en",
    pageType: "article",
    era: null,
    source: { html: "" },
    encoding: null,
    truth: { ...TRUTH, ...truth },
    ...more,
  };
}

const { paragraphs, everything, econ, coreex } = EXTRACTORS;
const HTML = "<html><body><div>Menu here</div><p>The quay opened.</p><p>It rained all day.</p></body></html>";

describe("scoring a page", () => {
  test("measures each extractor against the same truth", () => {
    // truth 7 words; paragraphs keeps those 7; everything keeps 9: P = 7/9, R = 1, F1 = 2 * 7/9 / (16/9) = 7/8
    const page = { label: label({ body: "The quay opened.\nIt rained all day." }), html: HTML };
    const [ofParagraphs, ofEverything] = scorePage(page, [paragraphs, everything], OPTIONS);
    expect(ofParagraphs).toMatchObject({
      extractor: "paragraphs",
      metrics: { wordF1: 1, correctly: 1, missed: 0, wholeArticle: 1 },
    });
    expect(ofEverything?.metrics.wordF1).toBeCloseTo(7 / 8, 12);
    expect(ofEverything?.metrics).toMatchObject({ wrongly: 1, wordRecall: 1, opening: 1 });
    expect(ofEverything?.kept).toBeUndefined();
  });

  test("measures the text with the parts that are asked for", () => {
    const html =
      "<title>Rain at sea</title><h1>Rain at sea</h1><p>The quay opened.</p><p>It rained all day.</p>";
    const page = { label: label({ body: "Rain at sea. The quay opened. It rained all day." }), html };
    const recall = (options: ScoreOptions) => scorePage(page, [paragraphs], options)[0]?.metrics.wordRecall;
    expect(recall(OPTIONS)).toBeCloseTo(7 / 10, 12);
    expect(recall({ ...OPTIONS, include: { headline: true } })).toBe(1);
  });

  test("measures only what the label has", () => {
    const [score] = scorePage({ label: label({ with: ["quay opened"] }), html: HTML }, [paragraphs], OPTIONS);
    expect(score?.metrics).toEqual({ withKept: 1 });
  });

  test("does not count text after a partial body as noise", () => {
    const page = { label: label({ body: "The quay opened.", bodyIsPrefix: true }), html: HTML };
    const [score] = scorePage(page, [paragraphs], OPTIONS);
    expect(score?.metrics).toEqual({ wordRecall: 1, shingleRecall: expect.any(Number), opening: 1 });
  });

  test("reads bytes in the label's encoding", () => {
    const html = Buffer.from("<p>quai fermé, été</p>", "latin1");
    const page = { label: label({ body: "quai fermé, été" }, { encoding: "windows-1252" }), html };
    expect(scorePage(page, [everything], OPTIONS)[0]?.metrics.wordF1).toBe(1);
  });

  test("counts an unreadable page as an empty answer", () => {
    const [score] = scorePage({ label: label({ body: "The quay", title: "T" }), html: "" }, [econ], OPTIONS);
    expect(score).toMatchObject({
      error: { code: "EMPTY_INPUT" },
      metrics: { wordF1: 0, missed: 1, title: 0 },
    });
  });

  test("judges nodes and pieces only when asked, and gives the text only when asked", () => {
    const html =
      "<html><body><div>Menu</div><div><p>The <b>quay</b> opened.</p><p>It rained.</p></div></body></html>";
    const page = { label: label({ body: "The quay opened. It rained." }), html };
    const [plain] = scorePage(page, [paragraphs], OPTIONS);
    expect(plain?.metrics.oracle).toBeUndefined();
    expect(plain?.splits).toEqual(["short", "under 100 words"]);
    const [asked] = scorePage(page, [paragraphs], { ...OPTIONS, nodes: true, texts: true });
    expect(asked?.metrics.oracle).toBe(1);
    expect(asked?.splits).toEqual(["short", "under 100 words", "pieces"]);
    expect(asked?.kept).toContain("quay");
  });

  test("sets a page apart that holds less than half of its truth's vocabulary", () => {
    const splits = (body: string) =>
      scorePage({ label: label({ body }), html: HTML }, [paragraphs], OPTIONS)[0]?.splits;
    expect(splits("The mill and its chimney close in October, said the owners.")).toContain(
      "truth elsewhere",
    );
    expect(splits("The quay opened.")).not.toContain("truth elsewhere");
  });

  test("judges the nodes that a method chooses as title and body", () => {
    const html =
      "<html><body><h1>Quay opens</h1><div><p>The quay opened.</p><p>It rained.</p></div></body></html>";
    const page = { label: label({ title: "Quay opens", body: "The quay opened. It rained." }), html };
    const choosing = (titlePath: string): Extractor => ({
      ...everything,
      extract: (seen, hints) => ({
        ...everything.extract(seen, hints),
        bodyRoot: nodeAt(seen.document, "/html/body/div"),
        titleNode: nodeAt(seen.document, titlePath),
      }),
    });
    const nodesOf = (titlePath: string) =>
      scorePage(page, [choosing(titlePath)], { ...OPTIONS, nodes: true })[0]?.metrics;
    expect(nodesOf("/html/body/h1")).toMatchObject({ bodyRight: 1, titleRight: 1, newsRight: 1 });
    expect(nodesOf("/html/body/div/p")).toMatchObject({ bodyRight: 1, titleRight: 0, newsRight: 0 });
  });

  test("counts a page that killed its worker the same way, for every extractor", () => {
    const died = new NewsError("WORKER_FAILED", "the worker ended");
    const scores = scoreFailure(label({ body: "The quay" }), [econ, coreex], died);
    expect(scores.map((score) => [score.extractor, score.metrics.wordF1, score.error?.code])).toEqual([
      ["econ", 0, "WORKER_FAILED"],
      ["coreex", 0, "WORKER_FAILED"],
    ]);
  });
});

test("the page's own title is passed as the collected one, unless it has none", () => {
  const titled = new Page(parseHtml("<title> Quay\n opens </title><p>x"));
  expect(withOwnTitle(titled, {})).toEqual({ collectedTitle: "Quay opens" });
  const untitled = new Page(parseHtml("<title> </title><p>x"));
  expect(withOwnTitle(untitled, { collectedTitle: "given" })).toEqual({ collectedTitle: "given" });
});

describe("the title that extractors are given", () => {
  const html = "<title>The page's own</title><p>The quay opened.</p>";

  function hintsFor(titleHint: TitleHint, title: string | null): readonly Hints[] {
    const given: Hints[] = [];
    const listener: Extractor = {
      ...everything,
      extract(page, hints) {
        given.push(hints);
        return everything.extract(page, hints);
      },
    };
    scorePage({ label: label({ title, body: "x" }), html }, [listener], { ...OPTIONS, titleHint });
    return given;
  }

  test("is none, the page's own or the label's, as asked for", () => {
    const given = TITLE_HINTS.map((hint) => [hint, ...hintsFor(hint, "The label's")]);
    expect(given).toEqual([
      ["none", {}],
      ["page", { collectedTitle: "The page's own" }],
      ["truth", { collectedTitle: "The label's" }],
    ]);
  });

  test("is none where the label has none", () => {
    expect(hintsFor("truth", null)).toEqual([{}]);
  });
});

function inPieces(body: string): boolean {
  const page = new Page(parseHtml(`<html><head></head><body>${body}</body></html>`));
  return isInPieces(page, nodeAt(page.document, "/html/body"));
}

test("a body is in pieces when its blocks have two text nodes or more on average", () => {
  // 3 + 1 text nodes in 2 blocks: 2
  expect(inPieces("<p>The <b>quay</b> opened.</p><p>It rained.</p>")).toBe(true);
  // 3 + 1 + 1 in 3 blocks: 5/3
  expect(inPieces("<p>The <b>quay</b> opened.</p><p>It rained.</p><p>Then not.</p>")).toBe(false);
  expect(inPieces("<p>The quay opened.</p>")).toBe(false);
});

test("hidden text and pictures break nothing, and no text is not in pieces", () => {
  // Long enough that the page is not a shell that scripts fill, where hidden text is read too.
  const long = `<p>${"word ".repeat(200)}</p>`;
  // 2 visible text nodes in 2 blocks: 1; with the hidden ones it were 5/2
  const hidden = "<span hidden>x</span>".repeat(3);
  expect(inPieces(`${long}<p>The quay <img src="a.png">${hidden}</p>`)).toBe(false);
  expect(inPieces("")).toBe(false);
});
