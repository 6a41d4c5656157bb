import { describe, expect, test } from "vitest";
import { makeLanguageDetector } from "../text/index.ts";
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

  test("keeps what the page declares of its region, and what is too close to tell", () => {
    expect(readWithBody(`<html lang=en-GB>${PROSE}`, { detectLanguage }).language.value).toBe("en-GB");
    expect(readWithBody(`<html lang=sco>${PROSE}`, { detectLanguage }).language.value).toBe("sco");
  });
});
