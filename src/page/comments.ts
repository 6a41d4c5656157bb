import type { ReaderComment } from "../article/index.ts";
import { attribute, BLOCK_TAGS, type Document, TAG, tagTable } from "../html/index.ts";
import { COMMENT_HEADING, COMMENT_NAMES, NOT_COMMENTS, REPLY_WORDS } from "./comment-words.data.ts";
import { shortAttribute } from "./landmarks.ts";
import { leafAt, leafWords, TEXT_LEAF } from "./leaves.ts";
import type { Page } from "./page.ts";
import { looksOf, statesTime, type TimedEntry, timedEntries } from "./timed-entries.ts";

/** A part of a page in which readers comment: its nodes from `from` up to `to`. */
interface CommentSection {
  readonly from: number;
  readonly to: number;
  /** The evidence: the name of its element, a heading over dated entries, or words in the entries. */
  readonly evidence: "name" | "heading" | "entries";
}

const MAX_HEADING_CHARACTERS = 80;
const MAX_REPLY_CHARACTERS = 30;
/** Nearly all names have none of these, and need not be taken apart. */
const MAYBE_COMMENTS = /omment|disqus|koment|coment|reacties|yorum|pinglun/i;
/** One date can be that of the story. */
const MIN_MARKS = 2;
/** Parts of a name: comment-list, comment_list, commentList. */
const NAME_PARTS = /[A-Z]?[a-z]+|[A-Z]+/g;

const WHOLE_PAGES = tagTable("html", "body", "main");
const NO_ROOT = -1;

/** The sections of comments that hold any of the marked leaves, in document order. */
export function findCommentSections(page: Page, marked: ArrayLike<number>): readonly CommentSection[] {
  const found = [...namedCommentSections(page, marked), ...headedSections(page), ...entrySections(page)];
  return found.sort((a, b) => a.from - b.from || b.to - a.to);
}

/** The outermost elements around marked leaves that are named as comments, and do not hold the page's headline. */
export function namedCommentSections(page: Page, marked: ArrayLike<number>): CommentSection[] {
  const { document, leaves, landmarks } = page;
  const headline = landmarks.headings.find((node) => document.tag[node] === TAG.h1) ?? -1;
  /** By element: the outermost named element around it, or `NO_ROOT`; 0 until it is visited. */
  const rootOf = new Int32Array(document.size);
  rootOf[0] = NO_ROOT;
  const path: number[] = [];
  const roots = new Set<number>();
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (!marked[leaf] || leaves.kind[leaf] !== TEXT_LEAF) continue;
    let element = document.parent[leaves.node[leaf]!]!;
    for (; rootOf[element] === 0; element = document.parent[element]!) path.push(element);
    let root = rootOf[element]!;
    for (let one = path.pop(); one !== undefined; one = path.pop()) {
      const holds = headline >= one && headline < document.end[one]!;
      if (root === NO_ROOT && !holds && isNamedComments(document, one)) root = one;
      rootOf[one] = root;
    }
    if (root !== NO_ROOT) roots.add(root);
  }
  return [...roots].map((root) => ({ from: root, to: document.end[root]!, evidence: "name" }));
}

