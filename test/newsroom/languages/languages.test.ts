import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../names.ts";
import { makeRandom } from "../random.ts";
import { Writer, writeNumber } from "./grammar.ts";
import { languages } from "./index.ts";

const FACTS = {
  person: "P",
  surname: "S",
  other: "O",
  place: "Q",
  inPlace: "in Q",
  org: "R",
  topic: "T",
  topicOf: "U",
};

const SCRIPT: Partial<Record<string, RegExp>> = {
  ru: /\p{Script=Cyrillic}/u,
  el: /\p{Script=Greek}/u,
  ar: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  zh: /\p{Script=Han}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ko: /\p{Script=Hangul}/u,
  hi: /\p{Script=Devanagari}/u,
  th: /\p{Script=Thai}/u,
};

describe.each(LANGUAGES)("the language %s", (code) => {
  const language = languages[code];

  test("has a rule for every name that its rules use", () => {
    const writer = new Writer(language, FACTS, makeRandom(code));
    for (const symbol of Object.keys(language.grammar)) {
      for (let i = 0; i < 60; i += 1) expect(writer.say(symbol)).not.toMatch(/[{}]|undefined/);
    }
  });

  test("writes labels and sentences in its own script", () => {
    const script = SCRIPT[code] ?? /\p{Script=Latin}/u;
    expect(language.labels.cookie).toMatch(script);
    expect(new Writer(language, FACTS, makeRandom(code)).paragraph(3)).toMatch(script);
  });

  test("has twelve months and two names or more for every section", () => {
    expect(language.months).toHaveLength(12);
    for (const names of Object.values(language.sections)) expect(new Set(names).size).toBeGreaterThan(1);
  });
});

describe("Writer", () => {
  test("does not say the same sentence twice while there are others", () => {
    const writer = new Writer(languages.en, FACTS, makeRandom("w"));
    const said = Array.from({ length: 40 }, () => writer.say("sentence"));
    expect(new Set(said).size).toBe(40);
  });

  test("starts a sentence with a capital but leaves a word after a number alone", () => {
    const writer = new Writer(
      { ...languages.en, grammar: { ...languages.en.grammar, x: ["{number} families"], y: ["“a”"] } },
      FACTS,
      makeRandom("w"),
    );
    expect(writer.say("x")).toMatch(/^\d+ families$/);
    expect(writer.say("y")).toBe("“A”");
  });

  test("names the rule that is missing", () => {
    const writer = new Writer(languages.en, FACTS, makeRandom("w"));
    expect(() => writer.say("nothing")).toThrow("has no {nothing}");
  });

  test("groups thousands as the language does", () => {
    expect(writeNumber(1234567, languages.de)).toBe("1.234.567");
    expect(writeNumber(950, languages.en)).toBe("950");
  });
});
