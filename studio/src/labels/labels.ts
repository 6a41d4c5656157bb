import type { NodeLabel } from "../../../src/server/studio/contract.ts";
import type { PageTree } from "../tree/page-tree.ts";

/** What a node can be. */
export type Role = NodeLabel["role"];

/** Roles with a key of their own, in the order of the label bar. */
export const KEYED_ROLES = [
  ["t", "headline"],
  ["b", "body"],
  ["y", "byline"],
  ["d", "date"],
  ["c", "caption"],
  ["n", "boilerplate"],
] as const satisfies readonly (readonly [string, Role])[];

/** Roles that a page has once: the next place takes the role from the one before. */
const SINGLE: ReadonlySet<Role> = new Set(["headline", "body", "byline", "date", "standfirst"]);

/** How a label is given: in place of others of its role, or beside them. */
export type Mode = "replace" | "add";

/**
 * The labels after a node is given a role. A node that has the role already loses it. Labels of the same role inside or around
 * it are removed: a leaf has the role of the nearest labelled node above it, so that both would say the same.
 */
export function withLabel(
  labels: readonly NodeLabel[],
  tree: PageTree,
  given: NodeLabel,
  mode: Mode = "replace",
): readonly NodeLabel[] {
  const { node, role } = given;
  if (labels.some((label) => label.node === node && label.role === role)) {
    return labels.filter((label) => label.node !== node);
  }
  const isSingle = mode === "replace" && SINGLE.has(role);
  const kept = labels.filter(
    (label) =>
      label.node !== node &&
      (label.role !== role || (!isSingle && !tree.holds(node, label.node) && !tree.holds(label.node, node))),
  );
  return sorted([...kept, given]);
}

/** The labels without those of a node. */
export function withoutNode(labels: readonly NodeLabel[], node: number): readonly NodeLabel[] {
  return labels.filter((label) => label.node !== node);
}

/** Whether two people, or one at two times, say the same of a page. */
export function sameLabels(a: readonly NodeLabel[], b: readonly NodeLabel[]): boolean {
  if (a.length !== b.length) return false;
  const other = sorted(b);
  return sorted(a).every(
    ({ node, role }, index) => other[index]?.node === node && other[index].role === role,
  );
}

/** Roles that two lists of labels give to different nodes. */
export function differingRoles(a: readonly NodeLabel[], b: readonly NodeLabel[]): readonly Role[] {
  const roles = new Set([...a, ...b].map(({ role }) => role));
  const only = (labels: readonly NodeLabel[], role: Role) => labels.filter((label) => label.role === role);
  return [...roles].filter((role) => !sameLabels(only(a, role), only(b, role)));
}

/** The texts that the labels give a role to; inside of another label its role counts. */
function leavesWith(tree: PageTree, labels: readonly NodeLabel[], role: Role): readonly number[] {
  const byNode = new Map(labels.map((label) => [label.node, label.role]));
  return labels
    .filter((label) => label.role === role)
    .flatMap(({ node }) => tree.leavesOf(node, (inner) => inner !== node && byNode.has(inner)));
}

/** The paragraphs that the labels give a role to, with all of their text where `read` has it. */
export function paragraphsOf(
  tree: PageTree,
  labels: readonly NodeLabel[],
  role: Role,
  read: (leaf: number) => string | null = () => null,
): readonly string[] {
  const found: { block: number; text: string }[] = [];
  for (const leaf of leavesWith(tree, labels, role)) {
    const text = read(leaf) ?? tree.textOf(leaf);
    const block = tree.blockOf(leaf);
    const last = found.at(-1);
    if (last?.block === block) last.text += ` ${text}`;
    else found.push({ block, text });
  }
  return found.map(({ text }) => text.replace(/\s+/g, " ").trim());
}

function sorted(labels: readonly NodeLabel[]): readonly NodeLabel[] {
  return [...labels].sort((a, b) => a.node - b.node || a.role.localeCompare(b.role));
}
