/** Signs that mean something anywhere in a line. */
const SIGNS = /[\\`*[\]~|]/g;
/** An underscore inside a word means nothing; at a word's edge it may. */
const UNDERSCORE = /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
const ENTITY = /&(?=#?[a-zA-Z0-9]+;)/g;

/**
 * Signs at the start of a line that would begin a heading, list or quotation, or make the line a rule or the
 * underline of a heading or table (where bars have a backslash already).
 */
const LINE_STARTS = /^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|>|=(?=[=\s]*$)|[-:](?=[-:\s|\\]*$))/;
const LIST_NUMBER = /^(\d{1,9})([.)])(?=\s|$)/;

/** Text that Markdown shows as it is, apart from signs that only mean something at the start of a line. */
export function escapeSigns(text: string): string {
  return text
    .replace(SIGNS, "\\$&")
    .replace(UNDERSCORE, "\\_")
    .replace(ENTITY, "&amp;")
    .replaceAll("<", "&lt;");
}

/** A line that begins no heading, list, quotation or rule by what its text happens to start with. */
export function escapeLineStart(line: string): string {
  return line.replace(LINE_STARTS, "\\$&").replace(LIST_NUMBER, "$1\\$2");
}

/** The address of a link, without anything that could end it early. */
export function destination(address: string): string {
  return address
    .replace(/[<>\s]/g, (character) => encodeURIComponent(character))
    .replace(/[\\()|`]/g, "\\$&")
    .replace(ENTITY, "&amp;");
}

/** Code between backticks, more of them than the code itself has in a row. */
export function codeSpan(code: string): string {
  const flat = code.replaceAll("\n", " ");
  const fence = "`".repeat(longestRun(flat) + 1);
  const pad = flat.startsWith("`") || flat.endsWith("`") ? " " : "";
  return fence + pad + flat + pad + fence;
}

/**
 * Code between backticks inside a table, where bars need a backslash even in code. Parsers disagree on a bar after a
 * backslash: undefined for such code, which is written as text.
 */
export function cellCode(code: string): string | undefined {
  return code.includes("\\|") ? undefined : codeSpan(code).replaceAll("|", "\\|");
}

/** The longest run of backticks in a text. */
export function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
