const RAW_TEXT_TAG = /<(\/?)(?:script|style|textarea|title)(?=[\s/>])/gi;
const OPEN_TAG = /^<[a-z!/?][^<>]*$/i;

/** Whether the source ends inside a tag, a comment, a script or another element that only its end tag closes. */
export function isTruncated(source: string): boolean {
  const end = source.trimEnd();
  if (end.lastIndexOf("<!--") > end.lastIndexOf("-->")) return true;
  // Whole pages end with a tag, most of them with this one: it keeps the search below free for them.
  if (end === "" || end.endsWith("</html>")) return false;
  const lastTag = end.lastIndexOf("<");
  if (lastTag >= 0 && OPEN_TAG.test(end.slice(lastTag))) return true;
  let isOpen = false;
  for (const [, slash] of end.matchAll(RAW_TEXT_TAG)) isOpen = slash === "";
  return isOpen;
}
