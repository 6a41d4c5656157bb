import { describeBytes, NewsError } from "../errors/index.ts";
import { unmarkedUtf16 } from "./byte-order.ts";
import { encodingName } from "./encoding-name.ts";
import { FILE_SIGNATURES } from "./file-signatures.data.ts";

/** The largest page that is read unless the caller says otherwise; the largest real ones at hand are under 6 MB. */
export const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;
/** A text of more characters cannot be made, whatever the caller allows. */
const LONGEST_TEXT = 2 ** 29 - 24;

const SAMPLE_BYTES = 8192;
/** Enough to tell random bytes from text; every page pays for it. */
const CONTROL_SAMPLE_BYTES = 1024;
/** Random bytes are control characters one time in ten; text never is, but for a stray NUL. */
const MAX_CONTROL_SHARE = 0.05;
/** Signs of a page that outweigh any number of control characters. */
const MARKUP = /<(?:!doctype|html|head|body|meta|title|script|div|table|p|h1|a)[\s>/]/i;

/** What the caller says of an input. */
interface InputFacts {
  readonly maxBytes?: number | undefined;
  readonly encoding?: string | undefined;
}

/** Throws where the input cannot be a page: no text or bytes, nothing in it, too large, or another kind of file. */
export function checkInput(
  input: Uint8Array | string,
  { maxBytes = DEFAULT_MAX_BYTES, encoding }: InputFacts = {},
): void {
  // By its tag: test runners and frames have a Uint8Array of their own.
  if (typeof input !== "string" && Object.prototype.toString.call(input) !== "[object Uint8Array]") {
    throw new NewsError("BAD_OPTION", "A page is a string or a Uint8Array.");
  }
  const most = Math.min(maxBytes, LONGEST_TEXT);
  if (input.length > most) {
    throw new NewsError("INPUT_TOO_LARGE", `The page is over ${describeBytes(most)}.`);
  }
  const start =
    typeof input === "string" ? lowBytes(input.slice(0, SAMPLE_BYTES)) : input.subarray(0, SAMPLE_BYTES);
  if (isBlank(input, start))
    throw new NewsError("EMPTY_INPUT", "The input is empty or holds only white space.");
  const format = FILE_SIGNATURES.find(({ offset, bytes }) => hasAt(start, offset, bytes));
  if (format !== undefined) throw new NewsError("NOT_HTML", `The input is ${format.name}, not a page.`);
  if (isBinary(start, encoding)) throw new NewsError("NOT_HTML", "The input is binary data, not a page.");
}

function hasAt(start: Uint8Array, offset: number, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => start[offset + index] === byte);
}

function isBlank(input: Uint8Array | string, start: Uint8Array): boolean {
  if (typeof input === "string") return !/[^\s\ufeff]/.test(input);
  const isInk = (byte: number) =>
    byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf && byte < 0xfe;
  // NUL is not blank here: a file of NULs is broken, not empty.
  if (start.some((byte) => isInk(byte) || byte === 0)) return false;
  return !input.some(isInk);
}

function isBinary(start: Uint8Array, encoding: string | undefined): boolean {
  let controls = 0;
  const length = Math.min(start.length, CONTROL_SAMPLE_BYTES);
  for (let at = 0; at < length; at++) {
    const byte = start[at]!;
    const isWritten = byte >= 0x20 || (byte >= 0x08 && byte <= 0x0d) || byte === 0x1b || byte === 0x1a;
    if (!isWritten) controls++;
  }
  if (controls <= length * MAX_CONTROL_SHARE) return false;
  const isMarked = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff);
  if (isMarked || unmarkedUtf16(start) !== undefined) return false;
  const name = encoding === undefined ? undefined : encodingName(encoding);
  return !MARKUP.test(new TextDecoder(name ?? "windows-1252").decode(start));
}

/** The first characters of a string as bytes, so that files that were read as text are known too. */
function lowBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = Math.min(text.charCodeAt(at), 0xff);
  return bytes;
}
