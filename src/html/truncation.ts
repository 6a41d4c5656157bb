const RAW_TEXT_TAG = /<\/?(?:script|style|textarea|title)(?=[\t\n\f\r />])/iy;
const LESS = 0x3c;
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
  return endsInRawText(end);
}

/** Whether the last tag of such elements opens one: it most often stands near the end. */
function endsInRawText(source: string): boolean {
  for (let at = source.length - 1; at >= 0; at--) {
    if (source.charCodeAt(at) !== LESS) continue;
    RAW_TEXT_TAG.lastIndex = at;
    if (RAW_TEXT_TAG.test(source)) return source[at + 1] !== "/";
  }
  return false;
}

/** Where the spaces at the end begin: only those of the standard, as the source may be UTF-8 with a unit for every byte. */
function endOfInk(source: string): number {
  let end = source.length;
  while (end > 0 && SPACES.includes(source[end - 1]!)) end--;
  return end;
}

/**
 * Whether a comment starts behind the last that ends; searched forwards, which engines do many times as fast, and by its
 * second character: they stop wherever the first of what they look for stands.
 */
function endsInComment(source: string): boolean {
  for (let at = source.indexOf("!--"); at >= 0; ) {
    const isStart = at > 0 && source.charCodeAt(at - 1) === LESS;
    const end = isStart ? source.indexOf("-->", at) : at;
    if (end < 0) return true;
    at = source.indexOf("!--", end + 1);
  }
  return false;
}
