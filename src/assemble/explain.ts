import type { Contribution, ExplainedLeaf, Explanation, FieldSource } from "../article/index.ts";
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
import { cleanLabel } from "./clean-text.ts";
import type { Fates } from "./fates.ts";
import { emojiOf } from "./pictures/index.ts";
import { tellWeights } from "./weights.ts";

/**
 * Paths repeat everything above their node: a page that nests 30,000 deep would need gigabytes of them. Those of a real
 * page of 5,000 leaves have under a million characters; past this many, leaves go without.
 */
const MAX_PATH_CHARACTERS = 20_000_000;

/** The reason of a piece of a kept leaf that lies outside of what the method took. */
const CUT_OFF: Reason = "outside the body";

/** What is known of leaves besides the extraction. */
interface Known {
  readonly fates: Fates;
  readonly contributions?: ((leaf: number) => readonly Contribution[]) | undefined;
  readonly shown?: ShownParts | undefined;
}

/** Why every field is what it is, and what became of every leaf. */
export function explain(
  page: Page,
  extraction: Extraction,
  metadata: Metadata,
  { fates, contributions, shown }: Known,
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
  const weightsOf = tellWeights(extraction.scores, contributions);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const weights = weightsOf(leaf);
    const part = parts.get(leaf);
    const path = paths[leaf] ?? "";
    const score = extraction.scores[leaf] ?? 0;
    const told = fates.of(leaf);
    const reason = told?.reason ?? REASONS[extraction.reasons[leaf] ?? 0] ?? REASONS[0];
    const isKept = told?.kept ?? score >= KEEP_SCORE;
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
        ...(weights.length > 0 && { contributions: weights }),
      });
    }
  }
  return { fields, leaves: explained };
}

const PARTS = ["headline", "standfirst", "byline"] as const;

/** What leaves are on the page besides the body, whether the article holds them or not. */
function partsOf(shown: ShownParts | undefined): ReadonlyMap<number, (typeof PARTS)[number]> {
  return new Map(PARTS.flatMap((part) => (shown?.[part] ?? []).map((leaf) => [leaf, part] as const)));
}

/** A path that holds nothing but characters a terminal may print: names of elements may hold any, and a changed one would lead nowhere. */
function printable(path: string): string {
  return dropUnseen(path) === path ? path : "";
}

interface Piece {
  readonly text: string;
  /** Whether the method cut it off from the rest of its leaf. */
  readonly isCutOff: boolean;
}

/** What is told apart of a leaf: all of it, or, where a method cuts inside, what lies within and what beside its cuts. */
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
