import { LEAF_ROLES } from "../../src/article/index.ts";
import { leafWords, type Page, TEXT_LEAF } from "../../src/page/index.ts";
import type { NodeLabel } from "../../src/server/studio/contract.ts";
import { leafRolesOf, truthOfLabels } from "../../src/sets/label-truth.ts";
import { foldSpaces } from "../../src/text/index.ts";
import { CONTENT_SHARE, labelBlocks } from "../../src/train/label-blocks.ts";
import { withLabel } from "../../studio/src/labels/labels.ts";
import type { PageTree } from "../../studio/src/tree/page-tree.ts";

/** What a page is to be labelled as: the text of its title, and for each leaf whether it is the body's. */
export interface Wanted {
  readonly title: string | null;
  /** 1 for the body, 0 for everything else, -1 where the role makes no visible difference. */
  readonly isBody: Int8Array;
}

/** The labels that a person who knows the truth would give. */
export function readWanted(
  page: Page,
  { title, body }: { readonly title: string | null; readonly body: string | null },
): Wanted {
  const { share } = labelBlocks(page, body);
  const { count, kind, visible } = page.leaves;
  const isBody = Int8Array.from({ length: count }, (_, leaf) => {
    if (kind[leaf] !== TEXT_LEAF || visible[leaf] !== 1 || leafWords(page, leaf) === 0) return -1;
    return Number((share[page.blocks.ofLeaf[leaf]!] ?? 0) > CONTENT_SHARE);
  });
  return { title: title === null ? null : foldSpaces(title), isBody };
}

/** One correction: point at an element, widen it a few times, press a key. */
export interface Edit {
  readonly element: number;
  readonly widens: number;
  readonly key: string;
}

function costOf({ widens }: Edit): number {
  return 1 + widens + 1;
}

/** Actions of a plan: pointing, every `[` and the key of each correction, and Enter. */
export function actionsOf({ edits }: Pick<Plan, "edits">): number {
  return edits.reduce((sum, edit) => sum + costOf(edit), 1);
}

/** A person's actions on a page before Enter, and the remaining errors. */
export interface Plan {
  readonly edits: readonly Edit[];
  /** Leaves with another role than they should have. */
  readonly wrong: number;
  readonly labels: readonly NodeLabel[];
}

const MAX_EDITS = 25;
/** Wrong leaves that are tried as places to point at: a person looks at a few. */
const MAX_TRIED = 24;
const MAX_WIDENS = 6;
const BODY_KEYS = [
  ["b", "body", "replace"],
  ["Shift+b", "body", "add"],
  ["n", "boilerplate", "replace"],
] as const;

/**
 * A greedy search for the fewest corrections: each step is the one that repairs most for an action. Labelling an element around the
 * whole body first, and then what is wrong in it, is tried too.
 */
export function planEdits(known: Known, start: readonly NodeLabel[]): Plan {
  const { tree, wanted } = known;
  const title = wanted.title === null ? undefined : editTitle(known, wanted.title, start);
  const first = title === undefined ? [] : [title];
  const begun = title === undefined ? start : applyEdit(tree, start, title);
  let best = repair(known, begun, first);
  for (const whole of wholeBodies(known)) {
    if (best.edits.length <= first.length + 1) break;
    const plan = repair(known, applyEdit(tree, begun, whole), [...first, whole]);
    if (plan.wrong <= best.wrong && actionsOf(plan) < actionsOf(best)) best = plan;
  }
  return best;
}

/** Elements around a paragraph of the body, one step further each. */
function wholeBodies(known: Known): readonly Edit[] {
  const { page, tree, wanted } = known;
  const inside = [...wanted.isBody.keys()].filter(
    (leaf) => wanted.isBody[leaf] === 1 && canPoint(known, leaf),
  );
  const chosen = [inside.length >> 2, inside.length >> 1].flatMap((at) => inside[at] ?? []);
  return chosen.flatMap((leaf) => {
    const element = tree.elementOf(page.leaves.node[leaf]!);
    const steps = widened(tree, element).slice(1).keys();
    return [...steps].map((step) => ({ element, widens: step + 1, key: "b" }));
  });
}

