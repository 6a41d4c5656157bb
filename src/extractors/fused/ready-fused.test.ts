import { expect, test } from "vitest";
import { parseHtml } from "../../html/index.ts";
import type { TableFile } from "../../model/index.ts";
import { Page } from "../../page/index.ts";
import { shippedModel } from "../mss/index.ts";
import { makeFused, shippedFused } from "./index.ts";
import { restoreFused, storeFused } from "./ready-fused.ts";

const SENTENCE = "The last ferry left the quay at dawn, and nobody was there to see it go, the master said.";
const STORY = `<html lang=en><title>Ferry leaves</title><h1>Ferry leaves</h1>${`<p>${SENTENCE}</p>`.repeat(5)}`;
const TEASER = "<li><h3><a href=/a>Ferry leaves</a></h3><p>It comes back on Sunday.</p>";
const LIST = `<title>Harbour news</title><ul>${TEASER.repeat(20)}</ul>`;

const { training, lexicon, otherLexicon, trees, otherTrees, verdict } = shippedFused();

function stored(): TableFile {
  if (!otherLexicon || !otherTrees || !verdict) throw new Error("The shipped model lacks a part");
  return storeFused({ training, lexicon, otherLexicon, trees, otherTrees, verdict }, shippedModel());
}

test("answers as the model does that was written down", () => {
  const { bytes, stamp } = stored();
  const ready = restoreFused(bytes, stamp);
  const decoded = makeFused(shippedFused);
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

test("is not read where the tables are not those that the caller knows, or not all there", () => {
  const { bytes, stamp } = stored();
  expect(restoreFused(bytes, stamp + 1)).toBeUndefined();
  expect(restoreFused(bytes.subarray(0, bytes.length / 16), stamp)).toBeUndefined();
});
