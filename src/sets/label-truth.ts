import { LEAF_ROLES, type LeafRole } from "../article/index.ts";
import { NODE_KIND, nodePath } from "../html/index.ts";
import { leafAt, type Page, TEXT_LEAF } from "../page/index.ts";
import { foldSpaces, hashText } from "../text/index.ts";
import type { MadeLabel } from "./made-labels.ts";

/** No label says what a leaf is. */
export const NO_ROLE = -1;

/** For each leaf the role of the nearest labelled node at or above it, as an index into `LEAF_ROLES`. */
export function leafRolesOf({ document, leaves }: Page, labels: readonly MadeLabel[]): Int8Array {
  const roles = new Int8Array(leaves.count).fill(NO_ROLE);
  // Nodes of one subtree follow each other, so that inner labels are painted over outer ones.
  for (const { node, role } of labels.toSorted((a, b) => a.node - b.node)) {
    if (node >= document.size) continue;
    roles.fill(LEAF_ROLES.indexOf(role), leafAt(leaves, node), leafAt(leaves, document.end[node]!));
  }
  return roles;
}

/** Roles whose text is part of an article's text, as `galley extract` gives it. */
const TEXT_ROLES: ReadonlySet<LeafRole> = new Set(["body", "standfirst"]);

/** The truth that labels of nodes give: texts of title and body, and their paths where each is one node. */
export interface LabelTruth {
  readonly title: string | null;
  readonly body: string | null;
  /** Paths as `nodePath` writes them. */
  readonly nodes: { readonly title?: string; readonly body?: string };
}

/** The title and the body by the labels. */
export function truthOfLabels(page: Page, labels: readonly MadeLabel[]): LabelTruth {
  const { leaves } = page;
  const roles = leafRolesOf(page, labels);
  const choose = (wanted: (role: LeafRole) => boolean) => {
    const chosen: number[] = [];
    for (let leaf = 0; leaf < leaves.count; leaf++) {
      const role = LEAF_ROLES[roles[leaf]!];
      if (role !== undefined && wanted(role) && leaves.kind[leaf] === TEXT_LEAF) chosen.push(leaf);
    }
    const seen = chosen.filter((leaf) => leaves.visible[leaf] === 1);
    return seen.length > 0 ? seen : chosen;
  };
  const title = blocksOfLeaves(
    page,
    choose((role) => role === "headline"),
  ).join(" ");
  const body = blocksOfLeaves(
    page,
    choose((role) => TEXT_ROLES.has(role)),
  ).join("\n\n");
  const titlePath = onlyElement(page, labels, "headline");
  const bodyPath = onlyElement(page, labels, "body");
  return {
    title: title === "" ? null : title,
    body: body === "" ? null : body,
    nodes: {
      ...(titlePath !== undefined && { title: titlePath }),
      ...(bodyPath !== undefined && { body: bodyPath }),
    },
  };
}

/** The texts of leaves, those of one block together. */
function blocksOfLeaves(page: Page, chosen: readonly number[]): string[] {
  const texts: string[] = [];
  let last = -1;
  for (const leaf of chosen) {
    const block = page.blocks.ofLeaf[leaf]!;
    const text = textOfNode(page, page.leaves.node[leaf]!);
    if (block === last) texts[texts.length - 1] += text;
    else texts.push(text);
    last = block;
  }
  return texts.map(foldSpaces).filter((text) => text !== "");
}

function textOfNode({ document }: Page, node: number): string {
  return document.text.slice(document.textStart[node], document.textEnd[node]);
}

/** The path of the one element with a role; undefined where several nodes have it. */
function onlyElement({ document }: Page, labels: readonly MadeLabel[], role: LeafRole): string | undefined {
  const own = labels.filter((label) => label.role === role && label.node < document.size);
  const [only] = own;
  if (only === undefined || own.length > 1) return undefined;
  const isText = document.kind[only.node] === NODE_KIND.text;
  return nodePath(document, isText ? document.parent[only.node]! : only.node);
}

const ANCHOR_CHARACTERS = 160;

/** Labels with the texts by which they are found again in another copy of the page. */
export function anchorLabels(page: Page, labels: readonly MadeLabel[]): readonly MadeLabel[] {
  return labels.map(({ node, role }) => {
    const text = foldSpaces(textOfNode(page, node));
    return { node, role, text: text.slice(0, ANCHOR_CHARACTERS), hash: textHash(text), length: text.length };
  });
}

function textHash(text: string): string {
  return (hashText(text) >>> 0).toString(16).padStart(8, "0");
}

/** Labels of one copy of a page as nodes of another. */
export interface MovedLabels {
  readonly labels: readonly MadeLabel[];
  /** Labels that were found at another node, or with other text after the same beginning. */
  readonly moved: number;
  /** Labels without a node here, as `role: text`. */
  readonly lost: readonly string[];
}

/** Candidates for a label beyond this are not compared: a page of boxes in boxes has thousands with the same text. */
const MAX_CANDIDATES = 300;

/**
 * Finds labels in another copy of their page by their text: of several nodes with the same text the nearest to the old place; where
 * none has it, of those with the same beginning the one of the most similar length.
 */
