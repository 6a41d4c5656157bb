import { expect, test } from "vitest";
import { declaredEncoding } from "./declared-encoding.ts";

const declared = (source: string) => declaredEncoding(new TextEncoder().encode(source));

test.each([
  ['<meta charset="koi8-r">', "koi8-r"],
  ["<META CHARSET=KOI8-R>", "koi8-r"],
  ['<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">', "koi8-r"],
  ["<meta content='text/html; charset=\"koi8-r\"' http-equiv=content-type>", "koi8-r"],
  ['<?xml version="1.0" encoding="koi8-r"?><html>', "koi8-r"],
  ['<?xml version="1.0" encoding="koi8-r"?><meta charset=big5>', "big5"],
  ['<!-- <meta charset="big5"> --><meta charset="koi8-r">', "koi8-r"],
  ['<meta charset="nonsense"><meta charset="koi8-r">', "koi8-r"],
  ['<meta charset="utf-16">', "utf-8"],
])("%s declares %s", (source, encoding) => {
  expect(declared(source)).toBe(encoding);
});

test.each([
  "",
  "<meta",
  "<meta charset=koi8-r",
  '<meta http-equiv="content-type" content="text/html; charset">',
  '<meta http-equiv="content-type" content="text/html; charset=">',
  '<meta name="content-type" content="text/html; charset=koi8-r">',
  "<p title='<meta charset=koi8-r>'>",
  "<!-- <meta charset=koi8-r>",
])("%s declares nothing", (source) => {
  expect(declared(source)).toBeUndefined();
});

test("finds a meta behind the first thousand bytes, but not one that a script writes there", () => {
  const filler = `<title>${"x".repeat(2000)}</title>`;
  expect(declared(`${filler}<meta charset=koi8-r>`)).toBe("koi8-r");
  expect(declared(`${filler}<script>write("<meta charset=big5>")</script><meta charset=koi8-r>`)).toBe(
    "koi8-r",
  );
});
