const RAW_TEXT_TAG = /<(\/?)(?:script|style|textarea|title)(?=[\t\n\f\r />])/gi;
const SPACES = "\t\n\f\r ";
const OPEN_TAG = /^<[a-z!/?][^<>]*$/i;

/** Where a script or comment that was cut is looked for: to search all of a large page costs more than it finds. */
const TAIL_CHARACTERS = 65_536;

/** Whether the source ends inside a tag, a comment, a script or another element that only its end tag closes. */
export function isTruncated(source: string): boolean {
  const end = source.slice(-TAIL_CHARACTERS, endOfInk(source));
  if (endsInComment(end)) return true;
  // Most whole pages end with this tag: it keeps the search below free for them.
  if (end === "" || end.endsWith("</html>")) return false;
  const lastTag = end.lastIndexOf("<");
  if (lastTag >= 0 && OPEN_TAG.test(end.slice(lastTag))) return true;
  let isOpen = false;
  for (const [, slash] of end.matchAll(RAW_TEXT_TAG)) isOpen = slash === "";
  return isOpen;
}

/** Where the spaces at the end begin: only those of the standard, as the source may be UTF-8 with a unit for every byte. */
function endOfInk(source: string): number {
  let end = source.length;
  while (end > 0 && SPACES.includes(source[end - 1]!)) end--;
  return end;
}

/** Whether a comment starts behind the last that ends; searched forwards, which engines do many times as fast. */
function endsInComment(source: string): boolean {
  for (let start = source.indexOf("<!--"); start >= 0; ) {
    const end = source.indexOf("-->", start + 1);
    if (end < 0) return true;
    start = source.indexOf("<!--", end + 1);
  }
  return false;
}
