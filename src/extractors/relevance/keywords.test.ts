import { describe, expect, test } from "vitest";
import { ScratchArena, WordScan } from "../../text/index.ts";
import { Keywords, makeStems } from "./keywords.ts";

const stemOf = makeStems();

function keywords(title: string, language?: string): Keywords {
  const wording = { language, unspaced: "segmented", stem: stemOf(language) } as const;
  return new Keywords(title, wording, new ScratchArena());
}

function counts(title: string, text: string, language?: string): { words: number; keys: number } {
  const found = keywords(title, language);
  found.read(text, 0, text.length);
  return { words: found.wordNumber, keys: found.keyNumber };
}

/** Words that begin alike and whose hashes have the same low bits: more than are probed, so that not all can be kept. */
function wordsThatCollideWith(word: string): readonly string[] {
  const slots = 16_384;
  const text = `${word} ${Array.from({ length: slots * 60 }, (_, at) => `fe${at.toString(36)}`).join(" ")}`;
  const scan = new WordScan("whole runs");
  scan.read(text, 0, text.length);
  const slot = scan.hashes[0]! & (slots - 1);
  const found: string[] = [];
  for (let at = 1; at < scan.count && found.length < 44; at++) {
    if ((scan.hashes[at]! & (slots - 1)) === slot) found.push(text.slice(scan.starts[at], scan.ends[at]));
  }
  return found;
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

  test.each([
    ["en", "Harbour closes", "harbours closed"],
    ["de", "Häfen schließen", "Hafen schließt"],
    ["fr", "Élections annulées", "élection annulée"],
    ["es", "Cierran puertos", "cierra puerto"],
    ["ru", "Порты закрыты", "порт закрыт"],
    ["pl", "Porty zamknięte", "portów zamknięcie"],
    ["ar", "الميناء", "ميناء"],
  ])("matches inflected forms in %s", (language, title, text) => {
    expect(counts(title, text, language).keys).toBeGreaterThan(0);
  });

  test("is cut by the segmenter where a script has no spaces", () => {
    expect(counts("渡轮离开港口", "船长说渡轮在黎明离开了港口", "zh").keys).toBeGreaterThanOrEqual(3);
  });

  test("holds no keyword of a title in another script", () => {
    expect(counts("渡轮离开港口", "The ferry left the harbour").keys).toBe(0);
  });

  test("is judged alike however many different words the page has", () => {
    const found = keywords("ferry");
    const flood = Array.from({ length: 8_000 }, (_, at) => `fer${at.toString(36)}`).join(" ");
    found.read(flood, 0, flood.length);
    // Twice: what the table has no space for is not kept, and judged again.
    for (let time = 0; time < 2; time++) {
      found.read("ferries ferry fern", 0, 18);
      expect([found.wordNumber, found.keyNumber]).toEqual([3, 2]);
    }
  });

  test("is judged alike where its words collide in the table of known words", () => {
    const crowd = wordsThatCollideWith("ferries");
    const sentence = [...crowd.slice(0, 32), "ferries", ...crowd.slice(32)].join(" ");
    const found = keywords("ferry");
    for (let time = 0; time < 2; time++) {
      found.read(sentence, 0, sentence.length);
      expect([found.wordNumber, found.keyNumber]).toEqual([crowd.length + 1, 1]);
    }
  });
});

describe("a stemmer", () => {
  test("knows the inflected forms of a language by its stemmer, or by first letters where there is none", () => {
    const stemOf = makeStems();
    expect(stemOf("de-AT").cut("häuser")).toBe(stemOf("de").cut("häusern"));
    expect(stemOf("pl").cut("promami")).toBe(stemOf("pl").cut("promach"));
    expect(stemOf(undefined).cut("ferries")).toBe(stemOf("en").cut("ferry"));
  });

  test("takes words as they are in a language that it does not know, and holds no more for many such", () => {
    const stemOf = makeStems();
    const nonsense = ["xx", "-", "constructor", "__proto__", "x".repeat(100_000)].map(stemOf);
    expect(new Set(nonsense)).toEqual(new Set([stemOf("yy")]));
    expect(stemOf("yy").cut("ferries")).toBe("ferries");
    expect(stemOf("en").cut("ferries")).not.toBe("ferries");
  });
});
