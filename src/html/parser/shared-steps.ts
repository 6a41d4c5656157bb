import { NAME } from "../tags.ts";
import type { FormattingEntry } from "./formatting-elements.ts";
import { CLASS, classOf, MODE } from "./names.ts";
import { type HtmlTreeBuilder, RAW } from "./tree-builder.ts";

const OUTER_LOOPS = 8;
const INNER_LOOPS = 3;

/** "Any other end tag" of the in-body mode. */
export function closeOther(builder: HtmlTreeBuilder, name: number): void {
  const { open } = builder;
  const level = open.highest(name);
  // A special element above it ends the standard's walk down the stack.
  if (level < 0 || open.topSpecial > level) return;
  builder.generateImplied(name);
  open.popTo(level);
}

/** The adoption agency algorithm: an end tag of a formatting element. */
export function adopt(builder: HtmlTreeBuilder, name: number): void {
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
function furthestBlock({ open }: HtmlTreeBuilder, level: number): number {
  if (open.topSpecial <= level) return -1;
  for (let at = level + 1; at < open.depth; at++) {
    if ((classOf(open.key[at]!) & CLASS.special) !== 0) return at;
  }
  return -1;
}

/** One round: the furthest block leaves the formatting element, and gets a copy of it inside. */
function moveThrough(builder: HtmlTreeBuilder, entry: FormattingEntry, blockLevel: number): void {
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
  // Into the common ancestor, or next to the table that it is a part of.
  builder.place(last, open.node[elementLevel - 1]!);
  if (bookmark !== undefined) formatting.moveAfter(entry, bookmark);
  const copy = builder.copy(entry);
  tree.moveChildren(block, copy);
  tree.append(block, copy);
  open.replace({ from: elementLevel, to: blockLevel }, [...stillOpen, block, copy], tree.key);
}

/** Start tags of the in-head mode, in any mode; false for all others. */
export function startInHead(builder: HtmlTreeBuilder, name: number): boolean {
  switch (name) {
    case NAME.base:
    case NAME.basefont:
    case NAME.bgsound:
    case NAME.link:
    case NAME.meta:
      builder.insertVoid(name);
      return true;
    case NAME.title:
      builder.insertRaw(name, RAW.rcdata);
      return true;
    case NAME.noframes:
    case NAME.style:
      builder.insertRaw(name, RAW.rawtext);
      return true;
    case NAME.script:
      builder.insertRaw(name, RAW.script);
      return true;
    case NAME.template:
      builder.insert(name);
      builder.formatting.pushMarker();
      builder.isFramesetOk = false;
      builder.mode = MODE.inTemplate;
      builder.templateModes.push(MODE.inTemplate);
      return true;
    default:
      return false;
  }
}

/** The end tag of a template, in any mode. */
export function endTemplate(builder: HtmlTreeBuilder): void {
  if (builder.open.highest(NAME.template) < 0) return;
  builder.generateImpliedThoroughly();
  finishTemplate(builder);
}

/** The end of the page inside a template; false outside of one. */
export function finishTemplate(builder: HtmlTreeBuilder): boolean {
  if (builder.open.highest(NAME.template) < 0) return false;
  builder.open.popThrough(NAME.template);
  builder.formatting.clearToMarker();
  builder.templateModes.pop();
  builder.resetMode();
  return true;
}

/** The rest of a text after its leading white space, which is inserted or dropped; undefined if nothing follows. */
export function afterSpace(
  builder: HtmlTreeBuilder,
  from: number,
  to: number,
  isKept: boolean,
): number | undefined {
  const length = builder.spaceLength(from, to);
  if (isKept && length > 0) {
    if (from >= 0) builder.insertText(from, from + length);
    else builder.insertText(builder.keep(builder.textOf(from, to).slice(0, length)), 0);
  }
  return length === builder.lengthOf(from, to) ? undefined : builder.textFrom(from, length);
}

/** The white space of a text as a text of its own; undefined if there is none. */
export function spacesOf(builder: HtmlTreeBuilder, from: number, to: number): number | undefined {
  const spaces = builder.textOf(from, to).replace(/[^\t\n\f\r ]+/g, "");
  return spaces === "" ? undefined : builder.keep(spaces);
}

/** Inserts only the white space of a text. */
export function insertSpaces(builder: HtmlTreeBuilder, from: number, to: number): void {
  const spaces = spacesOf(builder, from, to);
  if (spaces !== undefined) builder.insertText(spaces, 0);
}
