import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { cutMarkup } from "./cut-markup.ts";
import { restoreText, restoreValue } from "./markup-cutter.ts";

/** The parser's whole tree as lines, what was cut put back in place of the marks. */
export function treeOf(html: string, cuts: readonly string[] = []): string[] {
  const lines: string[] = [];
  const open: [DefaultTreeAdapterTypes.Node, number][] = [[parse(html, { scriptingEnabled: false }), 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, depth] = next;
    if ("value" in node) lines.push(`${depth}"${restoreText(node.value, cuts)}"`);
    else if ("data" in node) lines.push(`${depth}<!-- ${node.data} -->`);
    else lines.push(`${depth}<${node.nodeName} ${"attrs" in node ? attributesOf(node, cuts) : ""}>`);
    const children =
      "content" in node ? node.content.childNodes : "childNodes" in node ? node.childNodes : [];
    for (const child of [...children].reverse()) open.push([child, depth + 1]);
  }
  return lines;
}

function attributesOf({ attrs }: DefaultTreeAdapterTypes.Element, cuts: readonly string[]): string {
  return JSON.stringify(
    attrs.map((attribute) => ({ ...attribute, value: restoreValue(attribute.value, cuts) })),
  );
}

/** The tree of the cut markup, what was cut put back. */
export function cutTreeOf(html: string): string[] {
  const cut = cutMarkup(html);
  return treeOf(cut.html, cut.cuts);
}
