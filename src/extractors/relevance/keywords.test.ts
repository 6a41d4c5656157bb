import { describe, expect, test } from "vitest";
import { ScratchArena } from "../../text/index.ts";
import { Keywords } from "./keywords.ts";

function keywords(title: string, language?: string): Keywords {
  const wording = { language, unspaced: "segmented" } as const;
  return new Keywords(title, wording, new ScratchArena());
}

function counts(title: string, text: string, language?: string): { words: number; keys: number } {
  const found = keywords(title, language);
  found.read(text, 0, text.length);
  return { words: found.wordNumber, keys: found.keyNumber };
}

describe("title keywords", () => {
  test("leave articles, prepositions, conjunctions and possessives out", () => {
    expect(keywords("The mayor of Lund and her ferry").count).toBe(3);
    expect(keywords("Der Bürgermeister und seine Fähre nach Lund", "de").count).toBe(3);
    expect(keywords("L’arrivée du maire à Lund", "fr").count).toBe(3);
  });

  test("lose the s of a possessive and the apostrophe of a plural", () => {
    expect(keywords("Tom’s parents' ferry").count).toBe(3);
    expect(counts("Tom's ferry", "Tom had a ferry").keys).toBe(2);
    expect(counts("Tom", "Tom's").words).toBe(1);
    const apart = keywords("Tom");
    apart.read("parents'S Bahn", 8, 14);
    expect(apart.wordNumber).toBe(2);
  });

  test("are none in a title of stop words, spaces or signs", () => {
    for (const title of ["the", " \t ", "…!?", ""]) expect(keywords(title).count).toBe(0);
  });

  test("are the first hundred of a title of ten thousand words", () => {
    const long = keywords("ferry ".repeat(10_000));
    expect(long.count).toBe(100);
    expect(long.isCut).toBe(true);
    expect(keywords("ferry ".repeat(100)).isCut).toBe(false);
  });
});

describe("a sentence", () => {
  test("counts its words without stop words, and every occurrence of a keyword in any case", () => {
    expect(counts("Ferry leaves Lund", "The FERRY left Lund; the ferry, the ferry!")).toEqual({
      words: 5,
      keys: 4,
    });
  });

  test("is cut by the segmenter where a script has no spaces", () => {
    expect(counts("渡轮离开港口", "船长说渡轮在黎明离开了港口", "zh").keys).toBeGreaterThanOrEqual(3);
  });

  test("holds no keyword of a title in another script", () => {
    expect(counts("渡轮离开港口", "The ferry left the harbour").keys).toBe(0);
  });
});
