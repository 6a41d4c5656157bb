const TOOLBAR_BEGIN = "<!-- BEGIN WAYBACK TOOLBAR INSERT -->";
const TOOLBAR_END = "<!-- END WAYBACK TOOLBAR INSERT -->";
const HEAD_END = "<!-- End Wayback Rewrite JS Include -->";
/** Scripts and style sheets, nothing but white space between them, up to the end of the text. */
const LEADING_PARTS = /(?:<script\b[^>]*>[^<]*(?:<(?!\/script)[^<]*)*<\/script>\s*|<link\b[^>]*>\s*)+$/i;

/** The page as its server sent it: what an archive's marker comments enclose is taken out, other pages are untouched. */
export function stripArchiveInserts(bytes: Uint8Array): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!buffer.includes(TOOLBAR_BEGIN) && !buffer.includes(HEAD_END)) return bytes;
  // Latin-1 maps each byte to a character and back; the markers are ASCII in every charset of the web but UTF-16.
  return new Uint8Array(Buffer.from(stripHeadInsert(stripToolbar(buffer.toString("latin1"))), "latin1"));
}

function stripToolbar(html: string): string {
  const begin = html.indexOf(TOOLBAR_BEGIN);
  const end = html.indexOf(TOOLBAR_END, begin);
  if (begin < 0 || end < 0) return html;
  return html.slice(0, begin) + html.slice(end + TOOLBAR_END.length);
}

/** The insert in the head has no opening marker: it is the scripts and sheets right before the closing one. */
function stripHeadInsert(html: string): string {
  const end = html.indexOf(HEAD_END);
  if (end < 0) return html;
  return html.slice(0, end).replace(LEADING_PARTS, "") + html.slice(end + HEAD_END.length);
}
