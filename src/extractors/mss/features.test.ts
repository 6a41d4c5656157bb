import { describe, expect, test } from "vitest";
import { parseHtml } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import { joinHashes } from "../../text/index.ts";
import { FEATURE_READERS, FEATURES, TokenFeatures } from "./features.ts";
import { tokenise } from "./tokenise.ts";
import { makeForms } from "./tokens.ts";

function tokensOf(body: string, commonTags?: readonly string[]) {
  const page = new Page(parseHtml(`<html lang=en><body>${body}`));
  return tokenise(page, makeForms(commonTags && new Set(commonTags)));
}

/** A feature of every token of a page, but those of the body's own tags. */
function featuresOf(feature: (typeof FEATURES)[number], body: string): number[] {
  const tokens = tokensOf(body);
  const features = new TokenFeatures(tokens);
  return Array.from({ length: tokens.count }, (_, at) => FEATURE_READERS[feature](features, at)).slice(1, -1);
}

describe("the features of a token", () => {
  test("are the hashes that models were counted with, once and for all", () => {
    const tokens = tokensOf("<div><my-tag>Ferries sailed, 3 lamps 🚢</my-tag></div>", ["body", "div"]);
    const features = new TokenFeatures(tokens);
    const read = FEATURES.map((feature) => [feature, FEATURE_READERS[feature](features, 2)]);
    expect(tokens.form.reduce(joinHashes, 0)).toBe(1091119211);
    expect(Object.fromEntries(read)).toEqual({
      trigram: 1412334306,
      "coarse trigram": -21744335,
      "class trigram": 461909860,
      "unclosed tag": -456093161,
      unigram: -418863435,
    });
  });

  test("tell words apart in a trigram, and only there", () => {
    const [dawn, dusk] = ["<p>dawn, came</p>", "<p>dusk, came</p>"];
    expect(featuresOf("trigram", dawn)[0]).not.toBe(featuresOf("trigram", dusk)[0]);
    expect(featuresOf("coarse trigram", dawn)).toEqual(featuresOf("coarse trigram", dusk));
    expect(featuresOf("coarse trigram", dawn)).not.toEqual(featuresOf("coarse trigram", "<p>dawn. came</p>"));
  });

  test("are the same for tags of a class, in a class trigram", () => {
    const inBox = featuresOf("class trigram", "<div><b>one</b>, two</div>");
    expect(featuresOf("class trigram", "<my-box><i>one</i> two three</my-box>")).toEqual(inBox);
    expect(featuresOf("class trigram", "<h2><b>one</b>, two</h2>")).not.toEqual(inBox);
  });

  test("look at nothing beyond the page", () => {
    const tokens = tokensOf("end");
    const features = new TokenFeatures(tokens);
    expect(features.unigram(-1)).toBe(0);
    expect(features.unigram(tokens.count)).toBe(0);
    const last = tokens.form[tokens.count - 1]!;
    expect(features.trigram(tokens.count - 1)).toBe(joinHashes(joinHashes(last, 0), 0));
  });
});
