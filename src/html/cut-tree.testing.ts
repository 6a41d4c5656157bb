import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { cutCode, restoreCode } from "./cut-code.ts";

/** The parser's whole tree as lines, marks turned back into the code behind them. */
export function treeOf(html: string, code: readonly string[] = []): string[] {
  const lines: string[] = [];
  const open: [DefaultTreeAdapterTypes.Node, number][] = [[parse(html, { scriptingEnabled: false }), 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, depth] = next;
    if ("value" in node) lines.push(`${depth}"${restoreCode(node.value, code)}"`);
    else if ("data" in node) lines.push(`${depth}<!-- ${node.data} -->`);
    else lines.push(`${depth}<${node.nodeName} ${"attrs" in node ? JSON.stringify(node.attrs) : ""}>`);
    const children =
      "content" in node ? node.content.childNodes : "childNodes" in node ? node.childNodes : [];
    for (const child of [...children].reverse()) open.push([child, depth + 1]);
  }
  return lines;
}

/** The tree of the markup without its code, the code put back. */
export function cutTreeOf(html: string): string[] {
  const cut = cutCode(html);
  return treeOf(cut.html, cut.code);
}
