import { readLanguage } from "./read-language.ts";
import type { Rule } from "./rule.ts";
import { articleText, mapRead, metaText, microdataText, webPageText } from "./stated.ts";

/** The language of the article. Most trusted first. */
export const LANGUAGE_RULES: readonly Rule<string>[] = [
  ["html-lang", 0.99, ({ page }) => readLanguage(page.declared.language ?? "")],
  ["json-ld", 0.99, mapRead(articleText("inLanguage"), readLanguage)],
  ["content-language", 0.99, mapRead(metaText("content-language"), readLanguage)],
  ["og", 0.99, mapRead(metaText("og:locale"), readLanguage)],
  ["web-page", 0.99, mapRead(webPageText("inLanguage"), readLanguage)],
  ["microdata", 0.9, mapRead(microdataText("inLanguage"), readLanguage)],
  ["meta", 0.99, mapRead(metaText("dc.language", "dcterms.language", "language", "lang"), readLanguage)],
];
