import { expect, test } from "vitest";
import { makeArticle } from "../../../test/contract/store-samples.ts";
import type { SampleAnswer, StoredArticle } from "../../store/index.ts";
import { askAll } from "./sample.ts";

const page = (id: string) => ({
  key: id,
  url: `https://example.org/${id}`,
  articleId: Number(id),
  version: 2,
  detail: "",
  source: "feed",
  topic: null,
  kind: null,
  publisher: null,
  foundMs: 0,
  datedMs: null,
  id,
  group: "feed",
  isObtained: true,
});

test("each article is shown by its ends, and each answer is kept at once until q", async () => {
  const kept: SampleAnswer[] = [];
  const keys = ["x", "y", "n", "q"];
  const shown: string[] = [];
  const text = Array.from({ length: 9 }, (_, at) => `Line ${at}.`).join("\n\n");
  const stored = { article: makeArticle({ title: "Quay", text }) } as StoredArticle;
  await askAll(
    {
      getArticle: async () => stored,
      putAnswers: async (answers) => void kept.push(...answers),
    },
    ["1", "2", "3", "4"].map(page),
    { read: async () => keys.shift()!, write: (words) => void shown.push(words), now: () => 5 },
  );
  expect(kept).toEqual([
    { id: "1", version: 2, verdict: "right", atMs: 5 },
    { id: "2", version: 2, verdict: "wrong", atMs: 5 },
  ]);
  expect(shown.join("")).toMatch(
    /1 of 4 {2}https:\/\/example.org\/1\nQuay\n\nLine 0.\nLine 1.\nLine 2.\n {2}… 3 more …\nLine 6.\nLine 7.\nLine 8.\n/,
  );
});
