import { expect, test } from "vitest";
import { parseHtml } from "../../html/index.ts";
import { FEATURE_UNITS, Page } from "../../page/index.ts";
import { FOLDED_UNITS, LOWER_UNITS, WORD_UNITS } from "../../text/index.ts";
import { shippedAttention, shippedBaseLearners, shippedFused, shippedModel } from "../models.ts";
import { TOKEN_UNITS } from "../mss/tokenise.ts";
import { makeFused } from "./fused.ts";
import { packFusedModel } from "./fused-model.ts";
import { type BaseModels, fusedModel, restoreFused, storeFused } from "./load-fused.ts";

const SENTENCE = "The last ferry left the quay at dawn, and nobody was there to see it go, the master said.";
const STORY = `<html lang=en><title>Ferry leaves</title><h1>Ferry leaves</h1>${`<p>${SENTENCE}</p>`.repeat(5)}`;
const TEASER = "<li><h3><a href=/a>Ferry leaves</a></h3><p>It comes back on Sunday.</p>";
const LIST = `<title>Harbour news</title><ul>${TEASER.repeat(20)}</ul>`;

const MODELS = { mss: shippedModel(), attention: shippedAttention() };

test("answers as the model that was stored", () => {
  const { bytes, stamp } = storeFused(shippedFused(), MODELS);
  const ready = restoreFused(bytes, stamp);
  const decoded = makeFused(shippedFused, shippedBaseLearners(), { network: shippedAttention });
  const answers = [STORY, LIST].map((html) => {
    const page = new Page(parseHtml(html));
    const answer = ready?.extract(page, {});
    expect(answer).toEqual(decoded.extract(page, {}));
    return answer?.notes?.otherPagesWeight;
  });
  // Both of the model's ways are gone: that of articles and that of other pages.
  expect(answers.map((weight) => Number(weight) > 0)).toEqual([false, true]);
  expect(ready?.trainedOn?.()).toEqual(decoded.trainedOn?.());
});

test("is refused where the tables have another stamp, or are cut short", () => {
  const { bytes, stamp } = storeFused(shippedFused(), MODELS);
  expect(restoreFused(bytes, stamp + 1)).toBeUndefined();
  expect(restoreFused(bytes.subarray(0, bytes.length / 16), stamp)).toBeUndefined();
});

test("restores the tables that would have been computed", () => {
  const tables = () =>
    [LOWER_UNITS, FOLDED_UNITS, WORD_UNITS, TOKEN_UNITS, FEATURE_UNITS].map(({ table }) => table);
  const made = tables();
  const { bytes, stamp } = storeFused(shippedFused(), MODELS);
  restoreFused(bytes, stamp);
  expect(tables().every(({ buffer }) => buffer === bytes.buffer)).toBe(true);
  expect(tables()).toEqual(made);
});

test("a model is refused without those of its base learners", () => {
  const json = JSON.parse(JSON.stringify(packFusedModel(shippedFused())));
  for (const models of [undefined, {}, { mss: null }]) {
    expect(() => fusedModel(json, models as BaseModels)).toThrow(
      expect.objectContaining({ code: "BAD_MODEL" }),
    );
  }
});