export function moveLabels(page: Page, labels: readonly MadeLabel[]): MovedLabels {
  const candidates = findCandidates(page, labels);
  const found: MadeLabel[] = [];
  const lost: string[] = [];
  let moved = 0;
  for (const label of labels) {
    const known = candidates.get(startOf(label.text ?? "")) ?? [];
    const [same] = known
      .filter(({ hash }) => hash === label.hash)
      .toSorted((a, b) => Math.abs(a.node - label.node) - Math.abs(b.node - label.node));
    const { node } = same ?? mostAlike(known, label) ?? {};
    if (node === undefined) lost.push(`${label.role}: ${label.text ?? `node ${label.node}`}`);
    else found.push({ ...label, node });
    if (node !== undefined && (same === undefined || node !== label.node)) moved++;
  }
  return { labels: found, moved, lost };
}

interface Candidate {
  readonly node: number;
  readonly hash: string;
  readonly length: number;
}

const START_CHARACTERS = 40;

function startOf(text: string): string {
  return text.slice(0, START_CHARACTERS);
}

/** The nodes whose texts begin as those of labels do, by that beginning. */
function findCandidates(page: Page, labels: readonly MadeLabel[]): ReadonlyMap<string, readonly Candidate[]> {
  const found = new Map<string, Candidate[]>(labels.map(({ text = "" }) => [startOf(text), []]));
  const { size, text, textStart, textEnd } = page.document;
  for (let node = 1; node < size; node++) {
    const from = textStart[node]!;
    const own = found.get(startOf(foldSpaces(text.slice(from, Math.min(textEnd[node]!, from + LOOKED_AT)))));
    if (own === undefined || own.length >= MAX_CANDIDATES) continue;
    const whole = foldSpaces(textOfNode(page, node));
    if (whole !== "") own.push({ node, hash: textHash(whole), length: whole.length });
  }
  return found;
}

/** Indented markup begins with more white space than text. */
const LOOKED_AT = 640;
/** Shorter beginnings are on every page: "By", "Photo". */
const MIN_ALIKE = START_CHARACTERS;

function mostAlike(known: readonly Candidate[], { text = "", length = 0 }: MadeLabel): Candidate | undefined {
  if (text.length < MIN_ALIKE) return undefined;
  return known.toSorted((a, b) => Math.abs(a.length - length) - Math.abs(b.length - length))[0];
}

/** How two people labelled the leaves of one page, by role: how many leaves both, the first, the second, or neither gave it. */
export interface PageAgreement {
  readonly page: string;
  readonly counts: Readonly<Record<LeafRole, LeafCounts>>;
}

interface LeafCounts {
  readonly both: number;
  readonly first: number;
  readonly second: number;
  readonly neither: number;
}

/** Compares two people's labels of one page, over the texts that a reader sees. */
export function comparePage(
  id: string,
  page: Page,
  [first, second]: readonly [readonly MadeLabel[], readonly MadeLabel[]],
): PageAgreement {
  const [firstRoles, secondRoles] = [leafRolesOf(page, first), leafRolesOf(page, second)];
  const counts = LEAF_ROLES.map((role, code) => {
    const tally = { both: 0, first: 0, second: 0, neither: 0 };
    for (let leaf = 0; leaf < page.leaves.count; leaf++) {
      if (page.leaves.kind[leaf] !== TEXT_LEAF || page.leaves.visible[leaf] !== 1) continue;
      tally[outcome(firstRoles[leaf] === code, secondRoles[leaf] === code)]++;
    }
    return [role, tally] as const;
  });
  return { page: id, counts: Object.fromEntries(counts) as Record<LeafRole, LeafCounts> };
}

function outcome(isFirst: boolean, isSecond: boolean): keyof LeafCounts {
  if (isFirst) return isSecond ? "both" : "first";
  return isSecond ? "second" : "neither";
}

/** How far two people agree on a role. */
interface RoleAgreement {
  readonly role: LeafRole;
  /** The share of pages on which both gave the role to the same leaves. */
  readonly exact: number;
  /** Cohen's kappa over all leaves; null where chance alone explains everything. */
  readonly kappa: number | null;
  /** Pages on which anybody gave the role. */
  readonly pages: number;
}

/** How far two people agree on each role that either of them used, and the pages on which they differ. */
export function summariseAgreement(pages: readonly PageAgreement[]): {
  readonly fields: readonly RoleAgreement[];
  readonly conflicts: readonly { readonly page: string; readonly roles: readonly LeafRole[] }[];
} {
  const fields = LEAF_ROLES.flatMap((role) => {
    const own = pages.map(({ counts }) => counts[role]);
    const used = own.filter(({ both, first, second }) => both + first + second > 0);
    if (used.length === 0) return [];
    const exact = used.filter(({ first, second }) => first + second === 0).length / used.length;
    return [{ role, exact, kappa: kappaOf(own), pages: used.length }];
  });
  const conflicts = pages.flatMap(({ page, counts }) => {
    const roles = LEAF_ROLES.filter((role) => counts[role].first + counts[role].second > 0);
    return roles.length === 0 ? [] : [{ page, roles }];
  });
  return { fields, conflicts };
}

/** Cohen (1960): the agreement beyond chance, over the agreement beyond chance that is possible. */
function kappaOf(pages: readonly LeafCounts[]): number | null {
  const sum = (read: (counts: LeafCounts) => number) => pages.reduce((all, one) => all + read(one), 0);
  const both = sum((one) => one.both);
  const neither = sum((one) => one.neither);
  const first = both + sum((one) => one.first);
  const second = both + sum((one) => one.second);
  const all = both + neither + sum((one) => one.first + one.second);
  if (all === 0) return null;
  const observed = (both + neither) / all;
  const chance = (first * second + (all - first) * (all - second)) / (all * all);
  return chance === 1 ? null : (observed - chance) / (1 - chance);
}
