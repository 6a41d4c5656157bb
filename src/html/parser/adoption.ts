import { CLASS, classOf } from "./tag-classes.ts";
import type { TreeBuilder } from "./tree-builder.ts";

const OUTER_LOOPS = 8;
const INNER_LOOPS = 3;

/** "Any other end tag" of the in-body mode. */
export function closeOther(builder: TreeBuilder, name: number): void {
  const { open } = builder;
  const level = open.highest(name);
  // A special element above it ends the standard's walk down the stack.
  if (level < 0 || open.topSpecial > level) return;
  builder.generateImplied(name);
  open.popTo(level);
}

/** The adoption agency algorithm: an end tag of a formatting element. */
export function adopt(builder: TreeBuilder, name: number): void {
  const { open, formatting } = builder;
  if (open.currentKey === name && formatting.placeOf(open.current) < 0) {
    open.pop();
    return;
  }
  for (let round = 0; round < OUTER_LOOPS; round++) {
    const place = formatting.find(name);
    if (place < 0) {
      // Only the first time: afterwards there is nothing left to do.
      if (round === 0) closeOther(builder, name);
      return;
    }
    const element = formatting.at(place);
    const level = open.levelOf(element);
    if (level < 0) {
      formatting.removeAt(place);
      return;
    }
    // "In scope", by the level of this very element.
    if (level < open.scopeLevel) return;
    const block = furthestBlock(builder, level);
    if (block < 0) {
      open.popTo(level);
      formatting.removeAt(place);
      return;
    }
    moveThrough(builder, element, block);
  }
}

/** The level of the topmost special element above a level, or -1. */
function furthestBlock({ open }: TreeBuilder, level: number): number {
  if (open.topSpecial <= level) return -1;
  for (let at = level + 1; at < open.depth; at++) {
    if ((classOf(open.key[at]!) & CLASS.special) !== 0) return at;
  }
  return -1;
}

/** One round: the furthest block leaves the formatting element, of which it gets a copy inside. */
function moveThrough(builder: TreeBuilder, element: number, blockLevel: number): void {
  const { open, formatting, tree } = builder;
  const block = open.node[blockLevel]!;
  const ancestor = open.node[open.levelOf(element) - 1]!;
  let bookmark = formatting.placeOf(element);
  let last = block;
  let level = blockLevel;
  for (let round = 1; ; round++) {
    level--;
    let node = open.node[level]!;
    if (node === element) break;
    let place = formatting.placeOf(node);
    if (round > INNER_LOOPS && place >= 0) {
      formatting.removeAt(place);
      if (place < bookmark) bookmark--;
      place = -1;
    }
    if (place < 0) {
      open.removeAt(level);
      continue;
    }
    const key = tree.key[node]!;
    const copy = builder.create(key, tree.from[node], tree.to[node]);
    formatting.replaceAt(place, copy);
    open.replaceAt(level, copy, key);
    node = copy;
    if (last === block) bookmark = place + 1;
    tree.remove(last);
    tree.append(node, last);
    last = node;
  }
  tree.remove(last);
  // Into the common ancestor, or beside the table that it is a part of.
  builder.place(last, ancestor);
  const key = tree.key[element]!;
  const copy = builder.create(key, tree.from[element], tree.to[element]);
  tree.moveChildren(block, copy);
  tree.append(block, copy);
  const old = formatting.placeOf(element);
  formatting.removeAt(old);
  formatting.insertAt(old < bookmark ? bookmark - 1 : bookmark, copy);
  open.removeAt(open.levelOf(element));
  open.insertAt(open.levelOf(block) + 1, copy, key);
}
