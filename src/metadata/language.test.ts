import { describe, expect, test } from "vitest";
import { makeLanguageDetector } from "../text/index.ts";
import { readLanguage } from "./language.ts";
import { PROSE, readWithBody } from "./read.testing.ts";

describe("language", () => {
  const detectLanguage = makeLanguageDetector();

  test("is the text's where the page declares none", () => {
    expect(readWithBody(PROSE, { detectLanguage }).language).toMatchObject({ value: "en", source: "text" });
    expect(readWithBody(PROSE).language.value).toBeNull();
  });

  test("is the text's where the page declares another, and the text is long", () => {
    const { language } = readWithBody(`<html lang=ko>${PROSE}`, { detectLanguage });
    expect(language).toMatchObject({ value: "en", source: "text-against-declared" });
    expect(readWithBody("<html lang=ko><p>The harbour.</p>", { detectLanguage }).language.value).toBe("ko");
  });

  test("needs a surer detector against the page than where it is silent", () => {
    const sure = (confidence: number) => ({ detectLanguage: () => ({ language: "de", confidence }) });
    expect(readWithBody(PROSE, sure(0.5)).language.value).toBeNull();
    expect(readWithBody(PROSE, sure(0.7)).language.value).toBe("de");
    expect(readWithBody(`<html lang=ko>${PROSE}`, sure(0.8)).language.value).toBe("ko");
    expect(readWithBody(`<html lang=ko>${PROSE}`, sure(0.95)).language.value).toBe("de");
  });

  test("is detected from 400 characters on", () => {
    const detected = (characters: number) =>
      readWithBody(`<p>${"a".repeat(characters)}</p>`, {
        detectLanguage: () => ({ language: "de", confidence: 1 }),
      }).language.value;
    expect([detected(350), detected(450)]).toEqual([null, "de"]);
  });

  test("keeps what the page declares of its region, and what is too close to tell", () => {
    expect(readWithBody(`<html lang=en-GB>${PROSE}`, { detectLanguage }).language.value).toBe("en-GB");
    expect(readWithBody(`<html lang=sco>${PROSE}`, { detectLanguage }).language.value).toBe("sco");
  });
});

test.each([
  ["en", "en"],
  ["en_US", "en-US"],
  ["EN-gb", "en-GB"],
  ["zh-hans-cn", "zh-Hans-CN"],
  ["de-DE, en", "de-DE"],
  ["iw", "he"],
  ["", undefined],
  ["und", undefined],
  ["english", undefined],
  ["x-klingon", undefined],
  ["en-a", undefined],
])("reads the language %j as %j", (stated, language) => {
  expect(readLanguage(stated)).toBe(language);
});
