import { tagName } from "../../html/index.ts";
import type { Page } from "../../page/index.ts";
import { hashText, joinHashes } from "../../text/index.ts";
import type { Forms } from "./forms.ts";
import { type CutTokens, TOKEN } from "./tokens.ts";
import { VOID_TAGS } from "./void-tags.ts";

const SYMBOL = hashText("symbol");

/** Writes what the tokens of a page are taken for. */
export function readForms(page: Page, tokens: CutTokens, forms: Forms, form: Int32Array): void {
  const { count, kind, node, start, end, key } = tokens;
  const { text } = page.document;
  const words = forms.words(page.declared.language);
  const { startTags, endTags } = forms;
  for (let at = 0; at < count; at++) {
    const token = kind[at]!;
    if (token === TOKEN.word) form[at] = words.of(key[at]!, text, start[at]!, end[at]!);
    else if (token === TOKEN.symbol) form[at] = joinHashes(SYMBOL, key[at]!);
    else if (key[at]! > 0) form[at] = token === TOKEN.startTag ? startTags[key[at]!]! : endTags[key[at]!]!;
    else {
      const name = tagName(page.document, node[at]!);
      form[at] = token === TOKEN.startTag ? forms.startTag(name) : forms.endTag(name);
    }
  }
}

/** The form of the most recent unclosed tag at every token. */
export function readOpenTags(
  { document }: Page,
  { count, kind, node }: CutTokens,
  form: Int32Array,
): Int32Array {
  const openTag = new Int32Array(count);
  /** The paper's stack of start tags, and how high it was before each open element. */
  const stack: number[] = [];
  const heights: number[] = [];
  let open = 0;
  for (let at = 0; at < count; at++) {
    openTag[at] = open;
    if (kind[at] === TOKEN.startTag) {
      open = form[at]!;
      if (VOID_TAGS[document.tag[node[at]!]!] !== 1) heights.push(stack.length);
      stack.push(open);
    } else if (kind[at] === TOKEN.endTag) {
      // Void tags such as br are on the stack until the end tag around them unwinds it.
      stack.length = heights.pop() ?? 0;
      open = stack.at(-1) ?? 0;
    }
  }
  return openTag;
}
