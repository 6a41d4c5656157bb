import { BLOCK_TAGS, DATA_TAGS, NODE_KIND, parseHtml, TAG } from "../../src/html/index.ts";

/** The text of a tool's markup with a line for every block: `textContent` would glue the words at their edges. */
export function htmlText(html: string): string {
  const { size, kind, tag, text, textStart, textEnd, end } = parseHtml(`<body>${html}`);
  const openEnds: number[] = [];
  let lines = "";
  for (let at = 0; at < size; at++) {
    while (at >= (openEnds.at(-1) ?? size)) {
      openEnds.pop();
      lines += "\n";
    }
    const id = tag[at]!;
    if (kind[at] === NODE_KIND.text) lines += text.slice(textStart[at], textEnd[at]);
    else if (DATA_TAGS[id] === 1) at = end[at]! - 1;
    else if (id === TAG.br) lines += "\n";
    else if (BLOCK_TAGS[id] === 1) {
      lines += "\n";
      openEnds.push(end[at]!);
    }
  }
  return lines;
}
