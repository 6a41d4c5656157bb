import { attribute, BLOCK_TAGS, type Document, TAG, tagTable } from "../html/index.ts";
import { COMMENT_HEADING, COMMENT_NAMES, NOT_COMMENTS, REPLY_WORDS } from "./comment-words.data.ts";
import { leafAt, TEXT_LEAF } from "./leaves.ts";
import type { Page } from "./page.ts";
import { shownText } from "./plain-text.ts";
import { type TimedEntry, timedEntries } from "./timed-entries.ts";

/** A part of a page in which readers comment: its nodes from `from` up to `to`. */
export interface CommentSection {
  readonly from: number;
  readonly to: number;
  /** What tells: the name of its element, a heading over dated entries, or words in the entries. */
  readonly evidence: "name" | "heading" | "entries";
}

/** A hostile page may name every element with a megabyte. */
const MAX_NAME_CHARACTERS = 200;
const MAX_HEADING_CHARACTERS = 80;
const MAX_REPLY_CHARACTERS = 30;
/** Parts of a name: comment-list, comment_list, commentList. */
const NAME_PARTS = /[A-Z]?[a-z]+|[A-Z]+/g;

const WHOLE_PAGES = tagTable("html", "body", "main");

/** The sections of comments that hold any of the marked leaves, in document order. */
export function findCommentSections(page: Page, marked: ArrayLike<number>): readonly CommentSection[] {
  const found = [...namedSections(page, marked), ...headedSections(page), ...entrySections(page)];
  return found.sort((a, b) => a.from - b.from || b.to - a.to);
}

/** The outermost elements around marked leaves that are named as comments, and do not hold the page's headline. */
function namedSections(page: Page, marked: ArrayLike<number>): CommentSection[] {
  const { document, leaves, landmarks } = page;
  const headline = landmarks.headings.find((node) => document.tag[node] === TAG.h1) ?? -1;
  /** The outermost named element around each that was met, or -1. */
  const rootOf = new Map<number, number>([[0, -1]]);
  const path: number[] = [];
  const roots = new Set<number>();
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (!marked[leaf] || leaves.kind[leaf] !== TEXT_LEAF) continue;
    let element = document.parent[leaves.node[leaf]!]!;
    for (; !rootOf.has(element); element = document.parent[element]!) path.push(element);
    let root = rootOf.get(element)!;
    for (let one = path.pop(); one !== undefined; one = path.pop()) {
      const holds = headline >= one && headline < document.end[one]!;
      if (root < 0 && !holds && isNamedComments(document, one)) root = one;
      rootOf.set(one, root);
    }
    if (root >= 0) roots.add(root);
  }
  return [...roots].map((root) => ({ from: root, to: document.end[root]!, evidence: "name" }));
}

function isNamedComments(document: Document, element: number): boolean {
  const tag = document.tag[element]!;
  // In a line of code, a name such as this marks a remark of the programmer.
  if (BLOCK_TAGS[tag] !== 1 || WHOLE_PAGES[tag] === 1) return false;
  for (const name of ["class", "id"]) {
    const value = attribute(document, element, name)?.slice(0, MAX_NAME_CHARACTERS);
    if (value?.split(/\s+/).some(isCommentToken)) return true;
  }
  return false;
}

function isCommentToken(token: string): boolean {
  let isComment = false;
  for (const [part] of token.matchAll(NAME_PARTS)) {
    const word = part.toLowerCase();
    if (NOT_COMMENTS.has(word)) return false;
    isComment ||= COMMENT_NAMES.has(word);
  }
  return isComment;
}

/** What follows a heading for comments in its element, where it holds times of entries or words to reply. */
function headedSections(page: Page): CommentSection[] {
  const { document, landmarks } = page;
  const found: CommentSection[] = [];
  for (const heading of landmarks.headings) {
    const text = shownText(document, heading).trim();
    if (text.length > MAX_HEADING_CHARACTERS || !COMMENT_HEADING.test(text)) continue;
    const to = document.end[document.parent[heading]!]!;
    if (countMarks(page, heading, to) >= 2) found.push({ from: heading, to, evidence: "heading" });
  }
  return found;
}

function countMarks(page: Page, from: number, to: number): number {
  const timed = timedEntries(page).filter(({ mark }) => mark >= from && mark < to).length;
  return timed + countReplies(page, from, to);
}

function countReplies({ document, leaves }: Page, from: number, to: number): number {
  let count = 0;
  for (let leaf = leafAt(leaves, from); leaf < leaves.count && leaves.node[leaf]! < to; leaf++) {
    const node = leaves.node[leaf]!;
    const [start, end] = [document.textStart[node]!, document.textEnd[node]!];
    if (leaves.kind[leaf] !== TEXT_LEAF || end - start > MAX_REPLY_CHARACTERS) continue;
    if (REPLY_WORDS.test(document.text.slice(start, end).trim())) count++;
  }
  return count;
}

/** Entries with times of which most can be answered, voted on or reported. */
function entrySections(page: Page): CommentSection[] {
  const entries: readonly TimedEntry[] = timedEntries(page);
  const [first] = entries;
  const last = entries.at(-1);
  if (first === undefined || last === undefined) return [];
  if (countReplies(page, first.from, last.to) < entries.length / 2) return [];
  return [{ from: first.from, to: last.to, evidence: "entries" }];
}
