import { describe, expect, test } from "vitest";
import { assemble } from "../../assemble/index.ts";
import { parseHtml } from "../../html/index.ts";
import { readMetadata } from "../../metadata/index.ts";
import { type Extraction, Page } from "../../page/index.ts";
import { keepProse, useStatedBody, warnOfHidden } from "./last-resort.ts";

const TITLE = "Night ferry returns to Saint Orrin";
const SENTENCE = "The night ferry to Saint Orrin returns on Saturday, after nine years without any. ";
const STATE = JSON.stringify({
  title: TITLE,
  body: `<p onclick=x()>${SENTENCE.repeat(5)}</p><script>alert(1)</script><p><a href=/quay>The quay</a> is new.</p>`,
});

/** A page's data for its scripts, with a body of `sentences` sentences. */
const dataOf = (sentences: number) =>
  `<script>window.s=${JSON.stringify({ title: TITLE, body: SENTENCE.repeat(sentences) })}</script>`;

const answerOf = (body: string, score: number): { page: Page; extraction: Extraction } => {
  const page = new Page(parseHtml(`<title>${TITLE}</title>${body}`), "https://example.org/a/b");
  const { count } = page.leaves;
  return {
    page,
    extraction: { scores: new Float32Array(count).fill(score), reasons: new Uint8Array(count).fill(1) },
  };
};
const articleOf = ({ page, extraction }: ReturnType<typeof answerOf>) => {
  const last = useStatedBody(page, extraction);
  return assemble(page, last, readMetadata(page, last), { extractor: "fused", explain: true });
};

describe("the last resort", () => {
  test("gives the article of a page that shows nothing, from its data, sanitised", () => {
    const article = articleOf(
      answerOf(`<p>Loading</p><script>window.s=${STATE.replaceAll("</", "<\\/")}</script>`, 0),
    );
    expect(article.text).toBe(`${SENTENCE.repeat(5).trim()}\n\nThe quay is new.`);
    expect(article.html).toContain('<a href="https://example.org/quay">The quay</a>');
    expect(article.html).not.toMatch(/script|onclick/);
    expect(article.warnings.map(({ code }) => code)).toContain("TEXT_FROM_DATA");
    expect(article.explanation?.leaves.every(({ kept }) => !kept)).toBe(true);
  });

  test("reads who wrote it and when, where data states it beside title and body", () => {
    const state = {
      related: { title: "Ferry sinks", author: "Ida Noe", publishedAt: "2020-01-01" },
      story: {
        title: TITLE,
        authors: [{ name: "Jane Alder", url: "/jane" }, { name: "Ola Berg" }],
        publishedAt: "2024-05-03T08:00:00Z",
        updated: "2024-05-04T08:00:00Z",
        body: SENTENCE.repeat(5),
      },
    };
    const read = (data: object) =>
      articleOf(answerOf(`<p>Loading</p><script>window.s=${JSON.stringify(data)}</script>`, 0));
    expect(read(state)).toMatchObject({
      authors: ["Jane Alder", "Ola Berg"],
      published: "2024-05-03T08:00:00Z",
    });
    const untitled = { ...state, story: { ...state.story, title: "" } };
    expect(read(untitled)).toMatchObject({ authors: [], published: null });
  });

  test("leaves an answer of 100 words alone, whatever the data say", () => {
    const answer = answerOf(`<p>${SENTENCE.repeat(8)}</p>${dataOf(40)}`, 1);
    expect(useStatedBody(answer.page, answer.extraction)).toBe(answer.extraction);
  });

  test("takes the place of 70 words where the data say twice as much, not where they say less", () => {
    const shown = `<p>${SENTENCE.repeat(5)}</p>`;
    expect(articleOf(answerOf(shown + dataOf(11), 1)).text).toBe(SENTENCE.repeat(11).trim());
    expect(articleOf(answerOf(shown + dataOf(8), 1)).text).toBe(SENTENCE.repeat(5).trim());
  });

  test("is no summary of 40 words", () => {
    const stated = (sentences: number) => {
      const { page, extraction } = answerOf(`<p>Loading</p>${dataOf(sentences)}`, 0);
      return useStatedBody(page, extraction).statedBody;
    };
    expect(stated(3)).toBeUndefined();
    expect(stated(4)).toBeDefined();
  });

  test("does not read the scripts of a page that shows much, though nothing was kept", () => {
    const bodyBeside = (sentences: number) => {
      const answer = answerOf(`<p>${SENTENCE.repeat(sentences)}</p>${dataOf(40)}`, 0);
      return useStatedBody(answer.page, answer.extraction).statedBody;
    };
    expect(bodyBeside(9)).toBeDefined();
    expect(bodyBeside(12)).toBeUndefined();
  });

  test("says when a good part of the answer is hidden by the markup", () => {
    const shown = `<p>${SENTENCE.repeat(20)}</p>`;
    const codes = (hidden: string) => {
      const answer = answerOf(shown + hidden, 1);
      return warnOfHidden(answer.page, answer.extraction).warnings ?? [];
    };
    expect(codes(`<p hidden>${SENTENCE.repeat(5)}</p>`)).toEqual(["HIDDEN_USED"]);
    expect(codes("<p hidden>Only a word or two.</p>")).toEqual([]);
  });
});

const VOTE = "The council met on Monday and voted for the new quay, by nine to two. ";

describe("a page whose prose was all dropped", () => {
  const kept = ({ page, extraction }: ReturnType<typeof answerOf>) => {
    const { scores } = keepProse(page, extraction);
    const article = { ...extraction, scores };
    return assemble(page, article, readMetadata(page, article), { extractor: "fused" }).text;
  };

  test("is answered with the prose of the element that holds the most", () => {
    const aside = `<div><p>${VOTE}</p></div>`;
    const text = kept(answerOf(`${aside}<div><p>${SENTENCE}</p><p>${SENTENCE.repeat(2)}</p></div>`, 0.01));
    expect(text).toContain(SENTENCE.trim());
    expect(text).not.toContain("council");
  });

  test.each([
    ["has fewer than 30 words of it", `<p>${VOTE}</p>`],
    ["has it in its footer", `<footer><p>${SENTENCE.repeat(4)}</p></footer>`],
    ["has it in links", `<p><a href=/a>${SENTENCE.repeat(4)}</a></p>`],
    ["has it in a heading", `<h2>${SENTENCE.repeat(4)}</h2>`],
    ["hides it", `<p hidden>${SENTENCE.repeat(4)}</p>${"<p>Ferry news</p>".repeat(30)}`],
    ["asks to subscribe in it", `<p>${SENTENCE.repeat(4)} Subscribe to continue reading.</p>`],
    [
      "asks for consent",
      `<p>${"We and our partners use cookies and personal data for advertising. Do you consent? ".repeat(4)}</p>`,
    ],
  ])("stays unanswered where it %s", (_, body) => {
    expect(kept(answerOf(body, 0))).toBe("");
  });

  test("has no answer in a label", () => {
    const answer = answerOf(`<p>More news of the ferry and quay</p><div>${SENTENCE.repeat(4)}</div>`, 0);
    answer.extraction.scores[0] = 1;
    expect(kept(answer)).toContain(SENTENCE.trim());
  });

  test("keeps an answer that has a sentence", () => {
    const answer = answerOf(`<p>${SENTENCE}</p><div>${SENTENCE.repeat(4)}</div>`, 0);
    answer.extraction.scores[0] = 1;
    expect(keepProse(answer.page, answer.extraction)).toBe(answer.extraction);
  });
});
