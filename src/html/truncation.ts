const RAW_TEXT_TAG = /<(\/?)(?:script|style|textarea|title)(?=[\s/>])/gi;
const OPEN_TAG = /^<[a-z!/?][^<>]*$/i;

/** Whether the source ends inside a tag, a comment, a script or another element that only its end tag closes. */
export function isTruncated(source: string): boolean {
  const end = source.trimEnd();
  // Whole pages end with a tag; this keeps the check free for them.
  if (end === "" || end.endsWith(">")) return false;
  if (OPEN_TAG.test(end.slice(end.lastIndexOf("<")))) return end.includes("<");
  if (end.lastIndexOf("<!--") > end.lastIndexOf("-->")) return true;
  let isOpen = false;
  for (const [, slash] of end.matchAll(RAW_TEXT_TAG)) isOpen = slash === "";
  return isOpen;
}
