import { describe, expect, test } from "vitest";
import { ClassTokens, type Page } from "../../page/index.ts";
import { readPage } from "../read-page.ts";
import { labelBlocks } from "../roles/label-blocks.ts";
import { readLexiconPage } from "./lexicon-page.ts";
import { trainLexicon } from "./train-lexicon.ts";

const STORY = "The ferry left at dawn and by noon the harbour was empty again, the keeper said.";
const SITES = Array.from("abcdefghijkl", (letter) => `paper${letter}.example`);

function htmlOf(site: string): string {
  return `<div class="sidebar teaser"><p class="item">Other boats that left in ${site} this year and last</p></div>
    <div class="story-body"><p class="item ${site.replace(".", "")}">${STORY}</p></div>`;
}

function pageOf(site: string): ReturnType<typeof readLexiconPage> {
  const page = readPage(htmlOf(site));
  const truth = { title: null, authors: [], published: null, body: STORY };
  return readLexiconPage(page, labelBlocks(page, truth), site);
}

function weightOf(lexicon: ReturnType<typeof trainLexicon>, names: string): number {
  const page: Page = readPage(`<p class="${names}">text</p>`);
  const tokens = new ClassTokens(page.document);
  return lexicon.scoreTokens(tokens.hashes, tokens.read(page.blocks.container[0]!));
}

describe("a lexicon of names", () => {
  const pages = SITES.map(pageOf);

  test("learns which names hold the article", () => {
    const lexicon = trainLexicon(pages, { l2: 1e-3 });
    expect(weightOf(lexicon, "story-body")).toBeGreaterThan(0.5);
    expect(weightOf(lexicon, "teaser")).toBeLessThan(-0.5);
    expect(Math.abs(weightOf(lexicon, "item"))).toBeLessThan(0.2);
    expect(weightOf(lexicon, "unheard-of")).toBe(0);
  });

  test("knows no name of fewer sites than it is told", () => {
    expect(weightOf(trainLexicon(pages, { l2: 1e-3 }), "paperaexample")).toBe(0);
    expect(weightOf(trainLexicon(pages.slice(0, 3), { l2: 1e-3 }), "story")).toBe(0);
    expect(weightOf(trainLexicon(pages.slice(0, 3), { l2: 1e-3, minDomains: 3 }), "story")).not.toBe(0);
  });

  test("counts a site once, however many pages it has", () => {
    const oneSite = Array.from({ length: 6 }, () => pageOf("paperb.example"));
    expect(trainLexicon(oneSite).size).toBe(0);
  });

  test("keeps the strongest names only", () => {
    const small = trainLexicon(pages, { l2: 1e-3, maxTokens: 3 });
    expect(small.size).toBe(3);
    expect(weightOf(small, "item")).toBe(0);
  });

  test("is the same each time", () => {
    expect(trainLexicon(pages).encode()).toEqual(trainLexicon(pages).encode());
  });
});
