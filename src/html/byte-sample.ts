const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const SPACE = 0x20;
const ESCAPE = 0x1b;
/** In nearly every single-byte encoding, and in rows on old pages. */
const NO_BREAK_SPACE = 0xa0;
/** Elements that hold no prose. */
const SKIPPED = ["script", "style"] as const;
/** Share of high bytes that no text in Latin letters reaches: real Czech pages have 0.14, Japanese in Shift_JIS 0.79, Russian 0.9. */
const MIN_DENSE_SHARE = 0.35;
/** Dense bytes that make a sample of their own: about a headline, and no mere symbols among accented prose. */
const MIN_DENSE_BYTES = 40;
const MIN_DENSE_PART = 0.25;

/** Bytes that tell encodings apart. */
export interface ProseSample {
  readonly bytes: Uint8Array;
  /** Whether it is the writing of a script other than Latin, left by itself. */
  readonly isDense: boolean;
}

/**
 * Up to `maxBytes` of what stands between tags and is not ASCII: the stretches in another script alone where the page
 * has any, else all stretches with accented letters, else the start of the page as it is.
 * Tags can be found in bytes because no encoding but UTF-16 uses the bytes of `<` and `>` inside a character.
 */
export function sampleProse(bytes: Uint8Array, maxBytes: number): ProseSample {
  const accented = collect(bytes, maxBytes, 0);
  const dense = collect(bytes, maxBytes, MIN_DENSE_SHARE);
  if (dense.length >= MIN_DENSE_BYTES && dense.length >= accented.length * MIN_DENSE_PART) {
    return { bytes: dense, isDense: true };
  }
  return { bytes: accented.length > 0 ? accented : bytes.subarray(0, maxBytes), isDense: false };
}

/** The stretches between tags with high bytes, at least `minShare` of them. */
function collect(bytes: Uint8Array, maxBytes: number, minShare: number): Uint8Array {
  const sample = new Uint8Array(Math.min(maxBytes, bytes.length));
  let size = 0;
  let start = 0;
  while (start < bytes.length && size < sample.length) {
    let end = bytes.indexOf(LESS_THAN, start);
    if (end < 0) end = bytes.length;
    // A stretch that does not fit whole is left out: half a character at the end misleads detectors.
    if (isTelling(bytes.subarray(start, end), minShare) && end - start < sample.length - size) {
      sample.set(bytes.subarray(start, end), size);
      size += end - start;
      sample[size++] = SPACE;
    }
    start = markupEnd(bytes, end);
  }
  return sample.subarray(0, size);
}

function isTelling(stretch: Uint8Array, minShare: number): boolean {
  let high = 0;
  let spaces = 0;
  for (let at = 0; at < stretch.length; at++) {
    const byte = stretch[at]!;
    if (byte <= SPACE && byte !== ESCAPE) spaces++;
    // Rows of bullets, dashes and fixed spaces are no words.
    else if ((byte >= 0x80 || byte === ESCAPE) && byte !== NO_BREAK_SPACE && byte !== stretch[at - 1]) high++;
  }
  return high > 0 && high >= (stretch.length - spaces) * minShare;
}

/** One past the tag that starts at `at`, or past the whole element where it holds no prose. */
function markupEnd(bytes: Uint8Array, at: number): number {
  const close = bytes.indexOf(GREATER_THAN, at);
  if (close < 0) return bytes.length;
  const skipped = SKIPPED.find((name) => opensWith(bytes, at + 1, name));
  if (skipped === undefined) return close + 1;
  let end = close;
  do {
    end = bytes.indexOf(LESS_THAN, end + 1);
  } while (end >= 0 && !(bytes[end + 1] === 0x2f && opensWith(bytes, end + 2, skipped)));
  return end < 0 ? bytes.length : end;
}

function opensWith(bytes: Uint8Array, at: number, name: string): boolean {
  for (let index = 0; index < name.length; index++) {
    // Setting bit 5 lower-cases ASCII letters.
    if (((bytes[at + index] ?? 0) | 0x20) !== name.charCodeAt(index)) return false;
  }
  return true;
}
