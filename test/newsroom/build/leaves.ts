import { BODY_ROLES, type Role } from "../names.ts";
import type { ElementNode, GroupKind, ItemMark, TreeNode } from "./tree.ts";

/** The elements that are leaves themselves. */
const MEDIA: ReadonlySet<string> = new Set([
  "img",
  "picture",
  "video",
  "audio",
  "iframe",
  "object",
  "embed",
  "svg",
  "canvas",
]);
const SILENT = new Set(["script", "style"]);

/** What is true of one leaf. */
export interface LeafTruth {
  readonly path: string;
  readonly kind: "text" | "media";
  readonly role: Role;
  readonly inBody: boolean;
  /** The text node's own characters; the tag of a media leaf. */
  readonly text: string;
  readonly cut?: readonly [number, number];
}

/** What is true of one entry of a list. */
export interface ItemTruth extends ItemMark {
  readonly path: string;
}

/** A group of entries, with the groups inside it. */
export interface GroupTruth {
  readonly label: string | null;
  readonly kind: GroupKind;
  readonly path: string;
  readonly children: readonly GroupTruth[];
  readonly items: readonly ItemTruth[];
}

/** Everything that a tree's marks say, with the paths of the nodes. */
export interface TreeTruth {
  readonly leaves: readonly LeafTruth[];
  readonly groups: readonly GroupTruth[];
  readonly titlePath: string | null;
  readonly bodyPath: string | null;
}

interface OpenGroup {
  readonly children: GroupTruth[];
  readonly items: ItemTruth[];
}

class Walk {
  readonly leaves: LeafTruth[] = [];
  /** Characters of the article inside each element, by path. */
  readonly bodyLengths = new Map<string, number>();
  titlePath: string | null = null;

  visit(node: ElementNode, path: string, role: Role, group: OpenGroup): number {
    const own = node.marks.role ?? role;
    if (node.marks.isTitle && this.titlePath === null) this.titlePath = path;
    if (node.marks.item) group.items.push({ ...node.marks.item, path });
    if (MEDIA.has(node.tag)) {
      this.leaves.push({ path, kind: "media", role: own, inBody: false, text: node.tag });
      return 0;
    }
    const inner: OpenGroup = node.marks.group ? { children: [], items: [] } : group;
    const bodyLength = SILENT.has(node.tag) ? 0 : this.#visitChildren(node, path, own, inner);
    if (node.marks.group) group.children.push({ ...node.marks.group, path, ...inner });
    if (bodyLength > 0) this.bodyLengths.set(path, bodyLength);
    return bodyLength;
  }

  #visitChildren(node: ElementNode, path: string, role: Role, group: OpenGroup): number {
    const counts = new Map<string, number>();
    let bodyLength = 0;
    for (const child of node.children) {
      const step = child.kind === "text" ? "text()" : child.tag;
      const index = (counts.get(step) ?? 0) + 1;
      counts.set(step, index);
      const childPath = `${path}/${step}[${index}]`;
      bodyLength +=
        child.kind === "text"
          ? this.#leaf(child, childPath, role)
          : this.visit(child, childPath, role, group);
    }
    return bodyLength;
  }

  #leaf(node: Extract<TreeNode, { kind: "text" }>, path: string, inherited: Role): number {
    if (node.text.trim() === "") return 0;
    const role = node.marks.role ?? inherited;
    const inBody = BODY_ROLES.has(role);
    const { cut } = node.marks;
    this.leaves.push({ path, kind: "text", role, inBody, text: node.text, ...(cut ? { cut } : {}) });
    if (!inBody) return 0;
    return cut ? cut[1] - cut[0] : node.text.trim().length;
  }
}

/** The share of the body's characters that the body node must hold. */
const BODY_SHARE = 0.95;

/** Lengths are noted on the way up, so the first element with enough is the deepest. */
function deepest(lengths: ReadonlyMap<string, number>, total: number): string | null {
  for (const [path, length] of lengths) if (length >= BODY_SHARE * total) return path;
  return null;
}

/** Reads leaves, groups, title and body nodes off the body element of a page. */
export function readTruth(body: ElementNode): TreeTruth {
  const walk = new Walk();
  const root: OpenGroup = { children: [], items: [] };
  const path = "/html[1]/body[1]";
  const total = walk.visit(body, path, "other", root);
  return {
    leaves: walk.leaves,
    groups: root.children,
    titlePath: walk.titlePath,
    bodyPath: total === 0 ? null : deepest(walk.bodyLengths, total),
  };
}
