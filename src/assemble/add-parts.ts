import { LEAF_ROLES, type LeafRole } from "../article/index.ts";
import { attribute, closest, type Document, TAG, tagTable } from "../html/index.ts";
import type { ShownParts } from "../metadata/index.ts";
import { EMBED_CLASSES, hasToken, headlineKey, type LeafRoles, type Page, TEXT_LEAF } from "../page/index.ts";
import type { Block } from "./content.ts";
import { MAX_CAPTION_CHARACTERS, MAX_FIGURE_NODES } from "./frames.ts";
import { leavesInside } from "./kept-text.ts";
import { ROLES_OF_PART } from "./roles.data.ts";
import type { Inclusion, LeafOutcomes, Role } from "./roles.ts";
import { cleanLabel, lineText } from "./text.ts";

/** The parts around the body that are found by roles alone. */
const BOXES: ReadonlySet<Role> = new Set(["related", "promotions", "comments"]);

/** Parts that a caller requested by name, and where the page shows them. */
export interface RequestedParts {
  readonly include: Partial<Inclusion>;
  readonly shown: ShownParts;
  /** The roles of leaves, where they were read. */
  readonly roles?: LeafRoles | undefined;
}

/** The parts requested by name, if any, where the page was searched for them. */
export function requestedParts({
  include,
  shown,
  roles,
}: Partial<{ [Name in keyof RequestedParts]: RequestedParts[Name] | undefined }>):
  | RequestedParts
  | undefined {
  return include && shown && asksForParts(include) ? { include, shown, roles } : undefined;
}

/** Whether a caller asks for a part that is searched for on the page; defaults ask for none. */
function asksForParts(include: Partial<Inclusion> | undefined): boolean {
  return PARTS_BY_ROLE.some((part) => include?.[part] === true);
}

const PARTS_BY_ROLE = Object.keys(ROLES_OF_PART) as readonly (keyof typeof ROLES_OF_PART)[];

/** Whether a caller includes or excludes a part that is found by the roles of leaves. */
export function asksForRoles(include: Partial<Inclusion> | undefined): boolean {
  return PARTS_BY_ROLE.some((part) => include?.[part] !== undefined && include[part] !== null);
}

/** A role counts from this chance up: it is then as likely as all others together. */
const MIN_CHANCE = 0.5;

/** The leaves of each part that a caller includes or excludes, by their roles. */
export function leavesByRole(
  { roles, chances }: LeafRoles,
  include: Partial<Inclusion>,
  isWanted: boolean,
): Map<Role, Set<number>> {
  const partOf = LEAF_ROLES.map((role) =>
    PARTS_BY_ROLE.find(
      (part) => include[part] === isWanted && (ROLES_OF_PART[part] as readonly LeafRole[]).includes(role),
    ),
  );
  const found = new Map<Role, Set<number>>();
  for (let leaf = 0; leaf < roles.length; leaf++) {
    const part = chances[leaf]! >= MIN_CHANCE ? partOf[roles[leaf]!] : undefined;
    if (part === undefined) continue;
    const leaves = found.get(part) ?? new Set();
    found.set(part, leaves.add(leaf));
  }
  return found;
}

/** The kept leaves with those of requested roles: boxes anywhere, captions in the body, a byline where no other is found. */
export function addByRole(
  page: Page,
  leaves: Uint8Array,
  { include, shown, roles }: RequestedParts,
  outcomes?: LeafOutcomes,
): Uint8Array {
  if (roles === undefined) return leaves;
  const added = leaves.slice();
  const [first, last] = [leaves.indexOf(1), leaves.lastIndexOf(1)];
  for (const [part, found] of leavesByRole(roles, include, true)) {
    if (part !== "captions" && !BOXES.has(part) && !(part === "byline" && shown.byline.length === 0))
      continue;
    for (const leaf of found) {
      const isPlaced = part !== "captions" || (leaf > first && leaf < last);
      if (isPlaced && page.leaves.visible[leaf] === 1 && page.leaves.kind[leaf] === TEXT_LEAF)
        add(added, leaf, { part, outcomes });
    }
  }
  return added;
}

/** The requested leaves of a page besides the body's: headline, standfirst and byline. */
export function addShown(
  leaves: Uint8Array,
  { include, shown }: RequestedParts,
  outcomes?: LeafOutcomes,
): Uint8Array {
  const added = leaves.slice();
  for (const part of ["headline", "standfirst", "byline"] as const) {
    if (include[part]) for (const leaf of shown[part]) add(added, leaf, { part, outcomes });
  }
  return added;
}

interface Added {
  readonly part: Role;
  readonly outcomes: LeafOutcomes | undefined;
}

function add(leaves: Uint8Array, leaf: number, { part, outcomes }: Added): void {
  if (leaves[leaf] === 0) outcomes?.noteAdded(leaf, part);
  leaves[leaf] = 1;
}

/** The kept leaves with the captions of kept pictures and the posts of social networks in the body, where requested. */
export function addInner(
  page: Page,
  leaves: Uint8Array,
  { include }: Pick<RequestedParts, "include">,
  outcomes?: LeafOutcomes,
): Uint8Array {
  const added = leaves.slice();
  const found = { embeds: embedsIn, captions: captionsIn } as const;
  for (const part of ["embeds", "captions"] as const) {
    if (!include[part]) continue;
    for (const node of found[part](page, leaves)) {
      for (const leaf of visibleLeaves(page, node)) add(added, leaf, { part, outcomes });
    }
  }
  return added;
}

