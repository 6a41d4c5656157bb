import { ADDRESS_KIND, addressKind } from "../items/address-kind.ts";
import { addressKey } from "../source/index.ts";
import { eachLabel, isLabel, type LabelNode } from "../taxonomy/index.ts";
import type { Front } from "./front.ts";

/** Where the short labels of a front page lead, those that stories stand under first; addresses of articles are left out. */
export function sectionLinks({ labels }: Front): readonly string[] {
  const found = new Map<string, { readonly url: string; readonly rank: number }>();
  eachLabel(labels.labels, (node) => {
    const url = node.url === undefined ? undefined : URL.parse(node.url);
    if (!url || !isLabel(node.text) || addressKind(url) === ADDRESS_KIND.article) return;
    const key = addressKey(url.href);
    const rank = rankOf(node);
    const known = found.get(key);
    if (known === undefined || known.rank > rank) found.set(key, { url: url.href, rank });
  });
  if (labels.url !== undefined) found.delete(addressKey(labels.url));
  return [...found.values()].sort((a, b) => a.rank - b.rank).map(({ url }) => url);
}

/** A label over stories names a section; a menu names sections too, and the shop and the imprint beside them. */
function rankOf({ children }: LabelNode): number {
  return children.length > 0 ? 0 : 1;
}
