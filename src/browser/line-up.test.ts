import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LANGUAGES, LOOKS, makeArticlePage } from "../../test/newsroom/index.ts";
import { type Document, NODE_KIND, rawText, readHtml, tagName } from "../html/index.ts";
import { type BrowserPool, openBrowser } from "./index.ts";

let browser: BrowserPool;
beforeAll(async () => {
  browser = await openBrowser({ scripts: false });
});
afterAll(() => browser?.close());

/** Every node on a line: parent, flags, name and attributes, or text. */
function linesOf(document: Document): string[] {
  return Array.from({ length: document.size }, (_, node) => {
    const place = `${document.parent[node]} ${document.flags[node]}`;
    if (document.kind[node] === NODE_KIND.text) return `${place} ${JSON.stringify(rawText(document, node))}`;
    const line = [place, tagName(document, node)];
    const { attributes, attributeStart } = document;
    for (let at = attributeStart[node]!; at < attributeStart[node + 1]!; at++) {
      line.push(`${attributes.nameAt(at)}=${attributes.valueAt(at)}`);
    }
    return line.join(" ");
  });
}

const live = async (html: Uint8Array | string) => linesOf((await browser.render({ html })).page.document);
const parsed = (html: Uint8Array | string) => linesOf(readHtml(html).document);

describe("without scripts, a live page and the parser's tree are the same, node by node", () => {
  test.each(LOOKS.map((look, at) => [look, LANGUAGES[at % LANGUAGES.length]!] as const))(
    "on a page of the look %s in %s",
    async (look, language) => {
      const { html } = makeArticlePage({ look, language, seed: 5 });
      expect(await live(html)).toEqual(parsed(html));
    },
  );

  test.each([
    [
      "noscript in head and body",
      "<head><noscript><style>p{}</style></noscript></head><p>a<noscript><img src=a></noscript>",
    ],
    ["comments between texts", "<p>a<!-- b -->c<!-- d --> e"],
    [
      "templates",
      "<template><p>a<template>b</template></template><table><template><tr><td>a</template></table>",
    ],
    [
      "drawings and formulas",
      "<svg viewBox='0 0 1 1' xlink:href=#a xml:lang=en><linearGradient/><foreignObject><p>a</foreignObject></svg><math><mi>x",
    ],
    ["misnested formatting", "<p><b><i>a</b>b</i><table>c<tr><td>d"],
    ["text longer than a browser's text node", `<p>${"harbour ".repeat(20_000)}</p>`],
    ["declared shadow roots", "<div><template shadowrootmode=open><p>a<slot></slot></template>b</div>"],
    [
      "line ends, entities and unknown elements",
      "<pre>\r\na\rb&nbsp;&#128;&notit;</pre><news-text foo:bar=1>c",
    ],
    ["NUL characters and a title without end", `<title>Quay\n<p>a\0b${"<p>The ferry returns.".repeat(80)}`],
    [
      "streamed parts",
      `<main>a<!--$?--><template id="B:0"></template><p>Wait<!--/$-->d</main><div hidden id="S:1f">c</div>
       <div hidden id="S:0">b<template id="P:1f"></template></div><div hidden id="S:2">e</div>`,
    ],
    [
      "streamed parts whose signs hold places",
      `<main><!--$?--><template id="B:0"></template>x<!--$?--><template id="B:1"></template>y<!--/$--><!--/$-->b</main>
       <div hidden id="S:0">a</div><div hidden id="S:1">c</div>`,
    ],
    ["parts without places", '<div hidden id="S:0">a</div>'],
    ["a frameset", "<frameset><frame src=a.html><noframes>a</noframes></frameset>"],
    [
      "forms that hide their own properties",
      "<form><input name=attributes><input name=firstChild><input name=nodeType></form>",
    ],
    ["an empty frame", "<iframe src=https://example.org/></iframe><iframe></iframe>a"],
  ])("with %s", async (_, html) => {
    expect(await live(html)).toEqual(parsed(html));
  });

  test("in an encoding that the browser would not have guessed", async () => {
    const bytes = Buffer.from("<p>caf\xe9 and \x93quotes\x94 of the quay", "latin1");
    expect(await live(bytes)).toEqual(parsed(bytes));
    expect((await live(bytes)).join()).toContain("café and “quotes”");
  });
});

describe("with scripts", () => {
  const rendered = async (html: string) => (await browser.render({ html }, { scripts: true })).page;

  test("what they write is in the tree, and what noscript holds is elements all the same", async () => {
    const { document } = await rendered(
      "<div id=a></div><noscript><p>old <b>words</b></noscript><script>a.innerHTML = '<h1>New</h1>'</script>",
    );
    const names = Array.from({ length: document.size }, (_, node) => tagName(document, node));
    expect(names.filter((name) => ["h1", "b"].includes(name))).toEqual(["h1", "b"]);
  });

  test("open shadow roots become the templates that declare them", async () => {
    const declared = "<div><template shadowrootmode=open><p>a</p></template>b</div>";
    const script =
      "<script>d.attachShadow({ mode: 'open' }).innerHTML = '<p>a</p>'; document.scripts[0].remove(); d.removeAttribute('id')</script>";
    const attached = (await rendered(`<div id=d>b</div>${script}`)).document;
    expect(linesOf(attached)).toEqual(parsed(declared));
  });

  test("the page in a frame of the same origin is inside the frame, where it is seen", async () => {
    const inside = "<body style='margin: 0'><p style='margin: 5px'>Framed words</p>";
    const { document, layout } = await rendered(
      `<body style="margin: 0"><iframe style="margin: 100px 0 0 50px; border: 3px solid" srcdoc="${inside}"></iframe>`,
    );
    const paragraph = Array.from(document.tag.keys()).find((node) => tagName(document, node) === "p")!;
    expect(rawText(document, paragraph)).toBe("Framed words");
    expect([layout!.left[paragraph], layout!.top[paragraph]]).toEqual([58, 108]);
  });
});
