import { KEEP_SCORE, TEXT_LEAF } from "../page/index.ts";
import { type DetectedLanguage, languageCode, rememberWords } from "../text/index.ts";
import {
  articleText,
  type Evidence,
  type Found,
  firstOf,
  mapRules,
  metaText,
  microdataText,
  oncePerPage,
  type Rule,
  webPageText,
} from "./evidence.ts";

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
  ["text", 0.99, (evidence) => detected(evidence, MIN_ALONE)?.language],
];

/** How sure a detector must be if the page declares nothing, and to overrule what it declares. */
const MIN_ALONE = 0.6;
const MIN_AGAINST = 0.9;

/** The language of the article with its rule, as several fields need it. */
export const languageOf: (evidence: Evidence) => Found<string | null> = oncePerPage((evidence) =>
  firstOf(LANGUAGE_RULES, evidence, null),
);

function againstDeclared(evidence: Evidence): string | undefined {
  const found = detected(evidence, MIN_AGAINST);
  if (found === undefined) return undefined;
  const declared = languageCode(firstOf(DECLARED, evidence, undefined).value);
  if (declared === undefined || declared === found.language) return undefined;
  return found.closeTo?.has(declared) ? undefined : found.language;
}

function detected(evidence: Evidence, minConfidence: number): DetectedLanguage | undefined {
  const found = detect(evidence);
  return found && found.confidence >= minConfidence ? found : undefined;
}

/** A shorter text can be a quotation, a teaser or a consent notice in another language. */
const MIN_TEXT_CHARACTERS = 400;

const detect = oncePerPage(({ page, extraction: { scores }, options }) => {
  if (options.detectLanguage === undefined) return undefined;
  const { document, leaves } = page;
  let text = "";
  for (let leaf = 0; leaf < scores.length; leaf++) {
    if (scores[leaf]! < KEEP_SCORE || leaves.kind[leaf] !== TEXT_LEAF) continue;
    const node = leaves.node[leaf]!;
    text += `${document.text.slice(document.textStart[node], document.textEnd[node])} `;
  }
  return text.length < MIN_TEXT_CHARACTERS ? undefined : options.detectLanguage(text);
});

/** A stated language as BCP 47; accepts `en_US`, lists and any case, but only languages. */
export function readLanguage(stated: string): string | undefined {
  return statedTag(stated) || undefined;
}

/** The tag of what a page states, empty if it is not a language. Cached, since many pages state the same. */
const statedTag = rememberWords((stated) => {
  const first = stated.split(/[,;\s]/).find((part) => part !== "");
  const tag = first?.replaceAll("_", "-");
  return tag !== undefined && /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(tag) ? canonicalTag(tag) : "";
});

/** "Undetermined", "several", "none" and "uncoded". */
const NO_LANGUAGES: ReadonlySet<string> = new Set(["und", "mul", "zxx", "mis"]);

/** The tag as BCP 47 writes it, empty if it is not a language. */
function canonicalTag(tag: string): string {
  try {
    const [canonical = ""] = Intl.getCanonicalLocales(tag);
    return NO_LANGUAGES.has(canonical.slice(0, 3)) ? "" : canonical;
  } catch (error) {
    if (error instanceof RangeError) return "";
    throw error;
  }
}

type Direction = "ltr" | "rtl";

/** The direction the article is written in. Most trusted first. */
export const DIRECTION_RULES: readonly Rule<Direction>[] = [
  ["dir", 0.95, ({ page }) => page.declared.direction],
  ["language", 0.9, byLanguage],
];

function byLanguage(evidence: Evidence): Direction | undefined {
  const { value } = languageOf(evidence);
  return value === null ? undefined : directionOf(value);
}

/** Languages written from right to left unless their tag names another script; from Unicode's CLDR. */
const RTL_LANGUAGES: ReadonlySet<string> = new Set(
  "ar arc arz ckb dv fa glk he ks lrc mzn nqo pnb ps sd syr ug ur yi".split(" "),
);
const RTL_SCRIPTS: ReadonlySet<string> = new Set(
  "Adlm Arab Aran Hebr Mand Nkoo Rohg Samr Syrc Thaa".split(" "),
);

/** Cached: making a locale takes as long as reading a hundred tags. */
const directionOf = rememberWords<Direction>((tag) => {
  const { language, script } = new Intl.Locale(tag);
  const isRtl = script === undefined ? RTL_LANGUAGES.has(language) : RTL_SCRIPTS.has(script);
  return isRtl ? "rtl" : "ltr";
});
