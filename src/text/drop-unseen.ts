/**
 * UTF-16 units that no reader sees and no output may hold: control characters but white space, soft hyphens, zero-width
 * spaces, byte-order marks, units that are no characters, and what turns the direction of the text after it, by which a
 * name can be made to read as another one. The joiners U+200C and U+200D and the marks U+200E and U+200F stay: Persian
 * words, emoji and mixed lines are spelt with them.
 */
const UNSEEN =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufdd0-\ufdef\ufffe\uffff]/g;
const SURROGATE = /[\ud800-\udfff]/;
/** Halves of pairs, and the pairs that are no characters: the last two code points of every plane. */
const BROKEN_PAIRS = /[\p{Cs}\p{Noncharacter_Code_Point}]/gu;

/** Text without characters that no reader sees and no output may hold; white space stays as it is. */
export function dropUnseen(text: string): string {
  const seen = text.replace(UNSEEN, "");
  return SURROGATE.test(seen) ? seen.replace(BROKEN_PAIRS, "") : seen;
}
