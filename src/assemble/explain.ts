import {
  type Contribution,
  type ExplainedLeaf,
  type Explanation,
  type FieldSource,
  LEAF_ROLES,
} from "../article/index.ts";
import { nodePaths } from "../html/index.ts";
import type { Metadata, ShownParts } from "../metadata/index.ts";
import {
  type Cut,
  type Extraction,
  KEEP_SCORE,
  type Page,
  REASONS,
  type Reason,
  TEXT_LEAF,
} from "../page/index.ts";
import { dropUnseen, hasInk } from "../text/index.ts";
import { emojiOf } from "./pictures/picture-source.ts";
import type { LeafOutcomes } from "./roles.ts";
import { cleanLabel } from "./text.ts";

/**
 * Paths repeat everything above their node: a page that nests 30,000 deep would need gigabytes for them. Those of a real
 * page of 5,000 leaves have under a million characters; past this many, leaves go without.
 */
const MAX_PATH_CHARACTERS = 20_000_000;

/** The reason of a piece of a kept leaf that lies outside of what the method took. */
const CUT_OFF: Reason = "outside the body";

/** Facts about leaves besides the extraction. */
interface Known {
  readonly outcomes: LeafOutcomes;
  readonly contributions?: ((leaf: number) => readonly Contribution[]) | undefined;
  readonly shown?: ShownParts | undefined;
}

/** Why every field is what it is, and the outcome for every leaf. */
export function explain(
  page: Page,
  extraction: Extraction,
  metadata: Metadata,
  { outcomes, contributions, shown }: Known,
): Explanation {
  const fields: Record<string, FieldSource> = {};
  for (const [name, { source, confidence }] of Object.entries(metadata))
    fields[name] = { source, confidence };
  const { document, leaves } = page;
  const paths = nodePaths(document, leaves.node);
  const explained: ExplainedLeaf[] = [];
  let pathCharacters = 0;
  const cuts = Map.groupBy(extraction.cuts ?? [], ({ leaf }) => leaf);
  const parts = partsOf(shown);
  const listContributions = contributionsOf(extraction.scores, contributions);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const listed = listContributions(leaf);
    const part = parts.get(leaf);
    const path = paths[leaf] ?? "";
    const score = extraction.scores[leaf] ?? 0;
    const outcome = outcomes.of(leaf);
    const reason = outcome?.reason ?? REASONS[extraction.reasons[leaf] ?? 0] ?? REASONS[0];
    const isKept = outcome?.kept ?? score >= KEEP_SCORE;
    for (const { text, isCutOff } of piecesOf(page, leaf, cuts.get(leaf))) {
      pathCharacters += path.length;
      explained.push({
        // Counted first: a path is a chain of shared pieces until somebody reads its characters.
        path: pathCharacters <= MAX_PATH_CHARACTERS ? printable(path) : "",
        text: cleanLabel(text) ?? "",
        kept: isKept && !isCutOff,
        score,
        reason: isKept && isCutOff ? CUT_OFF : reason,
        ...(part && { part }),
        ...roleOf(extraction, leaf),
        ...(listed.length > 0 && { contributions: listed }),
      });
    }
  }
  const { notes } = extraction;
  return { fields, ...(notes && { notes }), leaves: explained };
}

/** The leaf of each entry of an explanation: one where a method cuts inside has several. */
export function explainedLeaves(page: Page, { cuts = [] }: Extraction): number[] {
  const byLeaf = Map.groupBy(cuts, ({ leaf }) => leaf);
  const entries: number[] = [];
  for (let leaf = 0; leaf < page.leaves.count; leaf++)
    for (const _ of piecesOf(page, leaf, byLeaf.get(leaf))) entries.push(leaf);
  return entries;
}

/** Digits that a chance is rounded to. */
const CHANCE_DIGITS = 3;

function roleOf({ roles }: Extraction, leaf: number): Pick<ExplainedLeaf, "role" | "roleChance"> {
  const role = LEAF_ROLES[roles?.roles[leaf] ?? -1];
  if (roles === undefined || role === undefined) return {};
  return { role, roleChance: Number(roles.chances[leaf]!.toFixed(CHANCE_DIGITS)) };
}

const PARTS = ["headline", "standfirst", "byline"] as const;

/** The part of the page that each leaf outside the body is, whether the article holds it or not. */
function partsOf(shown: ShownParts | undefined): ReadonlyMap<number, (typeof PARTS)[number]> {
  return new Map(PARTS.flatMap((part) => (shown?.[part] ?? []).map((leaf) => [leaf, part] as const)));
}

/** A path of printable characters alone: names of elements can hold any character, and a changed path would lead nowhere. */
function printable(path: string): string {
  return dropUnseen(path) === path ? path : "";
}

interface Piece {
  readonly text: string;
  /** Whether the method cut it off from the rest of its leaf. */
  readonly isCutOff: boolean;
}

/** The pieces of a leaf: all of it or, where a method cuts inside, what lies within its cuts and what lies outside. */
function piecesOf({ document, leaves }: Page, leaf: number, cuts: readonly Cut[] | undefined): Piece[] {
  const node = leaves.node[leaf]!;
  if (leaves.kind[leaf] !== TEXT_LEAF) return [{ text: emojiOf(document, node) ?? "", isCutOff: false }];
  const whole = document.text.slice(document.textStart[node], document.textEnd[node]);
  if (cuts === undefined) return [{ text: whole, isCutOff: false }];
  const pieces: Piece[] = [];
  let at = 0;
  for (const { from, to } of cuts) {
    pieces.push(
      { text: whole.slice(at, from), isCutOff: true },
      { text: whole.slice(from, to), isCutOff: false },
    );
    at = to;
  }
  pieces.push({ text: whole.slice(at), isCutOff: true });
  return pieces.filter(({ text, isCutOff }) => !isCutOff || hasInk(text, 0, text.length));
}

/** Features listed for a leaf besides the base; all others are summed up. */
const STRONGEST = 10;

/**
 * Leaves with contributions: on larger pages those whose scores are nearest to the threshold, which people ask about most. A page
 * of 5,000 leaves takes some tenths of a second and 4 MB; real ones seldom have as many.
 */
const MAX_LEAVES = 5_000;

/** The contributions to a leaf's score that are listed: the base, the strongest features, and the sum of the others. */
export function contributionsOf(
  scores: Float32Array,
  contributions: ((leaf: number) => readonly Contribution[]) | undefined,
): (leaf: number) => readonly Contribution[] {
  if (contributions === undefined) return () => [];
  const listed = scores.length <= MAX_LEAVES ? undefined : nearest(scores);
  return (leaf) => (listed === undefined || listed.has(leaf) ? strongest(contributions(leaf)) : []);
}

/** The leaves whose scores are nearest to the threshold; earlier ones where they are as near. */
function nearest(scores: Float32Array): ReadonlySet<number> {
  const distance = scores.map((score) => Math.abs(score - KEEP_SCORE));
  const order = Uint32Array.from(scores, (_, leaf) => leaf);
  order.sort((a, b) => distance[a]! - distance[b]! || a - b);
  return new Set(order.subarray(0, MAX_LEAVES));
}

function strongest(all: readonly Contribution[]): readonly Contribution[] {
  const rest = all.slice(1 + STRONGEST);
  if (rest.length === 0) return all;
  const weight = rest.reduce((sum, contribution) => sum + contribution.weight, 0);
  return [...all.slice(0, 1 + STRONGEST), { feature: "others", value: null, weight }];
}
