import { describe, expect, test } from "vitest";
import { keptTexts } from "../../../test/kept-text.ts";
import { parseHtml } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import { LEARN_PAPER } from "../../train/mss/learn-options.ts";
import { learnSiteModel } from "../../train/mss/learn-site.ts";
import { packMssModel } from "./features.ts";
import { sentence, siteMarkup, sitePage, supervisedModel } from "./made-up-models.testing.ts";
import { makeMssSite, packSiteModel, readSiteModel } from "./site-model.ts";

const FROM = supervisedModel();
const PAGES = Array.from({ length: 10 }, (_, at) => sitePage(at + 1, { isApart: at < 8 }));
const MODEL = learnSiteModel(PAGES, { from: FROM });

/** The file of a model as a program would read it, with some fields changed. */
function fileOf(changes: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return { ...JSON.parse(JSON.stringify(packSiteModel(MODEL))), ...changes };
}

describe("a site's model", () => {
  test("judges pages alike before and after it was a file", () => {
    const read = readSiteModel(fileOf());
    const html = siteMarkup(12, { isApart: false });
    const page = new Page(parseHtml(html));
    expect(keptTexts(makeMssSite(read), html)).toEqual([sentence(12, 14), sentence(17, 14)]);
    expect(makeMssSite(read).extract(page, {})).toEqual(makeMssSite(MODEL).extract(page, {}));
    expect(packSiteModel(read)).toEqual(packSiteModel(MODEL));
  });

  test("of the paper's settings is a file without the supervised model", () => {
    const model = learnSiteModel(PAGES, { from: FROM, ...LEARN_PAPER });
    const file = JSON.parse(JSON.stringify(packSiteModel(model)));
    expect(file).not.toHaveProperty("supervised");
    expect(packSiteModel(readSiteModel(file))).toEqual(packSiteModel(model));
  });

  test("ranks spans, the one it chooses first", () => {
    const page = PAGES[0]!;
    const extractor = makeMssSite(MODEL);
    const ranked = extractor.rank(page, 3);
    expect(ranked[0]?.extraction).toEqual(extractor.extract(page, {}));
    expect(ranked.map(({ value }) => value)).toEqual(ranked.map(({ value }) => value).sort((a, b) => b - a));
  });

  const table = packSiteModel(MODEL) as unknown as {
    readonly tables: Record<string, { importance: string }>;
  };
  const trigram = table.tables.trigram!;
  test.each<[string, unknown, string]>([
    ["a supervised model", packMssModel(FROM), "it is of the method mss, not mss-site"],
    ["other features", fileOf({ features: ["bigram"] }), "its features are bigram"],
    ["no origin", fileOf({ from: 3 }), "it does not say which model it began with"],
    ["no settings", fileOf({ settings: { constant: 1 } }), "its settings are incomplete"],
    [
      "a negative setting",
      fileOf({ settings: { ...MODEL.settings, clamp: -1 } }),
      "its settings are incomplete",
    ],
    [
      "an endless setting",
      fileOf({ settings: { ...MODEL.settings, doubt: Number.POSITIVE_INFINITY } }),
      "its settings are incomplete",
    ],
    ["no supervised model", fileOf({ supervised: undefined }), "the supervised model that it builds on"],
    ["a nameless setting", fileOf({ supervised: { settings: "best" } }), "its supervised settings"],
    [
      "importances cut short",
      fileOf({
        tables: { ...table.tables, trigram: { ...trigram, importance: trigram.importance.slice(0, -4) } },
      }),
      'its table of "trigram" is damaged',
    ],
    ["no tables", fileOf({ tables: {} }), 'its table of "trigram" is damaged'],
  ])("with %s is refused", (_, value, problem) => {
    expect(() => readSiteModel(value)).toThrow(
      expect.objectContaining({ code: "BAD_MODEL", message: expect.stringContaining(problem) }),
    );
  });
});