function isNamedComments(document: Document, element: number): boolean {
  const tag = document.tag[element]!;
  // In a line of code, a name such as this marks a remark of the programmer.
  if (BLOCK_TAGS[tag] !== 1 || WHOLE_PAGES[tag] === 1) return false;
  for (const name of ["class", "id"]) {
    const value = shortAttribute(document, element, name);
    if (value !== undefined && MAYBE_COMMENTS.test(value) && value.split(/\s+/).some(isCommentToken))
      return true;
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

/** The rest of the element after a heading for comments, where it holds dated entries or links to reply. */
function headedSections(page: Page): CommentSection[] {
  const { document, leaves, landmarks } = page;
  const found: CommentSection[] = [];
  for (const heading of landmarks.headings) {
    const from = leafAt(leaves, heading);
    const last = leafAt(leaves, document.end[heading]!) - 1;
    if (last < from || !isHeadingText(page, from, last)) continue;
    const end = document.end[document.parent[heading]!]!;
    const entries = timedEntries(page).filter(({ mark }) => mark >= heading && mark < end);
    if (entries.length + countReplies(page, heading, end) < MIN_MARKS) continue;
    const to = entries.length < MIN_MARKS ? end : endOf(page, entries, end);
    found.push({ from: heading, to, evidence: "heading" });
  }
  return found;
}

/** Whether the text of some leaves is a heading for comments. */
function isHeadingText({ document, leaves }: Page, from: number, last: number): boolean {
  const start = document.textStart[leaves.node[from]!]!;
  const end = document.textEnd[leaves.node[last]!]!;
  return end - start <= MAX_HEADING_CHARACTERS && COMMENT_HEADING.test(document.text.slice(start, end));
}

/** Where a section ends: after its last entry if the dated elements hold the texts too, as a story may follow; else at `end`. */
function endOf(page: Page, entries: readonly TimedEntry[], end: number): number {
  const { document } = page;
  const first = entries[0]!;
  const last = entries.at(-1)!;
  const own = countWords(page, first.from, document.end[first.from]!);
  return own > MAX_SIGNATURE_WORDS && 2 * own > countWords(page, first.from, first.to)
    ? document.end[last.from]!
    : end;
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

/** Entries with times, most of them with links to answer, vote or report, or that follow a line such as "Comments (5)". */
function entrySections(page: Page): CommentSection[] {
  const { leaves } = page;
  const entries = timedEntries(page);
  const [first] = entries;
  const last = entries.at(-1);
  if (first === undefined || last === undefined) return [];
  const to = endOf(page, entries, last.to);
  const before = leafAt(leaves, first.from) - 1;
  if (before >= 0 && leaves.kind[before] === TEXT_LEAF && isHeadingText(page, before, before)) {
    return [{ from: leaves.node[before]!, to, evidence: "heading" }];
  }
  if (countReplies(page, first.from, last.to) < entries.length / 2) return [];
  return [{ from: first.from, to, evidence: "entries" }];
}

const MAX_CLIMB = 4;
/** How page authors mark the writers of posts, in classes, properties and addresses. */
const WRITER = /author|user|member|poster|nick|profile/i;

/** Whether the markup around a text of an entry says that it names who wrote it. */
export function isWriterMarked({ document }: Page, text: number, entry: number): boolean {
  let element = document.parent[text]!;
  for (let climbed = 0; climbed < MAX_CLIMB && element >= entry; climbed++) {
    for (const name of ["class", "itemprop", "rel", "href"]) {
      const mark = shortAttribute(document, element, name);
      if (mark !== undefined && WRITER.test(mark)) return true;
    }
    element = document.parent[element]!;
  }
  return false;
}

/** Longer texts are sentences, not names or dates. */
const MAX_SIGNATURE_CHARACTERS = 60;
/** A name and a date in one text: Posted by: Ann at 2 May 2012. */
const SIGNATURE =
  /^(?:(?:posted|written|geschrieben|verfasst|posté|écrit|publicado|escrito|scritto) )?(?:(?:by|von|par|por|da)\b:? *)?(\p{L}.*?),? (?:at|on|am|le|el|il|\||-) (.*\d.*)$/iu;
/** The running number of a comment. */
const NUMBER = /^#?\d+[.)]?$/;
/** An element with more words is not a signature. */
const MAX_SIGNATURE_WORDS = 12;
/** The class of one comment: comment, comment-item, commentBody, user_comment. */
const ENTRY_NAME = /comment(?!s|-?list)|kommentar(?!e)|comentario(?!s)|commentaire(?!s)/i;

/** What readers wrote on a page, each comment by itself and in the order of the page; replies are comments too. */
export function readComments(page: Page): readonly ReaderComment[] {
  const comments: ReaderComment[] = [];
  let end = 0;
  for (const section of findCommentSections(page, page.leaves.visible)) {
    if (section.from < end) continue;
    end = section.to;
    for (const [from, to] of entryRanges(page, section)) {
      const comment = readEntry(page, from, to);
      if (comment !== undefined) comments.push(comment);
    }
  }
  return comments;
}

/** The nodes of a section's entries: all elements with the tag and class of the first that is dated or named a comment; replies too. */
function entryRanges(
  page: Page,
  { from, to }: CommentSection,
): readonly (readonly [from: number, to: number])[] {
  const { document } = page;
  const dated = timedEntries(page).find(({ mark }) => mark >= from && mark < to)?.from;
  let first = dated ?? from;
  while (dated === undefined && first < to && !isNamedComment(document, first)) first++;
  const looks = first < to ? looksOf(document, first) : "";
  const starts: number[] = [];
  for (let node = Math.max(first, from); node < to; node++) {
    if (document.tag[node] === document.tag[first] && looksOf(document, node) === looks) starts.push(node);
  }
  const isSignature = (node: number) => countWords(page, node, document.end[node]!) <= MAX_SIGNATURE_WORDS;
  if (countWords(page, from, starts[0] ?? from) <= MAX_SIGNATURE_WORDS || !starts.every(isSignature)) {
    return starts.map((start, at) => [start, starts[at + 1] ?? to]);
  }
  // Signatures stand below what they sign.
  return starts.map((start, at) => [at === 0 ? from : document.end[starts[at - 1]!]!, document.end[start]!]);
}

/** Whether an element is named a comment, and not a list of them. */
function isNamedComment(document: Document, node: number): boolean {
  if (!isNamedComments(document, node)) return false;
  const classes = shortAttribute(document, node, "class") ?? "";
  return classes.split(/\s+/).some((token) => ENTRY_NAME.test(token));
}

function countWords(page: Page, from: number, to: number): number {
  const { leaves } = page;
  let words = 0;
  for (let leaf = leafAt(leaves, from); leaf < leaves.count && leaves.node[leaf]! < to; leaf++) {
    if (leaves.visible[leaf] === 1) words += leafWords(page, leaf);
  }
  return words;
}

function readEntry(page: Page, from: number, to: number): ReaderComment | undefined {
  const { document, leaves, blocks } = page;
  let author: string | null = null;
  let date: string | null = null;
  let words = 0;
  let block = -1;
  let text = "";
  for (let leaf = leafAt(leaves, from); leaf < leaves.count && leaves.node[leaf]! < to; leaf++) {
    if (leaves.visible[leaf] === 0 || leaves.kind[leaf] !== TEXT_LEAF) continue;
    const node = leaves.node[leaf]!;
    const own = document.text
      .slice(document.textStart[node], document.textEnd[node])
      .replace(/\s+/g, " ")
      .trim();
    const isShort = own.length <= MAX_SIGNATURE_CHARACTERS;
    const parent = document.parent[node]!;
    if (isShort && (COMMENT_HEADING.test(own) || (words === 0 && NUMBER.test(own)))) continue;
    if (isShort && date === null && (document.tag[parent] === TAG.time || statesTime(own))) {
      const signed: RegExpExecArray | null = author === null ? SIGNATURE.exec(own) : null;
      author ??= signed?.[1] ?? null;
      date = attribute(document, parent, "datetime") ?? signed?.[2] ?? own;
    } else if (isShort && author === null && isWriterMarked(page, node, from)) author = own;
    else if (!isShort || !REPLY_WORDS.test(own)) {
      if (text !== "") text += blocks.ofLeaf[leaf] === block ? " " : "\n\n";
      text += own;
      block = blocks.ofLeaf[leaf]!;
      words += leafWords(page, leaf);
    }
  }
  // Without words it is a button or a form.
  return words === 0 ? undefined : { author, date, text };
}
