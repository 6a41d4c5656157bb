import { chardet } from "jschardet";
import type { CharsetDetector } from "./encoding.ts";

/** Encodings of pages in Latin letters. */
const LATIN = ["windows-1250", "windows-1252", "windows-1254", "windows-1257", "windows-1258", "iso-8859-2"];
/** Encodings of all other scripts, without those of DOS, Macintosh and mainframes, which short texts in windows-1252 look like. */
const OTHER_SCRIPTS = [
  "windows-1251",
  "windows-1253",
  "windows-1255",
  "windows-1256",
  "windows-874",
  "iso-8859-5",
  "iso-8859-7",
  "koi8-r",
  "koi8-u",
  "gb18030",
  "big5",
  "cp932",
  "euc-jp",
  "cp949",
];
/** The detector's answer for no match: it logs a warning unless this is among the encodings it may choose from. */
const NONE = "ascii";

/** Guesses the encoding of prose among those that web pages use. Only in the full package: its tables are large. */
export const detectCharset: CharsetDetector = ({ bytes, isDense }) => {
  if (bytes.length === 0) return undefined;
  const { encoding, confidence } = isDense
    ? chardet.detect(bytes, { includeEncodings: [...OTHER_SCRIPTS, NONE], noMatchEncoding: NONE })
    : chardet.detect(bytes, { includeEncodings: [...LATIN, ...OTHER_SCRIPTS] });
  return encoding === null || encoding === NONE ? undefined : { encoding, confidence };
};