function repair(known: Known, start: readonly NodeLabel[], before: readonly Edit[]): Plan {
  const { page, wanted } = known;
  const edits = [...before];
  let labels = start;
  let wrong = wrongLeaves(page, wanted, labels);
  while (wrong.length > 0 && edits.length < MAX_EDITS) {
    const best = bestEdit(known, labels, wrong);
    if (best === undefined) break;
    edits.push(best.edit);
    labels = best.labels;
    wrong = wrongLeaves(page, wanted, labels);
  }
  return { edits, wrong: wrong.length, labels };
}

/** Points at the title, where the labels say another one; undefined where they are right, or the page does not show it. */
function editTitle(known: Known, title: string, labels: readonly NodeLabel[]): Edit | undefined {
  const { page, tree } = known;
  if (foldSpaces(truthOfLabels(page, labels).title ?? "") === title) return undefined;
  const { node, count, visible } = page.leaves;
  for (let leaf = 0; leaf < count; leaf++) {
    if (visible[leaf] !== 1 || !canPoint(known, leaf)) continue;
    for (const [widens, wide] of widened(tree, node[leaf]!).entries()) {
      const told = truthOfLabels(page, [{ node: wide, role: "headline" }]).title ?? "";
      if (foldSpaces(told) === title) return { element: tree.elementOf(node[leaf]!), widens, key: "t" };
      if (told.length > title.length) break;
    }
  }
  return undefined;
}

/** The element of a node, and what `[` leads to from there. */
function widened(tree: PageTree, node: number): readonly number[] {
  const chain = [tree.elementOf(node)];
  while (chain.length <= MAX_WIDENS) {
    const wider = tree.widen(chain.at(-1)!);
    if (wider === null) break;
    chain.push(wider);
  }
  return chain;
}

/** A page, its tree as the studio has it, and what is wanted of it. */
export interface Known {
  readonly page: Page;
  readonly tree: PageTree;
  readonly wanted: Wanted;
  /** The elements that can be pointed at: a browser knows better than the markup what is hidden. */
  readonly shown: ReadonlySet<number>;
}

/** Whether a text of a page can be pointed at. */
function canPoint({ page, tree, shown }: Known, leaf: number): boolean {
  const node = page.leaves.node[leaf]!;
  return tree.has(node) && shown.has(tree.elementOf(node));
}

function bestEdit(
  known: Known,
  labels: readonly NodeLabel[],
  wrong: readonly number[],
): { readonly edit: Edit; readonly labels: readonly NodeLabel[] } | undefined {
  const { page, tree, wanted } = known;
  let best: { readonly edit: Edit; readonly labels: readonly NodeLabel[] } | undefined;
  let most = 0;
  const step = Math.max(1, Math.floor(wrong.length / MAX_TRIED));
  for (let at = 0; at < wrong.length; at += step) {
    if (!canPoint(known, wrong[at]!)) continue;
    const node = page.leaves.node[wrong[at]!]!;
    const element = tree.elementOf(node);
    for (const widens of widened(tree, node).keys()) {
      for (const [key] of BODY_KEYS) {
        const edit = { element, widens, key };
        const after = applyEdit(tree, labels, edit);
        const gain = wrong.length - wrongLeaves(page, wanted, after).length;
        const worth = gain / costOf(edit);
        if (worth > most) {
          most = worth;
          best = { edit, labels: after };
        }
      }
    }
  }
  return best;
}

/** The effect of a correction in the studio. */
function applyEdit(tree: PageTree, labels: readonly NodeLabel[], edit: Edit): readonly NodeLabel[] {
  const node = widened(tree, edit.element)[edit.widens]!;
  const [, role, mode] = BODY_KEYS.find(([key]) => key === edit.key) ?? ["t", "headline", "replace"];
  return withLabel(labels, tree, { node, role }, mode);
}

/** Body and standfirst are what `galley extract` gives as text. */
const BODY = new Set([LEAF_ROLES.indexOf("body"), LEAF_ROLES.indexOf("standfirst")]);

function wrongLeaves(page: Page, { isBody }: Wanted, labels: readonly NodeLabel[]): readonly number[] {
  const roles = leafRolesOf(page, labels);
  const wrong: number[] = [];
  for (let leaf = 0; leaf < roles.length; leaf++) {
    if (isBody[leaf]! >= 0 && Number(BODY.has(roles[leaf]!)) !== isBody[leaf]) wrong.push(leaf);
  }
  return wrong;
}
