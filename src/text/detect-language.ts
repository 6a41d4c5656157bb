import { CLOSE_LANGUAGES, TELLING_WORDS } from "./detect-language.data.ts";
import { STOP_WORDS } from "./stop-words.data.ts";
import { words } from "./words.ts";

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
const MIN_LETTERS = 20;

/** Scripts by the first and last code point of their letters; those that one language writes name it. */
const SCRIPTS = [
  [0x0041, 0x024f, "latin"],
  [0x0370, 0x03ff, "el"],
  [0x0400, 0x052f, "cyrillic"],
  [0x0531, 0x058f, "hy"],
  [0x0590, 0x05ff, "he"],
  [0x0600, 0x06ff, "arabic"],
  [0x0900, 0x097f, "devanagari"],
  [0x0980, 0x09ff, "bn"],
  [0x0a00, 0x0a7f, "pa"],
  [0x0a80, 0x0aff, "gu"],
  [0x0b80, 0x0bff, "ta"],
  [0x0c00, 0x0c7f, "te"],
  [0x0c80, 0x0cff, "kn"],
  [0x0d00, 0x0d7f, "ml"],
  [0x0d80, 0x0dff, "si"],
  [0x0e00, 0x0e7f, "th"],
  [0x0e80, 0x0eff, "lo"],
  [0x1000, 0x109f, "my"],
  [0x10a0, 0x10ff, "ka"],
  [0x1200, 0x139f, "am"],
  [0x1780, 0x17ff, "km"],
  [0x1e00, 0x1eff, "latin"],
  [0x3040, 0x30ff, "kana"],
  [0x3400, 0x9fff, "han"],
  [0xac00, 0xd7af, "ko"],
] as const;

/** A Japanese text has at least this share of kana among its characters. */
const MIN_KANA = 0.05;
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

/** Letters that only some languages of the Latin script have; a word with one counts half a word of the language's own. */
const LATIN_LETTERS: readonly (readonly [RegExp, string])[] = [
  [/ə/, "az"],
  [/[ğış]/, "tr"],
  [/[ąęłńśź]/, "pl"],
  [/[ěřů]/, "cs"],
  [/[ľĺŕô]/, "sk"],
  [/[őű]/, "hu"],
  [/[ășț]/, "ro"],
  [/[ơưđạếộ]/, "vi"],
  [/[ðþ]/, "is"],
  [/[āēīņļ]/, "lv"],
  [/[ėųį]/, "lt"],
];
const NOT_ASCII = /[^\x00-\x7f]/;

/** Languages of which words or letters are known. */
const LANGUAGES = [
  ...new Set([...Object.keys(STOP_WORDS), ...LATIN_LETTERS.map(([, language]) => language)]),
];

/** For every function word the languages that have it, by their places in `LANGUAGES`. */
type Speakers = ReadonlyMap<string, readonly number[]>;
const NOBODY: readonly number[] = [];

/** A detector by scripts, telling letters and function words: 0.1 ms a text, and no data but the stop words. */
export function makeLanguageDetector(): LanguageDetector {
  let speakers: Speakers | undefined;
  return (text) => {
    const sample = text.slice(0, MAX_CHARACTERS);
    const script = mainScript(sample);
    if (script !== "latin") return script === undefined ? undefined : withClose(byScript(script, sample));
    speakers ??= indexStopWords();
    return withClose(byFunctionWords(sample, speakers));
  };
}

function withClose(found: DetectedLanguage | undefined): DetectedLanguage | undefined {
  if (found === undefined) return undefined;
  const groups = CLOSE_LANGUAGES.filter((group) => group.includes(found.language));
  const close = groups.map((group) => group.split(" ")).filter((group) => group.includes(found.language));
  return { ...found, closeTo: new Set(close.flat()) };
}

function mainScript(text: string): string | undefined {
  const counts = new Map<string, number>();
  let letters = 0;
  let first = 0;
  for (let at = 0; at < text.length; at = first) {
    // Letters of one script follow each other: they are counted in runs. The halves of a pair are of no script here.
    const script = scriptOf(text.charCodeAt(at));
    first = at + 1;
    if (script === undefined) continue;
    while (first < text.length && isOf(script, text.charCodeAt(first))) first++;
    counts.set(script[2], (counts.get(script[2]) ?? 0) + first - at);
    letters += first - at;
  }
  if (letters < MIN_LETTERS) return undefined;
  const [kana, han] = [counts.get("kana") ?? 0, counts.get("han") ?? 0];
  if (kana + han > letters / 2) return kana / letters >= MIN_KANA ? "ja" : "zh";
  return [...counts].find(([, count]) => count > letters / 2)?.[0];
}

type Script = (typeof SCRIPTS)[number];

function scriptOf(code: number): Script | undefined {
  if (code <= 0x40) return undefined;
  return SCRIPTS.find((script) => isOf(script, code));
}

/** Whether a unit is a letter of a script; of ASCII only a to z are. */
function isOf([first, last]: Script, code: number): boolean {
  if (code < 0x80) return first < 0x80 && (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
  return code >= first && code <= last;
}

function byScript(script: string, text: string): DetectedLanguage | undefined {
  const letters = TELLING_LETTERS[script];
  if (letters === undefined) return { language: script, confidence: SCRIPT_CONFIDENCE };
  const lower = text.toLowerCase();
  const found = letters.find(([pattern]) => pattern.test(lower));
  return found && { language: found[1], confidence: SCRIPT_CONFIDENCE };
}

function byFunctionWords(text: string, speakers: Speakers): DetectedLanguage | undefined {
  const tokens = words(text);
  const hasMarks = NOT_ASCII.test(text);
  const scores = new Float64Array(LANGUAGES.length);
  for (const token of tokens) {
    const languages = speakers.get(token) ?? NOBODY;
    // A word that six languages share says a sixth of what one language's own word says.
    for (const language of languages) scores[language]! += 1 / languages.length;
    const isTelling = hasMarks && NOT_ASCII.test(token);
    const letter = isTelling ? LATIN_LETTERS.find(([letters]) => letters.test(token)) : undefined;
    if (letter !== undefined) scores[LANGUAGES.indexOf(letter[1])]! += 0.5;
  }
  const most = Math.max(...scores);
  if (most === 0 || most < tokens.length * MIN_SHARE) return undefined;
  const best = scores.indexOf(most);
  scores[best] = 0;
  const lead = most / Math.max(1, ...scores);
  if (lead < MIN_LEAD) return undefined;
  const fullness = Math.min(1, most / (tokens.length * USUAL_SHARE));
  return { language: LANGUAGES[best]!, confidence: Math.min(0.99, 1 - 0.5 / lead ** 2) * fullness };
}

/** Which languages have a word among their function words. */
function indexStopWords(): Speakers {
  const speakers = new Map<string, number[]>();
  for (const [language, list] of Object.entries(STOP_WORDS)) {
    for (const word of new Set(`${list} ${TELLING_WORDS[language] ?? ""}`.trim().split(" "))) {
      const known = speakers.get(word);
      if (known === undefined) speakers.set(word, [LANGUAGES.indexOf(language)]);
      else known.push(LANGUAGES.indexOf(language));
    }
  }
  return speakers;
}
