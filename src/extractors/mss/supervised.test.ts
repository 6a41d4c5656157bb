import { describe, expect, test } from "vitest";
import { keptTexts } from "../../../test/kept-text.ts";
import { parseHtml } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import { ScratchArena } from "../../text/index.ts";
import { makeClassify } from "./classify.ts";
import { FEATURES, packMssModel, readMssModel } from "./features.ts";
import { onePageModel } from "./made-up-models.testing.ts";
import { makeMss, PAPER_OPTIONS } from "./supervised.ts";
import { tokenise } from "./tokenise.ts";
import { makeForms } from "./tokens.ts";

const TAGS = ["body", "p", "a", "li", "ul", "hr"];
const TRAINING_PAGE =
  "<ul><li><a>Home news</a></li><li><a>Sport news</a></li></ul><p>The ferry left at dawn today.</p><p>It came back late at night.</p>";

function pageOf(html: string): Page {
  return new Page(parseHtml(html));
}

const MODEL = onePageModel({ html: TRAINING_PAGE, tags: TAGS, firstWord: "The" });
const OTHER =
  "<ul><li><a>Home news</a></li></ul><p>Quite other words stand here.</p><hr><p>More words come after.</p><ul><li><a>Sport news</a></li></ul>";

describe("the classifier", () => {
  const classify = (options: Partial<typeof PAPER_OPTIONS>, html: string) => {
    const tokens = tokenise(pageOf(html), makeForms(new Set(TAGS)));
    return [...makeClassify(MODEL, { ...PAPER_OPTIONS, ...options })(tokens, new ScratchArena())];
  };

  test("is sure of what it has seen on one side only", () => {
    const chances = classify({}, TRAINING_PAGE);
    expect(Math.max(...chances.slice(1, 12))).toBeLessThan(0.01);
    expect(chances.at(-8)).toBeGreaterThan(0.99);
  });

  test("gives a trigram that it never saw even odds", () => {
    expect(classify({ unclosedTag: false }, "never seen anywhere")[1]).toBe(0.5);
  });

  test("classifies such a trigram by its coarse form when backing off is on", () => {
    expect(classify({ unclosedTag: false, backOff: true }, "<p>quite never seen</p>")[2]).toBeGreaterThan(
      0.99,
    );
  });

  test("with the prior leans to the more frequent class", () => {
    const { inside, outside } = MODEL.totals;
    const [, chance] = classify({ unclosedTag: false, prior: true }, "never seen anywhere");
    expect(chance).toBeCloseTo(inside / (inside + outside), 9);
  });

  test("of single tokens classifies an unseen one by its neighbours", () => {
    const [, , chance] = classify({ lookUp: "unigram", unclosedTag: false }, "ferry zzz left");
    expect(chance).toBeGreaterThan(0.99);
    expect(classify({ lookUp: "unigram", unclosedTag: false }, "home zzz home")[2]).toBeLessThan(0.01);
  });
});

