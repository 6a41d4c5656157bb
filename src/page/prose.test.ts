import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { Page } from "./page.ts";
import { findProse, showsConsent } from "./prose.ts";

const SENTENCE = "The night ferry to Saint Orrin returns on Saturday, and the band will play.";
const pageOf = (html: string) => new Page(parseHtml(html));
const wordsOf = (html: string) => findProse(pageOf(html)).map(({ words }) => words);

describe("running prose", () => {
  test("has ten words a block, a sentence in it, and more text than links", () => {
    expect(wordsOf(`<p>${SENTENCE}</p>`)).toEqual([14]);
    expect(wordsOf("<p>Buy a ticket for the night ferry now.</p>")).toEqual([]);
    expect(wordsOf(`<p>${SENTENCE.replace(".", "")}</p>`)).toEqual([]);
    expect(wordsOf(`<p>${SENTENCE} <a href=/a>${SENTENCE}</a></p>`)).toEqual([28]);
    expect(wordsOf(`<p>${SENTENCE} <a href=/a>${SENTENCE} ${SENTENCE}</a></p>`)).toEqual([]);
  });

  test("is not in menus, notices, fields and headings, nor a request to subscribe", () => {
    for (const tag of ["nav", "header", "footer", "aside", "form", "h2"]) {
      expect(wordsOf(`<${tag}>${SENTENCE}</${tag}>`), tag).toEqual([]);
    }
    expect(wordsOf(`<p>${SENTENCE} Subscribe to continue reading.</p>`)).toEqual([]);
  });
});

describe("a request for consent", () => {
  const request = "We and our partners use cookies and personal data for advertising. Do you consent?";

  test("names four subjects or more", () => {
    expect(showsConsent(pageOf(`<p>${request}</p>`))).toBe(true);
    expect(showsConsent(pageOf("<p>We and our partners use cookies. Do you consent?</p>"))).toBe(false);
  });

  test("is all that a page of few words shows", () => {
    const around = (sentences: number) => pageOf(`<p>${request}</p><p>${SENTENCE.repeat(sentences)}</p>`);
    expect(showsConsent(around(45))).toBe(true);
    expect(showsConsent(around(60))).toBe(false);
  });
});
