import { LEAF_ROLES, type LeafRole } from "../article/index.ts";
import { explainedLeaves } from "../assemble/index.ts";
import type { inspect } from "../default-extract.ts";
import { NODE_KIND } from "../html/index.ts";
import { leafAt, leafWords, type Page, TEXT_LEAF } from "../page/index.ts";
import { NO_ROLE } from "./label-truth.ts";
import type { MadeLabel } from "./made-labels.ts";

/** The labels that the default extractor and the reader of roles would give, from a page that was inspected with `explain`. */
export function guessLabels(inspected: ReturnType<typeof inspect>): readonly MadeLabel[] {
  return fewestLabels(inspected.page, guessedRoles(inspected));
}

/** Roles that are filled in where the reader of roles is sure; all others are labelled by hand. */
const GUESSED: ReadonlySet<LeafRole> = new Set([
  "headline",
  "standfirst",
  "byline",
  "date",
  "caption",
  "credit",
]);
const MIN_CHANCE = 0.5;
/** Outcomes of leaves that the article shows outside of its text. */
const NOT_TEXT = /^(?:in the html only|in the media only|picture)/;

/** The role of every leaf as the default extractor and the reader of roles see it. */
function guessedRoles({ article, page, extraction }: ReturnType<typeof inspect>): Int8Array {
  const { leaves } = page;
  // A dot between two names belongs to its surroundings.
  const hasWords = (leaf: number) => leaves.visible[leaf] === 1 && leafWords(page, leaf) > 0;
  const roles = Int8Array.from(leaves.kind, (kind, leaf) =>
    kind === TEXT_LEAF && hasWords(leaf) ? NO_ROLE : ANY_ROLE,
  );
  const explained = article.explanation?.leaves ?? [];
  for (const [at, leaf] of explainedLeaves(page, extraction).entries()) {
    const entry = explained[at];
    if (entry === undefined || roles[leaf] === ANY_ROLE) continue;
    const role = guessRole(entry);
    if (role !== undefined) roles[leaf] = LEAF_ROLES.indexOf(role);
  }
  return roles;
}

type Explained = NonNullable<ReturnType<typeof inspect>["article"]["explanation"]>["leaves"][number];

function guessRole({ kept, reason, part, role, roleChance = 0 }: Explained): LeafRole | undefined {
  if (part !== undefined) return part;
  if (kept && !NOT_TEXT.test(reason)) return role === "standfirst" ? role : "body";
  return role !== undefined && GUESSED.has(role) && roleChance >= MIN_CHANCE ? role : undefined;
}

/** A leaf whose role does not matter: a picture, or hidden text. */
export const ANY_ROLE = -2;

/** A node has a role, its own or that of a node above, or none. */
const NONE = LEAF_ROLES.length;
const CHOICES = LEAF_ROLES.length + 1;
const BOILERPLATE = LEAF_ROLES.indexOf("boilerplate");
/** Cost of an impossible choice, above the label count of any page. */
const IMPOSSIBLE = 1e8;

/**
 * The fewest labels of nodes that give leaves their roles, where a leaf has the role of the nearest labelled node at or above it;
 * of several ways the one with the smallest nodes. Inside a labelled node, leaves without a role are boilerplate.
 */
export function fewestLabels(page: Page, roles: Int8Array): readonly MadeLabel[] {
  const { document } = page;
  const costs = computeCosts(page, roles);
  const labels: MadeLabel[] = [];
  const chosen = new Uint8Array(document.size).fill(NONE);
  for (let node = 1; node < document.size; node++) {
    const inherited = chosen[document.parent[node]!]!;
    const best = bestRole(costs, node);
    const isLabelled = costs[node * CHOICES + inherited]! > costs[node * CHOICES + best]! + 1;
    chosen[node] = isLabelled ? best : inherited;
    if (isLabelled) labels.push({ node: parentOfAlone(page, node), role: LEAF_ROLES[best]! });
  }
  return labels;
}

/** For each node and each choice for it, the labels that are needed below it. */
function computeCosts({ document, leaves }: Page, roles: Int8Array): Int32Array {
  const costs = new Int32Array(document.size * CHOICES);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const wanted = roles[leaf]!;
    if (wanted === ANY_ROLE) continue;
    const from = leaves.node[leaf]! * CHOICES;
    for (let choice = 0; choice < CHOICES; choice++)
      if (!isAsWanted(choice, wanted)) costs[from + choice] = IMPOSSIBLE;
  }
  for (let node = document.size - 1; node > 0; node--) {
    const labelled = costs[node * CHOICES + bestRole(costs, node)]! + 1;
    const above = document.parent[node]! * CHOICES;
    for (let choice = 0; choice < CHOICES; choice++)
      costs[above + choice]! += Math.min(costs[node * CHOICES + choice]!, labelled);
  }
  return costs;
}

function isAsWanted(choice: number, wanted: number): boolean {
  if (wanted === NO_ROLE) return choice === NONE || choice === BOILERPLATE;
  return choice === wanted;
}

function bestRole(costs: Int32Array, node: number): number {
  let best = 0;
  for (let role = 1; role < NONE; role++)
    if (costs[node * CHOICES + role]! < costs[node * CHOICES + best]!) best = role;
  return best;
}

/** A text that is all of its element is labelled by the element. */
function parentOfAlone({ document, leaves }: Page, node: number): number {
  if (document.kind[node] !== NODE_KIND.text) return node;
  const parent = document.parent[node]!;
  return leafAt(leaves, document.end[parent]!) - leafAt(leaves, parent) === 1 ? parent : node;
}
