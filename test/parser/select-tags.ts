const SELECT = /<select\b[^>]*>.*?<\/select>/gis;
const OTHER_TAG = /<\/?(?!(?:select|option|optgroup|hr)\b)[a-z][^>]*>/gi;

/** A page without the tags inside its selects that the standard has let in since 2025 and parse5 does not. */
export function withoutSelectTags(html: string): string {
  return html.replace(SELECT, (select) => select.replace(OTHER_TAG, ""));
}
