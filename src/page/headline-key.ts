const NOT_INK = /[^\p{L}\p{N}]+/gu;

/** What two spellings of one headline or name share: letters and digits only, one case, one form of each character. */
export function headlineKey(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(NOT_INK, "");
}
