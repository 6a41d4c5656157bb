const MIN_LETTERS = 20;
/** A Japanese text has at least this share of kana among its characters. */
const MIN_KANA = 0.05;

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

const LATIN = placeOf("latin");
const FIRST_BEYOND_LATIN = 0x250;
const KANA = placeOf("kana");
const HAN = placeOf("han");
const NONE = -1;

/** The script of most letters of a text, or the language where one alone is written so; undefined where there are too few. */
export function mainScript(text: string): string | undefined {
  const counts = new Uint32Array(SCRIPTS.length);
  const half = text.length / 2;
  let letters = 0;
  let script = NONE;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < FIRST_BEYOND_LATIN) script = code >= 0x80 || isAsciiLetter(code) ? LATIN : NONE;
    // Letters of one script follow each other. The halves of a pair are of no script here.
    else if (script === NONE || !isOf(script, code)) script = scriptOf(code);
    if (script === NONE) continue;
    letters++;
    // Nothing that follows can outnumber them.
    if (++counts[script]! > half && script === LATIN && letters >= MIN_LETTERS) return "latin";
  }
  if (letters < MIN_LETTERS) return undefined;
  const [kana, han] = [counts[KANA]!, counts[HAN]!];
  if (kana + han > letters / 2) return kana / letters >= MIN_KANA ? "ja" : "zh";
  const most = counts.findIndex((count) => count > letters / 2);
  return most < 0 ? undefined : SCRIPTS[most]![2];
}

/** The place of the script that has a unit beyond ASCII, or -1; all ranges of a script count for the first of them. */
function scriptOf(code: number): number {
  const found = SCRIPTS.findIndex((_, script) => isOf(script, code));
  return found < 0 ? NONE : placeOf(SCRIPTS[found]![2]);
}

function isOf(script: number, code: number): boolean {
  return code >= SCRIPTS[script]![0] && code <= SCRIPTS[script]![1];
}

function placeOf(name: string): number {
  return SCRIPTS.findIndex((script) => script[2] === name);
}

function isAsciiLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
}
