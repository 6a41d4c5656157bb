import { contains } from "../../html/index.ts";
import { type Extraction, LEAF_KINDS, type Page, type Reason, reasonCode } from "../../page/index.ts";
import { type Body, findBody } from "./find-body.ts";
import { findTitle } from "./find-title.ts";
import type { Passages } from "./passages.ts";

const TEXT = LEAF_KINDS.indexOf("text");
const KEPT: ReadonlySet<Reason> = new Set(["inside the body", "media of the body"]);

/** The answer for a page whose passages are known: title and body by simple rules. */
export function judgePassages(page: Page, passages: Passages): Extraction {
  const title = findTitle(page, passages);
  const body = findBody(page, passages, title);
  return {
    ...judgeLeaves(page, (leaf) => reasonOf(page, leaf, { passages, title, body })),
    ...(title >= 0 && { titleNode: page.blocks.container[title]! }),
    ...(body && { bodyRoot: body.root }),
  };
}

/** The answer for a page of no known template: nothing, and a warning. */
export function judgeUnknown(page: Page): Extraction {
  return { ...judgeLeaves(page, () => "outside the body"), warnings: ["UNKNOWN_TEMPLATE"] };
}

interface Found {
  readonly passages: Passages;
  readonly title: number;
  readonly body: Body | undefined;
}

function reasonOf(
  { document, leaves, blocks }: Page,
  leaf: number,
  { passages, title, body }: Found,
): Reason {
  const block = blocks.ofLeaf[leaf]!;
  if (block === title) return "likeliest title";
  if (body === undefined || !contains(document, body.root, leaves.node[leaf]!)) return "outside the body";
  if (passages.isOwn[leaf] === 0) return "repeated on the site";
  if (leaves.kind[leaf] !== TEXT) return "media of the body";
  return body.isPassage[block] === 1 ? "inside the body" : "mostly links";
}

function judgeLeaves(
  { leaves }: Page,
  reasonFor: (leaf: number) => Reason,
): Pick<Extraction, "scores" | "reasons"> {
  const scores = new Float32Array(leaves.count);
  const reasons = new Uint8Array(leaves.count);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const reason = leaves.visible[leaf] === 0 ? "hidden" : reasonFor(leaf);
    reasons[leaf] = reasonCode(reason);
    scores[leaf] = KEPT.has(reason) ? 1 : 0;
  }
  return { scores, reasons };
}
