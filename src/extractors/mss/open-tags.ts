import type { Page } from "../../page/index.ts";
import { type CutTokens, TOKEN } from "./tokens.ts";
import { VOID_TAGS } from "./void-tags.ts";

/** The form of the most recent unclosed tag at every token. */
export function readOpenTags({ document }: Page, { count, kind, node, form }: CutTokens): Int32Array {
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
