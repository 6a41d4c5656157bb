import { describe, expect, test } from "vitest";
import { exampleArticle } from "../../test/output/example-article.ts";
import { toMarkdown } from "./markdown.ts";

function markdown(html: string): string {
  return toMarkdown({ ...exampleArticle, title: null, html });
}

describe("Markdown", () => {
  test("begins with the title, escaped", () => {
    expect(toMarkdown({ ...exampleArticle, title: "1. A *star* is born #", html: "<p>Text</p>" })).toBe(
      "# 1\\. A \\*star\\* is born \\#\n\nText\n",
    );
  });

  test("writes nested lists with the indent their markers need", () => {
    expect(markdown("<ol start=9><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ol>")).toBe(
      "9. a\n   - b\n   - c\n10. d\n",
    );
  });

  test("keeps items of several blocks and neighbouring lists apart", () => {
    expect(markdown("<ul><li><p>a</p><p>b</p></li></ul><ul><li>c</li></ul>")).toBe("- a\n\n  b\n\n* c\n");
  });

  test("joins the columns past 200 to the last one, so that no word is lost", () => {
    const row = Array.from({ length: 205 }, (_, index) => `<th>c${index}</th>`).join("");
    const [head] = markdown(`<table><tr>${row}</tr><tr><td>a</td></tr></table>`).split("\n");
    expect(head?.split(" | ")).toHaveLength(200);
    expect(head).toMatch(/ \| c198 \| c199 c200 c201 c202 c203 c204 \|$/);
  });

  test("writes tables with bars escaped and merged cells filled up", () => {
    expect(
      markdown(
        "<table><caption>Fares</caption><tr><th colspan=2>a|b</th><th>c</th></tr><tr><td rowspan=2>1<br>2</td><td><code>x|y</code></td></tr><tr><td>3</td></tr></table>",
      ),
    ).toBe("Fares\n\n| a\\|b |  | c |\n| --- | --- | --- |\n| 1 2 | `x\\|y` |  |\n|  | 3 |  |\n");
  });

  test("fences code with more backticks than it holds", () => {
    expect(markdown("<pre>a\n```\n&lt;b&gt;</pre>")).toBe("````\na\n```\n<b>\n````\n");
    expect(markdown("<p><code>a`b</code> <code>`</code></p>")).toBe("``a`b`` `` ` ``\n");
  });

  test("prefixes every line of a quotation", () => {
    expect(markdown("<blockquote><p>a<br>b</p><ul><li>c</li></ul></blockquote>")).toBe(
      "> a\\\n> b\n>\n> - c\n",
    );
  });

  test("writes links and pictures that nothing in their address can end", () => {
    expect(
      markdown('<p><a href="https://a.example/b_(c)?d&copy;=1" title="A &quot;b&quot;">x]y</a></p>'),
    ).toBe('[x\\]y](https://a.example/b_\\(c\\)?d%C2%A9=1 "A \\"b\\"")\n');
    expect(markdown('<figure><img src="/a.jpg" alt="Q [1]"><figcaption>At dawn</figcaption></figure>')).toBe(
      "![Q \\[1\\]](https://harbour-courier.example/a.jpg)\n\nAt dawn\n",
    );
  });

  test("does not turn an exclamation before a link into a picture", () => {
    expect(markdown('<p>Stop!<a href="https://a.example/">here</a></p>')).toBe(
      "Stop\\![here](https://a.example/)\n",
    );
  });

  test.each([
    ["1. one", "1\\. one"],
    ["2) two", "2\\) two"],
    ["- dash", "\\- dash"],
    ["+ plus", "\\+ plus"],
    ["# sharp", "\\# sharp"],
    ["> more", "\\> more"],
    ["---", "\\---"],
    ["a * b _c_ d_e", "a \\* b \\_c\\_ d_e"],
    ["[a](b) `c` ~~d~~ \\", "\\[a\\](b) \\`c\\` \\~\\~d\\~\\~ \\\\"],
    ["AT&T &copy; &#38;", "AT&T &amp;copy; &amp;#38;"],
    ["<script>", "&lt;script>"],
  ])("shows %j as it is", (text, expected) => {
    const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    expect(markdown(`<p>${escaped}</p>`)).toBe(`${expected}\n`);
  });

  test("marks emphasis in a way that every renderer reads", () => {
    expect(markdown("<p><b>bold</b>, <i>it</i>, <del>gone</del>, <b><i>both</i></b></p>")).toBe(
      "**bold**, _it_, ~~gone~~, **_both_**\n",
    );
    expect(markdown("<p>in<i>side</i>word <i>a</i><b>b</b></p>")).toBe("in*side*word *a*__b__\n");
  });

  test("leaves out emphasis that Markdown could not close", () => {
    expect(markdown("<p><b>強調。</b>次</p>")).toBe("強調。次\n");
  });

  test("cannot be led to unsafe links by an article from elsewhere", () => {
    expect(markdown('<p><a href="javascript:alert(1)">x</a><img src="javascript:1" onerror="1"></p>')).toBe(
      "x\n",
    );
  });
});
