import { TAG, type TagName } from "../../html/index.ts";
import { CONTAINER_GROUPS, INLINE_GROUPS, SEMANTIC_GROUPS } from "./block-features.data.ts";
import { type FeatureContext, type RowWriter, share } from "./feature-context.ts";
import type { FeatureSource } from "./feature-source.ts";

/** Elements above this many steps say little of a block, and hostile pages nest without end. */
const MAX_STEPS = 40;
/** Inline elements hardly nest deeper than three. */
const MAX_INLINE_STEPS = 8;
const NO_GROUP = 255;
const CONTAINER_GROUP = groupTable(CONTAINER_GROUPS);
const INLINE_GROUP = groupTable(INLINE_GROUPS);
const SEMANTIC_GROUP = groupTable(SEMANTIC_GROUPS);

/** Writes of a row the family `tags`. */
export function describeTags({ source, texts, skeleton }: FeatureContext): RowWriter {
  const { document, blocks } = source;
  const styled = { bold: 0, italic: 0 };
  return (block, row, at) => {
    const inside = at + CONTAINER_GROUPS.length;
    const end = inside + INLINE_GROUPS.length;
    const group = CONTAINER_GROUP[document.tag[blocks.container[block]!]!]!;
    for (let index = at; index < end; index++) row[index] = 0;
    if (group !== NO_GROUP) row[at + group] = 1;
    countInside(source, block, row, inside);
    row[end] = texts.media[block]!;
    countStyled(source, texts.leafCharacters, block, styled);
    row[end + 1] = share(styled.bold, texts.characters[block]!);
    row[end + 2] = share(styled.italic, texts.characters[block]!);
    row[end + 3] = skeleton.depth[skeleton.ofBlock[block]!]!;
    return end + 4;
  };
}

/** Counts the elements that open between the leaves of a block, and before its first one inside the container. */
function countInside(
  { document, leaves, blocks }: FeatureSource,
  block: number,
  row: Float32Array,
  inside: number,
): void {
  const first = blocks.firstLeaf[block]!;
  const last = blocks.firstLeaf[block + 1]!;
  let from = blocks.container[block]! + 1;
  if (first > 0) from = Math.max(from, document.end[leaves.node[first - 1]!]!);
  for (let leaf = first; leaf < last; leaf++) {
    const node = leaves.node[leaf]!;
    for (let at = from; at < node; at++) {
      const group = INLINE_GROUP[document.tag[at]!]!;
      if (group !== NO_GROUP) row[inside + group]!++;
    }
    from = document.end[node]!;
  }
}

function countStyled(
  { document, leaves, blocks }: FeatureSource,
  leafCharacters: Int32Array,
  block: number,
  styled: { bold: number; italic: number },
): void {
  const container = blocks.container[block]!;
  const last = blocks.firstLeaf[block + 1]!;
  styled.bold = 0;
  styled.italic = 0;
  for (let leaf = blocks.firstLeaf[block]!; leaf < last; leaf++) {
    const characters = leafCharacters[leaf]!;
    if (characters === 0) continue;
    let isBold = false;
    let isItalic = false;
    let at = document.parent[leaves.node[leaf]!]!;
    for (let step = 0; step < MAX_INLINE_STEPS && at !== container; step++) {
      const tag = document.tag[at]!;
      isBold ||= tag === TAG.b || tag === TAG.strong;
      isItalic ||= tag === TAG.i || tag === TAG.em;
      at = document.parent[at]!;
    }
    if (isBold) styled.bold += characters;
    if (isItalic) styled.italic += characters;
  }
}

/** Writes of a row the family `semantics`. */
export function describeSemantics({ source }: FeatureContext): RowWriter {
  const { document, leaves, blocks } = source;
  const { parent, tag } = document;
  return (block, row, at) => {
    const end = at + SEMANTIC_GROUPS.length;
    for (let index = at; index < end; index++) row[index] = Number.NaN;
    let node = parent[leaves.node[blocks.firstLeaf[block]!]!]!;
    for (let step = 0; step < MAX_STEPS && node > 0; step++) {
      const group = SEMANTIC_GROUP[tag[node]!]!;
      if (group !== NO_GROUP && Number.isNaN(row[at + group])) row[at + group] = step;
      node = parent[node]!;
    }
    return end;
  };
}

function groupTable(groups: readonly (readonly TagName[])[]): Uint8Array {
  const table = new Uint8Array(256).fill(NO_GROUP);
  for (const [group, names] of groups.entries()) for (const name of names) table[TAG[name]] = group;
  return table;
}
