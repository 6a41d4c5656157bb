import { expect, test } from "vitest";
import { languageCode } from "./language-code.ts";

test("is the first part of a language tag, in lower case", () => {
  expect(["de", "pt-BR", "PT_br", "zh-Hant-TW"].map(languageCode)).toEqual(["de", "pt", "pt", "zh"]);
});

test("is not said where no tag is", () => {
  expect(languageCode(undefined)).toBeUndefined();
});
