import { type ConceptNode, conceptTree, nameOf, otherNames } from "./concept-tree.ts";
import type { Taxonomy } from "./taxonomy.ts";

/** Characters that would command a terminal, or turn its text around. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu;

/** A taxonomy as a tree for a terminal: a concept a line, with the number of sites, where there are several, and its other names. */
export function taxonomyToTree(taxonomy: Taxonomy): string {
  const lines = conceptTree(taxonomy).flatMap((node) => [line(node), ...branches(node.children, "")]);
  return lines.map((each) => `${each}\n`).join("");
}

function branches(nodes: readonly ConceptNode[], indent: string): string[] {
  return nodes.flatMap((node, at) => {
    const isLast = at === nodes.length - 1;
    const inside = branches(node.children, `${indent}${isLast ? "   " : "│  "}`);
    return [`${indent}${isLast ? "└─ " : "├─ "}${line(node)}`, ...inside];
  });
}

function line({ concept, siteCount }: ConceptNode): string {
  const others = otherNames(concept);
  const also = others.length > 0 ? `: ${others.join(", ")}` : "";
  const count = siteCount === undefined ? "" : ` (${siteCount})`;
  return `${nameOf(concept)}${count}${also}`.replace(CONTROLS, "");
}