/** Embedded posts between the first kept leaf and the end of the element around the last. */
function embedsIn({ document, leaves, blocks }: Page, kept: Uint8Array): readonly number[] {
  const last = kept.lastIndexOf(1);
  const container = blocks.container[blocks.ofLeaf[last]!]!;
  const around = document.parent[container]!;
  const to = document.tag[around] === TAG.body ? document.end[container]! : document.end[around]!;
  const found: number[] = [];
  for (let node = leaves.node[kept.indexOf(1)]!; node < to; node++) {
    if (document.tag[node] !== TAG.blockquote) continue;
    const classes = attribute(document, node, "class");
    if (!EMBED_CLASSES.some((name) => hasToken(classes, name))) continue;
    found.push(node);
    // A post in a post is part of it.
    node = document.end[node]! - 1;
  }
  return found;
}

const FIGURES = tagTable("figure");
/** Elements around a picture in which a `figcaption` can be beside it without a figure. */
const MAX_CLIMB = 3;

/** The captions of the kept media: `figcaption` in their figure or beside them, else all words of a small figure. */
function captionsIn({ document, leaves }: Page, kept: Uint8Array): ReadonlySet<number> {
  const found = new Set<number>();
  for (let leaf = 0; leaf < kept.length; leaf++) {
    if (kept[leaf] !== 1 || leaves.kind[leaf] === TEXT_LEAF) continue;
    const node = leaves.node[leaf]!;
    const figure = closest(document, node, FIGURES);
    const caption = figure >= 0 ? captionIn(document, figure) : captionBeside(document, node);
    if (caption >= 0) found.add(caption);
    else if (figure >= 0 && isSmall(document, figure)) found.add(figure);
  }
  return found;
}

function captionBeside(document: Document, node: number): number {
  let at = document.parent[node]!;
  for (let climbed = 0; climbed < MAX_CLIMB && at > 0 && isSmall(document, at); climbed++) {
    const caption = captionIn(document, at);
    if (caption >= 0) return caption;
    at = document.parent[at]!;
  }
  return -1;
}

function captionIn(document: Document, around: number): number {
  const to = Math.min(document.end[around]!, around + MAX_FIGURE_NODES);
  if (!isSmall(document, around)) return -1;
  for (let at = around; at < to; at++) if (document.tag[at] === TAG.figcaption) return at;
  return -1;
}

function isSmall({ textStart, textEnd }: Document, node: number): boolean {
  return textEnd[node]! - textStart[node]! <= MAX_CAPTION_CHARACTERS;
}

function visibleLeaves(page: Page, node: number): number[] {
  const found: number[] = [];
  const { from, to } = leavesInside(page, node);
  for (let leaf = from; leaf < to; leaf++) if (page.leaves.visible[leaf] === 1) found.push(leaf);
  return found;
}

/** How many blocks can be before a headline: a kicker, a byline, a picture. */
const MAX_BEFORE_HEADLINE = 20;

/** Where the headline is among blocks; -1 where it is inside another block. */
export function headlineIndex(blocks: readonly Block[], headline: string): number {
  const key = headlineKey(headline);
  return blocks
    .slice(0, MAX_BEFORE_HEADLINE)
    .findIndex(
      (block) =>
        (block.type === "heading" || block.type === "paragraph") &&
        headlineKey(lineText(block.children)) === key,
    );
}

/** The blocks with the headline as their heading of the first level, and with title and byline from the fields where the page shows none. */
export function completeBlocks(
  blocks: readonly Block[],
  requested: RequestedParts,
  headline: string,
): readonly Block[] {
  const { include, shown } = requested;
  const { title, authors, published } = shown.unshown;
  const byline = rolesOfByline(requested);
  const complete = [...blocks];
  let at = headline === "" ? -1 : headlineIndex(blocks, headline);
  const block = complete[at];
  if (block?.type === "heading" || block?.type === "paragraph") {
    complete[at] = { type: "heading", level: 1, children: block.children };
  } else if (include.headline) {
    const label = headline === "" ? cleanLabel(title ?? undefined) : headline;
    if (label !== null) complete.splice(++at, 0, { type: "heading", level: 1, children: textLine(label) });
  }
  const line = include.byline
    ? bylineText(byline.includes("byline") ? [] : authors, byline.includes("date") ? null : published)
    : "";
  // Below the headline, or at the top where there is none.
  if (line !== "") complete.splice(at + 1, 0, { type: "paragraph", children: textLine(line) });
  return complete;
}

/** The roles by which the leaves of a byline were added. */
function rolesOfByline({ include, shown, roles }: RequestedParts): readonly (LeafRole | undefined)[] {
  if (roles === undefined || shown.byline.length > 0) return [];
  const leaves = leavesByRole(roles, include, true).get("byline") ?? [];
  return Array.from(leaves, (leaf) => LEAF_ROLES[roles.roles[leaf]!]);
}

function textLine(text: string): Extract<Block, { type: "paragraph" }>["children"] {
  return [{ type: "text", text }];
}

function bylineText(authors: readonly string[], published: string | null): string {
  const names = authors.flatMap((author) => cleanLabel(author) ?? []).join(", ");
  return [names, dateInDigits(published)].filter((part) => part !== "").join(" · ");
}

/** A date, and a time with its zone where there is one. */
const DATE = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** A date in digits, readable in every language and the same on every machine; empty where the text is no date. */
export function dateInDigits(stated: string | null): string {
  const [, date, time, zone] = DATE.exec(stated ?? "") ?? [];
  if (date === undefined) return "";
  const isUtc = zone === "Z" || zone === "+00:00";
  const offset = zone === undefined ? "" : ` UTC${isUtc ? "" : zone}`;
  return time === undefined ? date : `${date} ${time}${offset}`;
}
