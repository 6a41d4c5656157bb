const NOT_INK = /[^\p{L}\p{N}]+/gu;
const NOT_ASCII_INK = /[^a-z0-9]+/g;
const ASCII = /^[\0-\x7f]*$/;

/** What two spellings of one headline or name share: letters and digits only, one case, one form of each character. */
export function headlineKey(text: string): string {
  // Most headlines of most pages; the way for all characters takes six times as long.
  if (ASCII.test(text)) return text.toLowerCase().replace(NOT_ASCII_INK, "");
  return text.normalize("NFKC").toLowerCase().replace(NOT_INK, "");
}
