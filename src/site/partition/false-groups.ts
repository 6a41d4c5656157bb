import type { Draft } from "./group-tree.ts";
import type { HeadReader } from "./heads.ts";

/**
 * Takes heads out of groups again: those that look like the items under them, as the first row of a table, and terms that follow
 * each other because not all are explained.
 */
export function withoutFalseGroups(draft: Draft, heads: HeadReader): Draft {
  if (draft.kind === "leaf") return draft;
  if (draft.kind === "group") {
    return hasHeads(draft, heads) ? { ...draft, kind: "part", children: splitAtHeads(draft) } : draft;
  }
  if (draft.children.length === 1) return draft;
  const children = draft.children.flatMap((child) => {
    const isTerms = child.kind === "group" && child.children.every((term) => heads.isTerm(term));
    return isTerms ? child.children.flatMap((term) => term.children) : [child];
  });
  return { ...draft, children };
}

/** Whether a group begins with a head, and all that is no head is longer. */
function hasHeads(group: Draft, heads: HeadReader): boolean {
  if (!heads.isLone(group.children[0]!, group)) return false;
  const others = group.children.filter((child) => !heads.isLone(child, group));
  return 2 * others.length >= group.children.length && others.every(({ from, to }) => to - from > 1);
}

/** The heads as leaves, and what is between two of them as a group; one item alone is a part. */
function splitAtHeads({ children }: Draft): Draft[] {
  const parts: Draft[] = [];
  for (let at = 0; at < children.length; ) {
    const first = children[at]!;
    let end = at;
    while (end < children.length && !isLeaf(children[end]!)) end++;
    if (end === at) parts.push(first.children[0]!);
    else if (end === at + 1) parts.push({ ...first, kind: "part" });
    else {
      const items = children.slice(at, end);
      parts.push({ kind: "group", from: first.from, to: items.at(-1)!.to, children: items });
    }
    at = Math.max(end, at + 1);
  }
  return parts;
}

function isLeaf({ from, to }: Draft): boolean {
  return to - from === 1;
}
