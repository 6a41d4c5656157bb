import { describe, expect, test } from "vitest";
import { parseContent } from "./assemble.ts";
import { blocksText } from "./text.ts";

function text(html: string, captions = false): string {
  return blocksText(parseContent(html, "https://paper.example/").blocks, { captions });
}

describe("text", () => {
  test("has a blank line between blocks and a line for every item and row", () => {
    expect(
      text(
        "<h2>Head</h2><p>One</p><ul><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ul><table><tr><th>k</th><th>v</th></tr><tr><td>1</td><td>2<br>3</td></tr></table><p>End</p>",
      ),
    ).toBe("Head\n\nOne\n\na\nb\nc\nd\n\nk\tv\n1\t2 3\n\nEnd");
  });

  test("has every line of a list and a table of thousands", () => {
    const numbers = Array.from({ length: 3000 }, (_, at) => at);
    expect(text(`<ul>${numbers.map((at) => `<li>${at}`).join("")}</ul>`)).toBe(numbers.join("\n"));
    const rows = numbers.map((at) => `<tr><td>${at}<td><td>&nbsp;x <br> y`).join("");
    expect(text(`<table>${rows}</table>`)).toBe(numbers.map((at) => `${at}\t\tx y`).join("\n"));
  });

  test("keeps the lines of code, with at most one blank line between them", () => {
    expect(text("<pre>a\n  b\n\n\n\nc</pre>")).toBe("a\n  b\n\nc");
  });

  test("holds captions only when asked", () => {
    const figure =
      '<p>a</p><figure><img src="/a.jpg"><figcaption>Quay <cite>A. Nyman</cite></figcaption></figure>';
    expect(text(figure)).toBe("a");
    expect(text(figure, true)).toBe("a\n\nQuay\nA. Nyman");
  });

  test("writes the quotation marks and the readings that browsers show", () => {
    expect(text("<p><q>Yes</q>, <ruby>漢<rp>[</rp><rt>kan</rt><rp>]</rp></ruby></p>")).toBe(
      "\u201cYes\u201d, 漢(kan)",
    );
  });
});
