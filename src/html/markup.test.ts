import { decodeHTML, decodeHTMLAttribute } from "entities/decode";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeText, decodeValue } from "./markup.ts";

/** Pieces to build texts with references from, right and wrong ones. */
const PIECES = [
  "&",
  "&amp",
  "amp",
  ";",
  "#",
  "&#",
  "&#x",
  "x",
  "&lt;",
  "&quot;",
  "&nbsp;",
  "&hellip;",
  "&eacute;",
  "&notit;",
  "&copy",
  "=",
  "?a=1&b=2",
  "&copy=1",
  "&lt#",
  " ",
  "39",
  "&#39;",
  "&#039;",
  "&#x2019;",
  "&#8217;",
  "&#128;",
  "&#xD800;",
  "&#x1F600;",
  "&#0;",
  "&#65534;",
  "&#X41;",
  "&#xfdd0;",
  "&#x110000;",
  "&AMP;",
  "&Amp;",
  "&amp;amp;",
  "é",
  "\n",
  "&#;",
];

test("decodes what entities decodes", () => {
  const texts = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 3 })), { maxLength: 6 });
  fc.assert(
    fc.property(texts, (pieces) => {
      const text = pieces.join("");
      expect(decodeText(text)).toBe(decodeHTML(text));
      expect(decodeValue(text)).toBe(decodeHTMLAttribute(text));
    }),
    { numRuns: 5000 },
  );
});

const COMMON =
  "amp lt gt quot apos nbsp copy laquo reg middot raquo times ndash mdash lsquo rsquo ldquo rdquo bull hellip euro trade";

test.each(COMMON.split(" "))("reads &%s; as the table of all names has it", (name) => {
  expect(decodeText(`a&${name};b`)).toBe(decodeHTML(`a&${name};b`));
});
