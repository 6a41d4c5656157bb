import { expect, test } from "vitest";
import { words } from "../../src/text/index.ts";
import { htmlText } from "./html-text.ts";

test("keeps the words of neighbouring blocks apart, and those of one block together", () => {
  const html = "<div><p>one</p>two</div>three<br>four<ul><li>fi<b>ve</b></li><li>six</li></ul>";
  expect(words(htmlText(html))).toEqual(["one", "two", "three", "four", "five", "six"]);
});

test("reads no scripts and no styles", () => {
  expect(htmlText("<p>seen</p><script>code()</script><style>p{}</style>").trim()).toBe("seen");
});
