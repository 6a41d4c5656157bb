import type { Browser, Page as Tab } from "playwright-core";
import sanitize from "sanitize-html";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parsePage } from "../../src/default-extract.ts";
import type { Document } from "../../src/html/index.ts";
import { TEXT_LEAF } from "../../src/page/index.ts";
import { pointOf, SHAPES, type TreeShape, textPosition } from "../../src/sets/label-studio/shown-tree.ts";
import { launchBrowser } from "../browser.ts";
import { LOOKS, makePages } from "../newsroom/index.ts";

/** What Label Studio takes out of a page before it shows it: scripts and frames with their content, and comments. */
function clean(html: string): string {
  return sanitize(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    nonTextTags: ["script", "textarea", "option", "noscript"],
    exclusiveFilter: ({ tag }) => tag === "script" || tag === "iframe",
  });
}

const LONG = "The ferry came back on Monday after a winter in the yard, and forty people were at the quay.";

/** Pages that parsers and browsers build other nodes for than the markup says. */
const ODD_PAGES: Readonly<Record<string, string>> = {
  "no html, head or body": `<title>Ferry</title><h1>Ferry returns</h1><p>${LONG}`,
  "tables without tbody": `<!doctype html><table><tr><td>One<td>Two<tr><td>${LONG}</table><table><tr><td>Three</table>`,
  "texts out of tables": `<!doctype html><div><table>Lost words<tr><td>Cell</table>After</div>`,
  "comments between words": `<!doctype html><p>Forty<!-- one --> people<!-- two --> came.<p>Two`,
  "scripts between words": `<!doctype html><body><p>Before<script>let a = "<p>";</script>after</p>\n<script>b</script>\n<p>Last`,
  "frames and textareas": `<!doctype html><p>Before<iframe src="x"></iframe> after</p><textarea>typed</textarea><p>Last</p>`,
  "noscript in the head": `<!doctype html><html><head><noscript><img src="p.gif"></noscript><title>t</title></head><body><div><p>One</p></div><div>${LONG}</div></body></html>`,
  "noscript in the body": `<!doctype html><body><noscript><p>No script</p></noscript><p>One</p><p>Two</p>`,
  drawings: `<!doctype html><p>One</p><svg><title>Map</title><g><text>Quay</text></g><foreignObject><p>Inside</p></foreignObject></svg><p>Two</p>`,
  "unclosed and misnested": `<!doctype html><p>One <b>two <i>three</b> four</i><div>five<p>six<ul><li>a<li>b</ul>seven`,
  "paragraphs in paragraphs": `<!doctype html><p>One<div>Two<p>Three</div>Four</p>Five`,
  "entities and emoji": `<!doctype html><p>A &amp; B &eacute; &#x1F6A2; \u{1F6A2} C</p><p>D&nbsp;E</p>`,
  "line ends of Windows": "<!doctype html>\r\n<p>One\r\ntwo</p>\r\n\r\n<pre>\r\nthree\r\nfour</pre>",
  templates: `<!doctype html><template><p>Later</p></template><p>One</p>`,
  "forms in forms": `<!doctype html><form><p>One<form><p>Two</form><p>Three`,
  "text after the body": `<!doctype html><html><body><p>One</p></body></html> after`,
  "letters in capitals": `<!doctype html><DIV><P>One</P><SPAN>Two</SPAN></DIV>`,
};

let browser: Browser;
let tab: Tab;
beforeAll(async () => {
  browser = await launchBrowser();
  tab = await browser.newPage();
});
afterAll(() => browser?.close());

/** Every text with ink that a browser has in its tree, with its path from the body, or from the box that holds the markup. */
async function shownTexts(html: string, root: TreeShape["root"]) {
  return tab.evaluate(
    async ([markup, where]) => {
      const frame = document.createElement("iframe");
      const box = document.createElement("div");
      document.body.replaceChildren(frame, box);
      if (where === "box") box.innerHTML = markup;
      else {
        const isLoaded = new Promise((loaded) => frame.addEventListener("load", loaded));
        frame.srcdoc = markup;
        await isLoaded;
      }
      const top =
        where === "box" ? box : where === "body" ? frame.contentDocument!.body : frame.contentDocument!;
      const nameOf = (node: Node) => (node.nodeType === 3 ? "text()" : node.nodeName.toLowerCase());
      const pathOf = (node: Node): string => {
        if (node === top) return "";
        // A doctype is called html too.
        const siblings = [...node.parentNode!.childNodes].filter(({ nodeType }) => nodeType !== 10);
        const same = siblings.filter((one) => nameOf(one) === nameOf(node));
        return `${pathOf(node.parentNode!)}/${nameOf(node)}[${same.indexOf(node as ChildNode) + 1}]`;
      };
      const walker = top.ownerDocument?.createTreeWalker(top, 4) ?? document.createTreeWalker(top, 4);
      const texts: { path: string; text: string }[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.parentElement?.closest("noscript, script, style, head")) continue;
        if (/\S/.test(node.nodeValue!)) texts.push({ path: pathOf(node), text: node.nodeValue! });
      }
      return texts;
    },
    [html, root] as const,
  );
}

/** The text of our tree at paths of a browser, and the paths that we write, beside the browser's own. */
async function compare(html: string, shape: TreeShape) {
  const { document, leaves } = parsePage(html);
  const shown = await shownTexts(shape.isCleaned ? clean(html) : html, shape.root);
  const read = shown.map(({ path, text }) => {
    const from = textPosition(document, shape, { path, offset: 0 });
    const to = textPosition(document, shape, { path, offset: text.length });
    return { path, text: from === undefined ? undefined : document.text.slice(from, to) };
  });
  const paths = new Map(shown.map(({ path, text }) => [path, text]));
  const written: { readonly path: string | undefined; readonly text: string }[] = [];
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (leaves.kind[leaf] !== TEXT_LEAF) continue;
    const node = leaves.node[leaf]!;
    const text = textOf(document, node);
    const point = pointOf(document, shape, { node, offset: 0 });
    if (point === undefined) continue;
    const there = paths.get(point.path)?.slice(point.offset, point.offset + text.length);
    if (there !== text) written.push({ path: `${point.path} +${point.offset}`, text });
  }
  return { read, shown, written };
}

function textOf({ text, textStart, textEnd }: Document, node: number): string {
  return text.slice(textStart[node], textEnd[node]);
}

/** Cleaning drops an end tag that parsers move others for: such regions are found by their text. */
const CLEANED_ELSE = "unclosed and misnested";

describe.each(SHAPES)("a page shown from its $root, cleaned: $isCleaned", (shape) => {
  const odd = Object.entries(ODD_PAGES).filter(([name]) => !shape.isCleaned || name !== CLEANED_ELSE);

  test.each(odd)("leads to the same texts: %s", async (_, html) => {
    const { read, shown, written } = await compare(html, shape);
    expect(shown.length).toBeGreaterThan(0);
    expect(read).toEqual(shown);
    expect(written).toEqual([]);
  });

  test("leads to the same texts of made-up news pages", async () => {
    for (const { id, html } of makePages({ count: 2 * LOOKS.length, seed: 24 })) {
      const { read, shown, written } = await compare(html, shape);
      expect({ id, read }).toEqual({ id, read: shown });
      expect({ id, written }).toEqual({ id, written: [] });
    }
  });
});
