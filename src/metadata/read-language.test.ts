import { expect, test } from "vitest";
import { readLanguage } from "./read-language.ts";

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
