/** Signs that mean something anywhere in a line. */
const SIGNS = /[\\`*[\]~|]/g;
/** An underscore inside a word means nothing; at a word's edge it may. */
const UNDERSCORE = /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
const ENTITY = /&(?=#?[a-zA-Z0-9]+;)/g;

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
  return line
    .replace(/^(#{1,6}(?=\s|$)|[-+](?=\s|$)|>|=+\s*$|-+\s*$)/, "\\$1")
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2");
}

/** Text that Markdown shows as it is, wherever it stands. */
export function escapeMarkdown(text: string): string {
  return escapeLineStart(escapeSigns(text));
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

/** Code between backticks inside a table, where bars need a backslash even in code. */
export function cellCode(code: string): string {
  return codeSpan(code).replaceAll("|", "\\|");
}

/** The longest run of backticks in a text. */
export function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
