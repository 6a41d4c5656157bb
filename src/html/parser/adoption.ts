import type { FormattingEntry } from "./formatting-elements.ts";
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
  if (open.currentKey === name && formatting.entryOf(open.current) === undefined) {
    open.pop();
    return;
  }
  for (let round = 0; round < OUTER_LOOPS; round++) {
    const entry = formatting.find(name);
    if (entry === undefined) {
      // Only the first time: afterwards there is nothing left to do.
      if (round === 0) closeOther(builder, name);
      return;
    }
    const level = open.levelOf(entry.node);
    if (level < 0) {
      formatting.remove(entry);
      return;
    }
    // "In scope", by the level of this very element.
    if (level < open.scopeLevel) return;
    const block = furthestBlock(builder, level);
    if (block < 0) {
      open.popTo(level);
      formatting.remove(entry);
      return;
    }
    moveThrough(builder, entry, block);
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
function moveThrough(builder: TreeBuilder, entry: FormattingEntry, blockLevel: number): void {
  const { open, formatting, tree } = builder;
  const block = open.node[blockLevel]!;
  const elementLevel = open.levelOf(entry.node);
  const stillOpen: number[] = [];
  let bookmark: FormattingEntry | undefined;
  let last = block;
  for (let level = blockLevel - 1, round = 1; level > elementLevel; level--, round++) {
    const inner = formatting.entryOf(open.node[level]!);
    if (inner === undefined) continue;
    if (round > INNER_LOOPS) {
      formatting.remove(inner);
      continue;
    }
    const copy = builder.copy(inner);
    stillOpen.unshift(copy);
    bookmark ??= inner;
    tree.remove(last);
    tree.append(copy, last);
    last = copy;
  }
  tree.remove(last);
  // Into the common ancestor, or beside the table that it is a part of.
  builder.place(last, open.node[elementLevel - 1]!);
  if (bookmark !== undefined) formatting.moveBehind(entry, bookmark);
  const copy = builder.copy(entry);
  tree.moveChildren(block, copy);
  tree.append(block, copy);
  open.replace({ from: elementLevel, to: blockLevel }, [...stillOpen, block, copy], tree.key);
}
