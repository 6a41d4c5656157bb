const SELECT = /<select\b[^>]*>.*?<\/select>/gis;
const OTHER_TAG = /<\/?(?!(?:select|option|optgroup|hr)\b)[a-z][^>]*>/gi;

/** A page without tags inside selects that the standard allows since 2025, but parse5 does not. */
export function withoutSelectTags(html: string): string {
  return html.replace(SELECT, (select) => select.replace(OTHER_TAG, ""));
}
