import { expect, test } from "vitest";
import { isQuirky } from "./doctype.ts";

test.each([
  [" html", false],
  ["html", false],
  [" HTML ", false],
  [' html SYSTEM "about:legacy-compat"', false],
  [
    ' html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"',
    false,
  ],
  [' html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd"', false],
  [' html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"', true],
  [" HTML PUBLIC '-//W3C//DTD HTML 3.2 Final//EN'", true],
  [' html PUBLIC "html"', true],
  ["", true],
  [" htm", true],
  [" html PUBLIC", true],
  [" html strict", true],
  [' html PUBLIC "unclosed', true],
  [' html SYSTEM "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"', true],
])("<!doctype%s>", (doctype, quirky) => expect(isQuirky(doctype, false)).toBe(quirky));

test("a doctype that the page ends in is quirky", () => expect(isQuirky(" html", true)).toBe(true));
