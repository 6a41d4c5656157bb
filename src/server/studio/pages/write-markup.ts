import { escapeText, escapeValue } from "../../../assemble/index.ts";
import { type Document, NODE_KIND, rawText, tagName } from "../../../html/index.ts";

/** What of a document is written, and how. */
export interface MarkupChoice {
  /** 1 for nodes that are left out with all below them. */
  readonly isOut: Uint8Array;
  /** Attributes are left out where it says false. */
  readonly keepsAttribute?: (name: string, node: number) => boolean;
  /** Texts and values as they are written. */
  readonly text?: (text: string, node: number) => string;
  readonly value?: (value: string, name: string) => string;
  /** An attribute more for one node. */
  readonly mark?: { readonly node: number; readonly name: string; readonly value: string };
}

const VOID: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);
/** Elements whose text is written as it is. */
const RAW: ReadonlySet<string> = new Set(["script", "style", "xmp", "plaintext", "noframes", "noembed"]);

/** Writes a part of a document as HTML, for a page that is parsed again. */
export function writeMarkup(document: Document, choice: MarkupChoice): string {
  const written: string[] = ["<!doctype html>"];
  const open: { readonly end: number; readonly name: string }[] = [];
  for (let node = 1; node < document.size; ) {
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= node) written.push(`</${open.pop()!.name}>`);
    if (choice.isOut[node] === 1) {
      node = document.end[node]!;
      continue;
    }
    if (document.kind[node] === NODE_KIND.text) {
      const text = rawText(document, node);
      const own = choice.text?.(text, node) ?? text;
      written.push(RAW.has(open.at(-1)?.name ?? "") ? own : escapeText(own));
    } else {
      const name = tagName(document, node).replace(/^(?:svg|math):/, "");
      written.push(`<${name}${attributesOf(document, node, choice)}>`);
      if (!VOID.has(name)) open.push({ end: document.end[node]!, name });
    }
    node++;
  }
  for (const { name } of open.reverse()) written.push(`</${name}>`);
  return written.join("");
}

function attributesOf({ attributes, attributeStart }: Document, node: number, choice: MarkupChoice): string {
  const { mark } = choice;
  let written = mark?.node === node ? ` ${mark.name}="${mark.value}"` : "";
  for (let at = attributeStart[node]!; at < attributeStart[node + 1]!; at++) {
    const name = attributes.nameAt(at);
    if (choice.keepsAttribute?.(name, node) === false) continue;
    const value = attributes.valueAt(at);
    written += ` ${name}="${escapeValue(choice.value?.(value, name) ?? value)}"`;
  }
  return written;
}
