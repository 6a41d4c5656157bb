import { languageCode } from "../text/index.ts";
import { readLanguage } from "./read-language.ts";
import { type Evidence, firstOf, type Rule } from "./rule.ts";
import { articleText, mapRead, metaText, microdataText, webPageText } from "./stated.ts";

/** What the page declares. Most trusted first. */
const DECLARED: readonly Rule<string>[] = [
  ["html-lang", 0.99, ({ page }) => readLanguage(page.declared.language ?? "")],
  ["json-ld", 0.99, mapRead(articleText("inLanguage"), readLanguage)],
  ["content-language", 0.99, mapRead(metaText("content-language"), readLanguage)],
  ["og", 0.99, mapRead(metaText("og:locale"), readLanguage)],
  ["web-page", 0.99, mapRead(webPageText("inLanguage"), readLanguage)],
  ["microdata", 0.9, mapRead(microdataText("inLanguage"), readLanguage)],
  ["meta", 0.99, mapRead(metaText("dc.language", "dcterms.language", "language", "lang"), readLanguage)],
];

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

/** Languages that share so many words that a text alone does not overrule a declaration. */
const CLOSE_LANGUAGES: readonly ReadonlySet<string>[] = [
  "nb nn no da sv",
  "id ms",
  "nl af fy li",
  "es gl pt ast ca oc an",
  "de lb gsw nds als bar",
  "hr sr bs sl mk bg sh",
  "cs sk",
  "zh yue wuu",
  "ru be uk",
  "ar fa ur ps ckb arz ary",
  "hi mr ne bho mai",
  "fr br oc wa",
  "it scn vec co",
  "en sco",
  "tr az",
].map((group) => new Set(group.split(" ")));

function againstDeclared(evidence: Evidence): string | undefined {
  const { detected } = evidence;
  if (detected === undefined || detected.confidence < MIN_AGAINST) return undefined;
  const declared = languageCode(firstOf(DECLARED, evidence, undefined).value);
  if (declared === undefined || declared === detected.language) return undefined;
  const isClose = CLOSE_LANGUAGES.some((group) => group.has(declared) && group.has(detected.language));
  return isClose ? undefined : detected.language;
}
