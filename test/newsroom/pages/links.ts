import {
  as,
  asGroup,
  asItem,
  type ElementNode,
  el,
  type GroupMark,
  type Nodes,
  type TreeNode,
} from "../build/tree.ts";
import type { Teaser } from "../content/story.ts";
import type { GroupParts, Look, Part } from "../looks/look.ts";
import type { Role } from "../names.ts";

/** A link in the look's own style. */
export function makeLink(look: Look, part: Part, label: string, url: string): ElementNode {
  return el("a", { href: url, ...look.linkAttributes(part) }, label);
}

/** A link that is an entry of a group by itself. */
export function makeItemLink(look: Look, part: Part, label: string, url: string): ElementNode {
  return asItem(
    { title: label, url, teaser: null, image: null, section: null },
    makeLink(look, part, label, url),
  );
}

/** A teaser with its entry noted. */
export function makeTeaser(look: Look, teaser: Teaser, isLead = false): ElementNode {
  const node = look.pieces.teaser({
    title: makeLink(look, "teaser-link", teaser.title, teaser.url),
    text: teaser.text,
    picture: teaser.picture,
    label: teaser.section,
    isLead,
  });
  // Looks leave out what their time did not show, and an entry says only what its reader can see.
  const { text, picture, section } = teaser;
  const shown = (value: string | undefined): string | null =>
    value !== undefined && shows(node, value) ? value : null;
  return asItem(
    {
      title: teaser.title,
      url: teaser.url,
      teaser: text,
      image: shown(picture?.src),
      section: shown(section),
    },
    node,
  );
}

/** Whether a text or the source of a picture is exactly this. */
function shows(node: TreeNode, value: string): boolean {
  if (node.kind === "text") return node.text === value;
  return node.attributes.src === value || node.children.some((child) => shows(child, value));
}

/** What a labelled group of teasers is made from. */
export interface GroupOrder {
  readonly look: Look;
  readonly mark: GroupMark;
  readonly url: string | undefined;
  readonly teasers: readonly ElementNode[];
  readonly place: GroupParts["place"];
}

/** A group of teasers under its label. */
export function makeGroup({ look, mark, url, teasers, place }: GroupOrder): ElementNode {
  const words: Nodes = url ? makeLink(look, "group-link", mark.label ?? "", url) : (mark.label ?? undefined);
  const label = words === undefined || mark.label === null ? undefined : as("section-label", words);
  const node = asGroup(mark, look.pieces.group({ label, teasers, place }));
  return withRole("teaser", node);
}

/** The same element with a role. */
export function withRole(role: Role, node: ElementNode): ElementNode {
  return { ...node, marks: { role, ...node.marks } };
}
