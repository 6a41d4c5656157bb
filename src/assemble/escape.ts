const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};
const IN_TEXT = /[&<>]/;
const ALL_IN_TEXT = /[&<>]/g;
const ALL_IN_VALUE = /[&<>"'`]/g;

/** Text that a parser of HTML or XML reads back as it was. */
export function escapeText(text: string): string {
  return IN_TEXT.test(text) ? text.replace(ALL_IN_TEXT, (character) => ESCAPES[character]!) : text;
}

/** An attribute's value, safe between quotation marks of either kind. */
export function escapeValue(value: string): string {
  return value.replace(ALL_IN_VALUE, (character) => ESCAPES[character]!);
}
