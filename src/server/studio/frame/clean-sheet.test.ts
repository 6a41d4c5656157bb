import { describe, expect, test } from "vitest";
import { MISREAD_SHEETS } from "../hostile-pages.data.ts";
import { cleanDeclarations, cleanSheet, findImports } from "./clean-sheet.ts";

const NOTHING = () => undefined;
const HERE = (address: string) => (address.endsWith(".png") ? "/file/1" : undefined);

describe("a clean style sheet", () => {
  test.each([
    ["p{color:red}", "p{color:red;}"],
    ["A:hover, TD.Foo > DIV#Bar{margin:0}", "a:hover, td.Foo > div#Bar{margin:0;}"],
    ["@media (min-width:300px){P{margin:0}} b{}", "@media (min-width:300px){p{margin:0;}} b{}"],
    ["p{color:red;&:hover{color:blue}}", "p{color:red;&:hover{color:blue;}}"],
    ["@keyframes z{from{left:0}to{left:1px}}", "@keyframes z{from{left:0;}to{left:1px;}}"],
    ["p{color:red", "p{color:red;}"],
    ["}}p{a:b}", "p{a:b;}"],
    ["<!-- p{a:b} -->", "  p{a:b;}  "],
  ])("%s keeps its looks", (sheet, cleaned) => {
    expect(cleanSheet(sheet, NOTHING)).toBe(cleaned);
  });

  test.each([
    "@import url(http://out.example/a.css);p{color:red}",
    "@import 'http://out.example/a.css';p{color:red}",
    "@\\69mport 'http://out.example/a.css';p{color:red}",
    "@font-face{font-family:x;src:url(http://out.example/x.woff)}p{color:red}",
    "@namespace url(http://out.example/);p{color:red}",
    "p{color:red;background:url(http://out.example/x)}",
    "p{color:red;background:u\\72l(http://out.example/x)}",
    "p{color:red;background:URL( 'http://out.example/x' )}",
    "p{color:red;background:image-set('http://out.example/x' 1x)}",
    "p{color:red;background:-webkit-image-set(url(http://out.example/x) 1x)}",
    "p{color:red;background:src('http://out.example/x')}",
    "p{color:red;--x:url(http://out.example/x);background:var(--x)}",
    "p{color:red;background:cross-fade('http://out.example/x', red)}",
    "p{color:red}input[value^=a]{background:url(//out.example/a)}",
    "p{color:red;content:url(http://out.example/x)}",
    "p{color:red;cursor:url(http://out.example/x),auto}",
    "p{color:red;-moz-binding:url(http://out.example/x)}",
    "p{color:red;behavior:url(http://out.example/x)}",
    "p{color:red;width:expression(fetch('http://out.example/x'))}",
    "p{color:red;background:url(http://out.example/x",
    "@media all{p{color:red;background:url('http://out.example/x",
  ])("%s reaches nobody and keeps the rest", (sheet) => {
    const cleaned = cleanSheet(sheet, NOTHING);
    expect(cleaned).not.toContain("out.example");
    expect(cleaned).toContain("p{color:red");
  });

  test("shows pictures that the rule gives, and others as nothing", () => {
    expect(cleanSheet("p{background:#fff url(a.png)}q{background:url(b.gif)}", HERE)).toBe(
      'p{background:#fff url("/file/1");}q{background:url("data:,");}',
    );
  });

  test.each(MISREAD_SHEETS)("%j is read as browsers read it, and reaches nobody", (sheet) => {
    expect(cleanSheet(sheet, NOTHING)).not.toContain("out.example");
  });

  test("holds nothing that ends its element", () => {
    expect(cleanSheet("p{content:'</style><script>alert(1)</script>'}", NOTHING)).not.toMatch(
      /<\/style|<script/,
    );
  });

  test("of an attribute cannot leave it", () => {
    expect(cleanDeclarations("color:red;}p{color:blue", NOTHING)).toBe("color:red;");
    expect(cleanDeclarations("background:url(http://out.example/x);width:5px", NOTHING)).toBe(
      'background:url("data:,");width:5px;',
    );
  });

  test("of many brackets, braces or addresses that nothing ends takes linear time", () => {
    for (const part of ["{", "(", "a{", "url(", "@media(", "url('", "[", "a:b{", "/*"]) {
      expect(cleanSheet(part.repeat(100_000), NOTHING).length).toBeLessThan(3_000_000);
    }
  });
});

test("finds what a sheet imports before its rules", () => {
  const sheet = `@charset "utf-8"; @import url("a.css") screen;@import 'b.css';p{}@import 'late.css';`;
  expect(findImports(sheet)).toEqual([
    { address: "a.css", media: "screen" },
    { address: "b.css", media: "" },
  ]);
});
