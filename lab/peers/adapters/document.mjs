import { parseHTML } from "linkedom";

/** The page as linkedom's document. It makes one only of whole pages: others, which browsers complete, are completed here. */
export function makeDocument(html) {
  const whole = /<html[\s>]/i.test(html) ? html : `<html><head></head><body>${html}</body></html>`;
  return parseHTML(whole).document;
}
