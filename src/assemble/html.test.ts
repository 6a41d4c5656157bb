import { describe, expect, test } from "vitest";
import { parseContent } from "./assemble.ts";
import { blocksHtml } from "./html.ts";

function html(source: string): string {
  return blocksHtml(parseContent(source, "https://paper.example/").blocks);
}

describe("HTML", () => {
  test("escapes text and attributes", () => {
    expect(
      html('<p>a &lt;b&gt; &amp;amp; "c"</p><p><a href="/?a=1&b=&quot;2" title="&quot;&lt;">d</a></p>'),
    ).toBe(
      '<p>a &lt;b&gt; &amp;amp; "c"</p>\n<p><a href="https://paper.example/?a=1&amp;b=%222" title="&quot;&lt;">d</a></p>',
    );
  });

  test("drops elements, handlers, styles, ids and classes that it does not know", () => {
    expect(
      html(
        '<p id="a" class="b" style="color:red" onclick="x()">One <font color="red">two</font><button>three</button></p>',
      ),
    ).toBe("<p>One twothree</p>");
  });

  test("keeps the text of links that lead nowhere safe", () => {
    expect(html('<p><a href="javascript:alert(1)">here</a></p>')).toBe("<p>here</p>");
  });

  test("spells old elements in the modern way", () => {
    expect(
      html("<p><b>a</b> <i>b</i> <tt>c</tt> <strike>d</strike> <acronym title='World'>e</acronym></p>"),
    ).toBe('<p><strong>a</strong> <em>b</em> <code>c</code> <del>d</del> <abbr title="World">e</abbr></p>');
  });

  test("keeps films and sounds without loading them", () => {
    expect(html('<video src="/a.mp4" poster="/a.jpg" autoplay title="Launch"></video>')).toBe(
      '<figure><video src="https://paper.example/a.mp4" poster="https://paper.example/a.jpg" title="Launch" controls preload="none"></video></figure>',
    );
  });
});
