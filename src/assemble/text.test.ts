import { describe, expect, test } from "vitest";
import { parseContent } from "./assemble.ts";
import { blocksText, cleanLabel, foldText } from "./text.ts";

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

describe("foldText", () => {
  test("folds white space of every kind into single spaces", () => {
    expect(foldText("a \t\n b\u00a0c\u3000d\u2003e")).toBe("a b c d e");
  });

  test("drops soft hyphens and zero-width spaces without splitting the word", () => {
    expect(foldText("Dampf\u00adschiff\u200bfahrt\ufeff")).toBe("Dampfschifffahrt");
  });

  test("keeps the joiners that Persian words and emoji are spelt with", () => {
    expect(foldText("می\u200cخواهم 👩\u200d🚀")).toBe("می\u200cخواهم 👩\u200d🚀");
  });

  test("joins lines that wrap inside Chinese and Japanese sentences, but not inside Korean or English", () => {
    expect(foldText("渡し船は\n  土曜日に")).toBe("渡し船は土曜日に");
    expect(foldText("배가\n돌아온다")).toBe("배가 돌아온다");
    expect(foldText("the\nferry")).toBe("the ferry");
  });

  test("gives back a clean text unchanged, whatever characters it has", () => {
    for (let unit = 0; unit <= 0xffff; unit++) {
      const text = `a${String.fromCharCode(unit)}b`;
      // Two spaces are never clean: what follows them is searched.
      expect(foldText(`  ${text}`)).toBe(` ${foldText(text)}`);
    }
  });
});

describe("cleanLabel", () => {
  test("gives null where nothing is left to see", () => {
    expect(cleanLabel(" \u00ad\n")).toBeNull();
    expect(cleanLabel(undefined)).toBeNull();
  });

  test("gives one line without spaces at its ends", () => {
    expect(cleanLabel("\n A ferry\n at dawn ")).toBe("A ferry at dawn");
  });
});
