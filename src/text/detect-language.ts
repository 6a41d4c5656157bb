import { isAsciiLetter } from "./character-classes.ts";
import { CLOSE_LANGUAGES, DISTINCTIVE_WORDS } from "./detect-language.data.ts";
import { STOP_WORDS } from "./stop-words.data.ts";
import { WordCache } from "./word-cache.ts";
import { words } from "./words.ts";

/** A language that a text seems to be in, as its ISO 639 code, and how sure that is, 0 to 1. */
export interface DetectedLanguage {
  readonly language: string;
  readonly confidence: number;
  /** Languages that share so many words with it that a page which declares one of them is believed. */
  readonly closeTo?: ReadonlySet<string>;
}

/** The language of a text; undefined where it is unclear. */
export type LanguageDetector = (text: string) => DetectedLanguage | undefined;

/** Enough for function words to decide; more text only costs time. */
const MAX_CHARACTERS = 1_500;

const SCRIPT_CONFIDENCE = 0.95;
/** Function words are at least this share of prose; and the best language has this much more of them than the next. */
const MIN_SHARE = 0.05;
const MIN_LEAD = 1.4;
/** Prose has this share of function words; lists of things and names have less, and are easily taken for another language. */
const USUAL_SHARE = 0.15;

/** Letters that distinguish languages of one script, the rarest first. */
const DISTINCTIVE_LETTERS: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
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

/** A detector by script, distinctive letters and function words; its only data are the stop words. */
export function makeLanguageDetector(): LanguageDetector {
  return (text) => {
    const sample = text.slice(0, MAX_CHARACTERS);
    const script = mainScript(sample);
    if (script === undefined) return undefined;
    return withClose(script === "latin" ? byFunctionWords(sample) : byScript(script, sample));
  };
}

function withClose(found: DetectedLanguage | undefined): DetectedLanguage | undefined {
  if (found === undefined) return undefined;
  const { language, confidence } = found;
  return { language, confidence, closeTo: closeTo(language) };
}

const closeByLanguage = new Map<string, ReadonlySet<string>>();

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
  const letters = DISTINCTIVE_LETTERS[script];
  if (letters === undefined) return { language: script, confidence: SCRIPT_CONFIDENCE };
  const lower = text.toLowerCase();
  const found = letters.find(([pattern]) => pattern.test(lower));
  return found && { language: found[1], confidence: SCRIPT_CONFIDENCE };
}

function byFunctionWords(text: string): DetectedLanguage | undefined {
  const { count, votes } = voteForLanguages(text);
  const best = votes.indexOf(Math.max(...votes));
  const most = votes[best]!;
  if (most === 0 || most < count * MIN_SHARE) return undefined;
  const lead = most / Math.max(1, ...votes.filter((_, language) => language !== best));
  if (lead < MIN_LEAD) return undefined;
  const fullness = Math.min(1, most / (count * USUAL_SHARE));
  return { language: LANGUAGES[best]!, confidence: Math.min(0.99, 1 - 0.5 / lead ** 2) * fullness };
}

/** Letters that only some languages of the Latin script have, the rarest first. */
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
/** The vote of a word with one of these letters; a function word has one. */
const LETTER_VOTE = 0.5;

/** The languages that function words and letters can identify. */
export const LANGUAGES = [
  ...new Set([...Object.keys(STOP_WORDS), ...LATIN_LETTERS.map(([, language]) => language)]),
];

interface WordVotes {
  /** The number of words in the text. */
  readonly count: number;
  /** By index in `LANGUAGES`. */
  readonly votes: Float64Array;
}

/** The votes of a text's words for each of `LANGUAGES`: a function word that six languages share gives each a sixth. */
export function voteForLanguages(text: string): WordVotes {
  const votes = new Float64Array(LANGUAGES.length);
  const all = words(text);
  for (const word of all) for (const [language, share] of votesOf(word)) votes[language]! += share;
  return { count: all.length, votes };
}

type Vote = readonly [language: number, share: number];

/** Words per cache generation: a day's news repeats most of its words. */
const GENERATION_WORDS = 32_768;
const MAX_WORD_LETTERS = 64;
const known = new WordCache<readonly Vote[]>(GENERATION_WORDS, MAX_WORD_LETTERS);

function votesOf(word: string): readonly Vote[] {
  const found = known.get(word);
  if (found !== undefined) return found;
  functionWords ??= listFunctionWords();
  const languages = functionWords.get(word) ?? [];
  const votes = languages.map((language): Vote => [language, 1 / languages.length]);
  const letter = LATIN_LETTERS.find(([letters]) => letters.test(word));
  if (letter !== undefined) votes.push([LANGUAGES.indexOf(letter[1]), LETTER_VOTE]);
  known.set(word, votes);
  return votes;
}

/** By function word, its languages as indexes of `LANGUAGES`; made on first use. */
let functionWords: ReadonlyMap<string, readonly number[]> | undefined;

function listFunctionWords(): ReadonlyMap<string, readonly number[]> {
  const stopWords: Readonly<Record<string, string>> = STOP_WORDS;
  const languages = new Map<string, number[]>();
  for (const [at, language] of LANGUAGES.entries()) {
    const list = `${stopWords[language] ?? ""} ${DISTINCTIVE_WORDS[language] ?? ""}`;
    for (const word of new Set(list.trim().split(" "))) {
      languages.set(word, [...(languages.get(word) ?? []), at]);
    }
  }
  return languages;
}

const MIN_LETTERS = 20;
/** A Japanese text has at least this share of kana among its characters. */
const MIN_KANA = 0.05;

/** Scripts by the first and last code point of their letters; a script of one language has that language's code. */
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

const LATIN = indexOfScript("latin");
const FIRST_BEYOND_LATIN = 0x250;
const KANA = indexOfScript("kana");
const HAN = indexOfScript("han");
const NONE = -1;

/** The script of most letters of a text, or the language if only one is written in it; undefined for too few letters. */
function mainScript(text: string): string | undefined {
  const counts = new Uint32Array(SCRIPTS.length);
  const half = text.length / 2;
  let letters = 0;
  let script = NONE;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < FIRST_BEYOND_LATIN) script = code >= 0x80 || isAsciiLetter(code) ? LATIN : NONE;
    // The next letter is most often of the same script. Surrogates count as no script.
    else if (script === NONE || !isOf(script, code)) script = scriptOf(code);
    if (script === NONE) continue;
    letters++;
    // No other script can outnumber it any more.
    if (++counts[script]! > half && script === LATIN && letters >= MIN_LETTERS) return "latin";
  }
  if (letters < MIN_LETTERS) return undefined;
  const [kana, han] = [counts[KANA]!, counts[HAN]!];
  if (kana + han > letters / 2) return kana / letters >= MIN_KANA ? "ja" : "zh";
  const most = counts.findIndex((count) => count > letters / 2);
  return most < 0 ? undefined : SCRIPTS[most]![2];
}

/** The index of the script of a unit beyond ASCII, or -1; all ranges of a script count for its first. */
function scriptOf(code: number): number {
  const found = SCRIPTS.findIndex((_, script) => isOf(script, code));
  return found < 0 ? NONE : indexOfScript(SCRIPTS[found]![2]);
}

function isOf(script: number, code: number): boolean {
  return code >= SCRIPTS[script]![0] && code <= SCRIPTS[script]![1];
}

function indexOfScript(name: string): number {
  return SCRIPTS.findIndex((script) => script[2] === name);
}
