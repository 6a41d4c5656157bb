import { CLOSE_LANGUAGES } from "./detect-language.data.ts";
import { FunctionWords, LANGUAGES } from "./function-words.ts";
import { mainScript } from "./main-script.ts";

/** A language that a text seems to be in, as its ISO 639 code, and how sure that is, 0 to 1. */
export interface DetectedLanguage {
  readonly language: string;
  readonly confidence: number;
  /** Languages that share so many words with it that the text alone does not overrule a page that declares one of them. */
  readonly closeTo?: ReadonlySet<string>;
}

/** Tells the language of a text; undefined where it cannot. */
export type LanguageDetector = (text: string) => DetectedLanguage | undefined;

/** Enough for function words to decide; more text costs time and tells nothing new. */
const MAX_CHARACTERS = 1_500;

const SCRIPT_CONFIDENCE = 0.95;
/** Function words are at least this share of prose; and the best language has this much more of them than the next. */
const MIN_SHARE = 0.05;
const MIN_LEAD = 1.4;
/** Prose has this share of function words; lists of things and names have less, and are easily taken for another language. */
const USUAL_SHARE = 0.15;

/** Letters that set languages of one script apart, the most telling first. */
const TELLING_LETTERS: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  arabic: [
    [/[ٹڈڑےں]/, "ur"],
    [/[ېړښځ]/, "ps"],
    [/[پچژگ]/, "fa"],
    [/[\u0621-\u064a]/, "ar"],
  ],
  cyrillic: [
    [/ў/, "be"],
    [/[їєґ]/, "uk"],
    [/[ѓќѕ]/, "mk"],
    [/[јљњћђ]/, "sr"],
    [/[әғқңөұү]/, "kk"],
    [/[ыэ]/, "ru"],
    [/ъ/, "bg"],
  ],
  devanagari: [
    [/आहे|आणि/, "mr"],
    [/छन्|गरेको|छ।/, "ne"],
    [/[\u0904-\u0939]/, "hi"],
  ],
};

/** A detector by scripts, telling letters and function words; it has no data but the stop words. */
export function makeLanguageDetector(): LanguageDetector {
  let functionWords: FunctionWords | undefined;
  return (text) => {
    const sample = text.slice(0, MAX_CHARACTERS);
    const script = mainScript(sample);
    if (script !== "latin") return script === undefined ? undefined : withClose(byScript(script, sample));
    functionWords ??= new FunctionWords();
    return withClose(byFunctionWords(sample, functionWords));
  };
}

function withClose(found: DetectedLanguage | undefined): DetectedLanguage | undefined {
  if (found === undefined) return undefined;
  const { language, confidence } = found;
  return { language, confidence, closeTo: closeTo(language) };
}

const closeByLanguage = new Map<string, ReadonlySet<string>>();

/** All languages of the groups of close ones that a language is in. */
function closeTo(language: string): ReadonlySet<string> {
  const groups =
    closeByLanguage.get(language) ?? new Set(CLOSE_LANGUAGES.flatMap((names) => groupWith(language, names)));
  closeByLanguage.set(language, groups);
  return groups;
}

function groupWith(language: string, names: string): readonly string[] {
  const group = names.split(" ");
  return group.includes(language) ? group : [];
}

function byScript(script: string, text: string): DetectedLanguage | undefined {
  const letters = TELLING_LETTERS[script];
  if (letters === undefined) return { language: script, confidence: SCRIPT_CONFIDENCE };
  const lower = text.toLowerCase();
  const found = letters.find(([pattern]) => pattern.test(lower));
  return found && { language: found[1], confidence: SCRIPT_CONFIDENCE };
}

function byFunctionWords(text: string, functionWords: FunctionWords): DetectedLanguage | undefined {
  const { count, votes } = functionWords.read(text);
  const most = largest(votes);
  if (most === 0 || most < count * MIN_SHARE) return undefined;
  const best = votes.indexOf(most);
  votes[best] = 0;
  const lead = most / Math.max(1, largest(votes));
  if (lead < MIN_LEAD) return undefined;
  const fullness = Math.min(1, most / (count * USUAL_SHARE));
  return { language: LANGUAGES[best]!, confidence: Math.min(0.99, 1 - 0.5 / lead ** 2) * fullness };
}

function largest(votes: Float64Array): number {
  let most = 0;
  for (let at = 0; at < votes.length; at++) if (votes[at]! > most) most = votes[at]!;
  return most;
}