describe("supervised MSS", () => {
  test("that skims gives a long text the score of all of it", () => {
    const words = "The ferry left at dawn today. ".repeat(30);
    const html = `<p>${words}</p>${"<ul><li><a>Home news</a></li></ul>".repeat(6)}<p>It came back late at night.</p>`;
    const scoreOf = (skim: boolean) =>
      makeMss("mss", () => MODEL, { skim }).rank(pageOf(html), 1)[0]?.value ?? 0;
    // Without what was left out it would be less than a third.
    expect(scoreOf(true) / scoreOf(false)).toBeCloseTo(1, 0);
  });

  test("keeps what looks like the articles it learned from", () => {
    expect(
      keptTexts(
        makeMss("mss", () => MODEL),
        OTHER,
      ),
    ).toEqual(["Quite other words stand here.", "More words come after."]);
  });

  test("with the constraint ends at the first rule", () => {
    const kept = keptTexts(
      makeMss("mss-hr", () => MODEL, { cutAtRule: true }),
      OTHER,
    );
    expect(kept).toEqual(["Quite other words stand here."]);
  });

  test("goes on after a rule with less before it than after, unless it is to be cut as in the paper", () => {
    const html =
      "<ul><li><a>Home news</a></li></ul><p>Words.</p><hr><p>Quite other words stand here.</p><p>More words come after.</p>";
    const kept = (guardRule: boolean) =>
      keptTexts(
        makeMss("mss-hr", () => MODEL, { cutAtRule: true, guardRule }),
        html,
      );
    expect(kept(true)).toEqual(["Words.", "Quite other words stand here.", "More words come after."]);
    expect(kept(false)).toEqual(["Words."]);
  });

  test("does not take a rule before the first word for the end", () => {
    const html = "<ul><li><a>Home news</a></li></ul><hr><p>Quite other words stand here.</p>";
    const kept = keptTexts(
      makeMss("mss-hr", () => MODEL, { cutAtRule: true }),
      html,
    );
    expect(kept).toEqual(["Quite other words stand here."]);
  });

  test("keeps nothing where no token looks like an article", () => {
    expect(
      keptTexts(
        makeMss("mss", () => MODEL),
        "<ul><li><a>Home news</a></li></ul>",
      ),
    ).toEqual([]);
  });

  test("asks for its model on the first page, and once", () => {
    let asked = 0;
    const extractor = makeMss("mss", () => {
      asked++;
      return MODEL;
    });
    expect(asked).toBe(0);
    keptTexts(extractor, OTHER);
    keptTexts(extractor, OTHER);
    expect(asked).toBe(1);
    expect(extractor.trainedOn?.()).toEqual(["harbour.example"]);
  });

  test.each([
    ["lookUp", '"bigram"'],
    ["clamp", "0"],
    ["bias", "null"],
    ["tagWeight", "-1"],
  ])("refuses a senseless %s", (name, value) => {
    expect(() => makeMss("mss", () => MODEL, JSON.parse(`{"${name}":${value}}`))).toThrow(
      expect.objectContaining({ code: "BAD_OPTION", message: expect.stringContaining(`option ${name} `) }),
    );
  });

  test("ranks the spans that it could have taken", () => {
    const menu = "<ul><li><a>Home news</a></li><li><a>Sport news</a></li></ul>".repeat(4);
    const html = `<p>Quite other words stand here.</p>${menu}<p>More words come after, and more than before.</p>`;
    const ranked = makeMss("mss", () => MODEL).rank(pageOf(html), 2);
    expect(ranked).toHaveLength(2);
    expect(ranked[0]!.value).toBeGreaterThan(ranked[1]!.value);
    expect(ranked.map(({ extraction }) => [...extraction.scores].indexOf(1))).toEqual([9, 0]);
  });

  test("ranks first what it extracts, words that nothing is known of included", () => {
    const extractor = makeMss("mss", () => MODEL, { backOff: false });
    const page = pageOf("<ul><li><a>Home news</a></li></ul><p>zzz yyy</p><div>The ferry left at dawn</div>");
    const { scores } = extractor.extract(page, {});
    expect([...scores]).toEqual([0, 1, 1]);
    expect(extractor.rank(page, 1)[0]?.extraction.scores).toEqual(scores);
  });
});

describe("a model file", () => {
  const file = () => JSON.parse(JSON.stringify(packMssModel(MODEL))) as Record<string, unknown>;

  test("gives the model back", () => {
    const read = readMssModel(file());
    expect(read.training).toEqual(MODEL.training);
    expect(read.totals).toEqual(MODEL.totals);
    for (const feature of FEATURES)
      expect(read.tables[feature].encode()).toBe(MODEL.tables[feature].encode());
    expect(
      keptTexts(
        makeMss("mss", () => read),
        OTHER,
      ),
    ).toHaveLength(2);
  });

  test.each([
    ["no model at all", () => [1, 2], /not a galley model/],
    ["another version", () => ({ ...file(), version: 99 }), /version 99/],
    ["another method", () => ({ ...file(), method: "fused" }), /method fused/],
    ["other features", () => ({ ...file(), features: ["bigram"] }), /features are bigram/],
    ["no training", () => ({ ...file(), training: undefined }), /trained on/],
    [
      "a damaged table",
      () => ({ ...file(), tables: { trigram: { size: 3, counts: "AAAA" } } }),
      /"trigram" is damaged/,
    ],
    ["no tokens", () => ({ ...file(), totals: { inside: 0, outside: 0 } }), /how many tokens/],
    [
      "endless tokens",
      () => ({ ...file(), totals: { inside: Number.POSITIVE_INFINITY, outside: 1 } }),
      /how many tokens/,
    ],
    ["no tags", () => ({ ...file(), tags: [1] }), /list of tags/],
  ])("of %s is refused with the reason", (_, make, reason) => {
    expect(() => readMssModel(make())).toThrow(expect.objectContaining({ code: "BAD_MODEL" }));
    expect(() => readMssModel(make())).toThrow(reason);
  });
});
