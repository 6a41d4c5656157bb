/** Text with the line feeds that the standard puts in the place of carriage returns, "normalize newlines". */
export function normalizeNewlines(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}
