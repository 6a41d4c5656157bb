import type { LanguageCode } from "../names.ts";
import { ar } from "./ar.data.ts";
import { de } from "./de.data.ts";
import { el } from "./el.data.ts";
import { en } from "./en.data.ts";
import { es } from "./es.data.ts";
import { fr } from "./fr.data.ts";
import { he } from "./he.data.ts";
import { hi } from "./hi.data.ts";
import { ja } from "./ja.data.ts";
import { ko } from "./ko.data.ts";
import type { Language } from "./language.ts";
import { pl } from "./pl.data.ts";
import { ru } from "./ru.data.ts";
import { th } from "./th.data.ts";
import { zh } from "./zh.data.ts";

/** Every language's words, by code. */
export const languages: Readonly<Record<LanguageCode, Language>> = {
  ar,
  de,
  el,
  en,
  es,
  fr,
  he,
  hi,
  ja,
  ko,
  pl,
  ru,
  th,
  zh,
};
