/**
 * Control characters, soft hyphens, zero-width spaces, byte-order marks and code points that are no characters. The
 * joiners U+200C and U+200D stay: Persian words and emoji are spelt with them.
 */
const UNSEEN = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b\u2060\ufeff\ufdd0-\ufdef\ufffe\uffff]/g;
const LONE_SURROGATES = /\p{Cs}/gu;
/**
 * A line end between two wide characters is no space: Chinese and Japanese sources wrap lines inside sentences. The wide
 * space U+3000 is not among them: from each one of a long run the rest of the run would be read again.
 */
const WIDE_WRAP =
  /(?<=[\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60])[^\S\n]*\n\s*(?=[\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60])/g;
const SPACE = 0x20;
const SPACES = /\s+/g;
const EDGE_SPACES = /^ +| +$/g;

/** Text without characters that no reader sees and no output may hold; white space stays as it is. */
export function dropUnseen(text: string): string {
  const seen = text.replace(UNSEEN, "");
  return seen.isWellFormed() ? seen : seen.replace(LONE_SURROGATES, "");
}

/** Text with unseen characters dropped and white space folded as a browser folds it, a space at either end kept. */
export function foldText(text: string): string {
  if (isClean(text)) return text;
  return dropUnseen(text).replace(WIDE_WRAP, "").replace(SPACES, " ");
}

/** Whether a text has only single spaces for white space, and nothing that no output may hold: most have. */
function isClean(text: string): boolean {
  let before = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= SPACE) {
      if (code !== SPACE || before === SPACE) return false;
    } else if (code >= 0x7f && !isCleanBeyond(code)) return false;
    before = code;
  }
  return true;
}

/** What is no space, unseen, half of a pair or no character at all, beyond ASCII. */
function isCleanBeyond(code: number): boolean {
  if (code < 0x1680) return code > 0xa0 && code !== 0xad;
  if (code < 0x2000) return code !== 0x1680;
  if (code <= 0x2060)
    return code > 0x200b && !(code === 0x2028 || code === 0x2029 || code === 0x202f || code >= 0x205f);
  if (code < 0xd800) return code !== 0x3000;
  return code > 0xdfff && code !== 0xfeff && !(code >= 0xfdd0 && code <= 0xfdef) && code < 0xfffe;
}

/** An attribute's value or another short label as one clean line, null where nothing is left. */
export function cleanLabel(text: string | undefined): string | null {
  if (text === undefined) return null;
  return foldText(text).replace(EDGE_SPACES, "") || null;
}
