import { LEAF_KINDS, type Page } from "../../page/index.ts";
import { foldSpaces, hashText, joinHashes } from "../../text/index.ts";

const TEXT = LEAF_KINDS.indexOf("text");

/** What pages with the same shown text share, whatever their markup and addresses; undefined where there is no text. */
export function textKey({ leaves, document }: Page): string | undefined {
  let first = 0;
  let second = 0;
  let length = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (leaves.kind[leaf] !== TEXT || leaves.visible[leaf] === 0) continue;
    const node = leaves.node[leaf]!;
    const text = foldSpaces(document.text.slice(document.textStart[node], document.textEnd[node]));
    const hash = hashText(text);
    first = joinHashes(first, hash);
    // 32 bits are too few for the pages of a large site.
    second = joinHashes(hash ^ length, second);
    length += text.length;
  }
  return length === 0 ? undefined : `${length}-${first >>> 0}-${second >>> 0}`;
}
