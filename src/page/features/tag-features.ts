import { TAG, type TagName } from "../../html/index.ts";
import { CONTAINER_GROUPS, INLINE_GROUPS, SEMANTIC_GROUPS } from "./block-features.data.ts";
import { type FamilyWriter, type FeatureContext, share, skip } from "./feature-context.ts";
import type { FeatureSource } from "./feature-source.ts";

/** Elements above this many steps say little of a block, and hostile pages nest without end. */
const MAX_STEPS = 40;
/** Inline elements hardly nest deeper than three. */
const MAX_INLINE_STEPS = 8;
const NO_GROUP = 255;
const CONTAINER_GROUP = groupTable(CONTAINER_GROUPS);
const INLINE_GROUP = groupTable(INLINE_GROUPS);
const SEMANTIC_GROUP = groupTable(SEMANTIC_GROUPS);

/** Writes the family `tags`. */
export function describeTags({ source, texts, skeleton }: FeatureContext): FamilyWriter {
  const { tag } = source.document;
  const { container } = source.blocks;
  const styled = { bold: 0, italic: 0 };
  const inside = CONTAINER_GROUPS.length;
  const counted = inside + INLINE_GROUPS.length;
  return ({ count, blocks, values, width }, column) => {
    for (let row = 0; row < count; row++) {
      const block = blocks[row]!;
      const at = row * width + column;
      const end = at + counted;
      const group = CONTAINER_GROUP[tag[container[block]!]!]!;
      for (let index = at; index < end; index++) values[index] = 0;
      if (group !== NO_GROUP) values[at + group] = 1;
      countInside(source, block, values, at + inside);
      values[end] = texts.media[block]!;
      countStyled(source, texts.leafCharacters, block, styled);
      values[end + 1] = share(styled.bold, texts.characters[block]!);
      values[end + 2] = share(styled.italic, texts.characters[block]!);
      values[end + 3] = skeleton.depth[skeleton.ofBlock[block]!]!;
    }
    return column + counted + 4;
  };
}

/** Counts the elements that open between the leaves of a block, and before its first one inside the container. */
function countInside(
  { document, leaves, blocks }: FeatureSource,
  block: number,
  values: Float32Array,
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
      if (group !== NO_GROUP) values[inside + group]!++;
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

/** Writes the family `semantics`. */
export function describeSemantics({ source }: FeatureContext): FamilyWriter {
  const { document, leaves } = source;
  const { firstLeaf } = source.blocks;
  const { parent, tag } = document;
  return ({ count, blocks, values, width }, column) => {
    for (let row = 0; row < count; row++) {
      const at = row * width + column;
      skip(values, at, at + SEMANTIC_GROUPS.length);
      let node = parent[leaves.node[firstLeaf[blocks[row]!]!]!]!;
      for (let step = 0; step < MAX_STEPS && node > 0; step++) {
        const group = SEMANTIC_GROUP[tag[node]!]!;
        if (group !== NO_GROUP && Number.isNaN(values[at + group])) values[at + group] = step;
        node = parent[node]!;
      }
    }
    return column + SEMANTIC_GROUPS.length;
  };
}

function groupTable(groups: readonly (readonly TagName[])[]): Uint8Array {
  const table = new Uint8Array(256).fill(NO_GROUP);
  for (const [group, names] of groups.entries()) for (const name of names) table[TAG[name]] = group;
  return table;
}
