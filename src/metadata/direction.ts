import { rememberWords } from "../text/index.ts";
import type { Evidence, Rule } from "./rule.ts";

type Direction = "ltr" | "rtl";

/** Languages written from right to left unless their tag names another script; from Unicode's CLDR. */
const RTL_LANGUAGES: ReadonlySet<string> = new Set(
  "ar arc arz ckb dv fa glk he ks lrc mzn nqo pnb ps sd syr ug ur yi".split(" "),
);
const RTL_SCRIPTS: ReadonlySet<string> = new Set(
  "Adlm Arab Aran Hebr Mand Nkoo Rohg Samr Syrc Thaa".split(" "),
);

/** The direction the article is written in. Most trusted first. */
export const DIRECTION_RULES: readonly Rule<Direction>[] = [
  ["dir", 0.95, ({ page }) => page.declared.direction],
  ["language", 0.9, byLanguage],
];

function byLanguage({ language }: Evidence): Direction | undefined {
  return language.value === undefined ? undefined : directionOf(language.value);
}

/** Remembered: a locale takes as long to make as a hundred tags to read. */
const directionOf = rememberWords<Direction>((tag) => {
  const { language, script } = new Intl.Locale(tag);
  const isRtl = script === undefined ? RTL_LANGUAGES.has(language) : RTL_SCRIPTS.has(script);
  return isRtl ? "rtl" : "ltr";
});
