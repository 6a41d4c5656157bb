import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { cutMarkup } from "./cut-markup.ts";
import { type Cuts, NO_CUTS, putAttributes, restoreText } from "./cuts.ts";

/** The parser's whole tree as lines, what was cut put back in place of the marks. */
export function treeOf(html: string, cuts: Cuts = NO_CUTS): string[] {
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

function attributesOf({ attrs }: DefaultTreeAdapterTypes.Element, cuts: Cuts): string {
  const lists = { names: [], values: [] };
  putAttributes(attrs, cuts, lists);
  return JSON.stringify(lists);
}

/** The tree of the cut markup, what was cut put back. */
export function cutTreeOf(html: string): string[] {
  const cut = cutMarkup(html);
  return treeOf(cut.html, cut.cuts);
}
