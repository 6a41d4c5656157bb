import { hashText } from "../../text/index.ts";
import { type LabelTree, LabelTreeBuilder, WILDCARD } from "./label-tree.ts";

const SIGNS = {
  ".": WILDCARD.single,
  "?": WILDCARD.optional,
  "+": WILDCARD.plus,
  "*": WILDCARD.star,
} as const;

/** A tree written as `body(h1(Fire) p(.) *)`: names, children in brackets, wildcards as signs. */
export function treeOf(written: string): LabelTree {
  const builder = new LabelTreeBuilder();
  for (const [token, name, sign, bracket] of written.matchAll(/(\w+)\(?|([.?+*])|(\))/g)) {
    if (name !== undefined) {
      builder.open(hashText(name));
      if (!token.endsWith("(")) builder.close();
    } else if (sign !== undefined) builder.addWildcard(SIGNS[sign as keyof typeof SIGNS]);
    else if (bracket !== undefined) builder.close();
  }
  return builder.take();
}

/** A tree in the same writing, with the names that its labels come from. */
export function writeTree(tree: LabelTree, names: readonly string[]): string {
  const byLabel = new Map(names.map((name) => [hashText(name), name]));
  const signs = new Map<number, string>(Object.entries(SIGNS).map(([sign, wildcard]) => [wildcard, sign]));
  const write = (node: number): string => {
    const sign = signs.get(tree.wildcard[node] ?? WILDCARD.none);
    if (sign !== undefined) return sign;
    const children: string[] = [];
    for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) children.push(write(child));
    const name = byLabel.get(tree.label[node]!) ?? "";
    return children.length === 0 ? name : `${name}(${children.join(" ")})`;
  };
  return write(0);
}
