import { parseHTML } from "linkedom";

/** The page as a document of linkedom, which does not complete fragments as browsers do. */
export function makeDocument(html) {
  const whole = /<html[\s>]/i.test(html) ? html : `<html><head></head><body>${html}</body></html>`;
  return parseHTML(whole).document;
}
