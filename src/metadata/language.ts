import { languageCode } from "../text/index.ts";
import { readLanguage } from "./read-language.ts";
import { type Evidence, firstOf, type Rule } from "./rule.ts";
import { articleText, mapRules, metaText, microdataText, webPageText } from "./stated.ts";

/** What the page declares. Most trusted first. */
const DECLARED: readonly Rule<string>[] = mapRules(
  [
    ["html-lang", 0.99, ({ page }) => page.declared.language],
    ["json-ld", 0.99, articleText("inLanguage")],
    ["content-language", 0.99, metaText("content-language")],
    ["og", 0.99, metaText("og:locale")],
    ["web-page", 0.99, webPageText("inLanguage")],
    ["microdata", 0.9, microdataText("inLanguage")],
    ["meta", 0.99, metaText("dc.language", "dcterms.language", "language", "lang")],
  ],
  readLanguage,
);

/** The rule by which the article's text overrules what the page declares. */
export const TEXT_AGAINST_DECLARED = "text-against-declared";

/** The language of the article. Most trusted first. */
export const LANGUAGE_RULES: readonly Rule<string>[] = [
  [TEXT_AGAINST_DECLARED, 0.9, againstDeclared],
  ...DECLARED,
  [
    "text",
    0.99,
    ({ detected }) => (detected && detected.confidence >= MIN_ALONE ? detected.language : undefined),
  ],
];

/** How sure a detector must be to speak where the page is silent, and to speak against it. */
const MIN_ALONE = 0.6;
const MIN_AGAINST = 0.9;

function againstDeclared(evidence: Evidence): string | undefined {
  const { detected } = evidence;
  if (detected === undefined || detected.confidence < MIN_AGAINST) return undefined;
  const declared = languageCode(firstOf(DECLARED, evidence, undefined).value);
  if (declared === undefined || declared === detected.language) return undefined;
  return detected.closeTo?.has(declared) ? undefined : detected.language;
}
