import type { Draft } from "./group-tree.ts";
import type { HeadReader } from "./heads.ts";

/**
 * Takes heads out of groups again: those that look like the items under them, as the first row of a table, and terms that follow
 * each other because not all are explained.
 */
export function withoutFalseGroups(draft: Draft, heads: HeadReader): Draft {
  if (draft.kind === "leaf") return draft;
  if (draft.kind === "group") {
    const isHead = headsOf(draft, heads);
    return isHead === undefined ? draft : { ...draft, kind: "part", children: splitAtHeads(draft, isHead) };
  }
  if (draft.children.length === 1) return draft;
  const children = draft.children.flatMap((child) => {
    const isTerms = child.kind === "group" && child.children.every((term) => heads.isTerm(term));
    return isTerms ? child.children.flatMap((term) => term.children) : [child];
  });
  return { ...draft, children };
}

/** Tells the heads of a group from its items: labels that were asked for, or short instances where the first is a head and the others are longer. */
function headsOf({ children, ...group }: Draft, heads: HeadReader): ((child: Draft) => boolean) | undefined {
  if (children.some((child) => heads.isAskedFor(child))) return (child) => heads.isAskedFor(child);
  const isLone = (child: Draft) => heads.isLone(child, group);
  if (!isLone(children[0]!)) return undefined;
  const others = children.filter((child) => !isLone(child));
  const isMixed = 2 * others.length >= children.length && others.every(({ from, to }) => to - from > 1);
  return isMixed ? isLone : undefined;
}

/** The heads as leaves, and what is between two of them as a group; one item alone is a part. */
function splitAtHeads({ children }: Draft, isHead: (child: Draft) => boolean): Draft[] {
  const parts: Draft[] = [];
  for (let at = 0; at < children.length; ) {
    const first = children[at]!;
    let end = at;
    while (end < children.length && !isHead(children[end]!)) end++;
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
