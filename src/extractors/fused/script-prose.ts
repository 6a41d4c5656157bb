import type { Facts } from "../../page/index.ts";
import { countWordsIn } from "../../text/index.ts";

/** What a bracket of code holds: prose strings and inner brackets that hold some. */
interface Group {
  readonly isList: boolean;
  /** The key that it has in the object around it; what is in a list has the list's. */
  readonly key: string;
  words: number;
  readonly parts: Part[];
  /** Whether one of its own strings is a title of the page. */
  isTitled: boolean;
  authors?: string[];
  published?: string;
}

type Part = string | Group;

/** Prose that was found in code, one string for each paragraph or for all of them. */
export interface Prose {
  readonly strings: readonly string[];
  /** Whether it is next to a title of the page. */
  readonly isTitled: boolean;
  /** What is stated next to it of who wrote it, and when. */
  readonly facts: Facts;
}

/** Shorter strings are labels; no paragraph that matters is. */
const MIN_CHARACTERS = 25;
/** Literals with their marks that are shorter hold neither a title nor prose. */
const MIN_LITERAL = 11;
/** No headline is longer. */
const MAX_TITLE = 300;
/** Words next to the page's title are worth more: data may hold many articles, of which one is the page's. */
const TITLED_WEIGHT = 4;
/** Deeper brackets make no groups of their own: a page of nothing else would take a gigabyte. */
const MAX_DEPTH = 1_000;
/** JSON inside a string of JSON is opened this often. */
const MAX_OPENED = 2;
/** A sentence ends: at the end of the text, before a space, a quotation mark or a tag, or without any space in Chinese. */
const SENTENCE = /[.!?…]["'”’»)\]]?(?:\s|<|$)|[。！？]/;

/** The longest prose in code that states data (JSON, or JavaScript's way of writing it): nothing is run or understood. */
export class ProseFinder {
  readonly #isTitle: (text: string) => boolean;
  #best: Group | undefined;
  #worth = 0;

  constructor(isTitle: (text: string) => boolean) {
    this.#isTitle = isTitle;
  }

  /** The best prose so far: the longest, that next to the page's title before others. */
  get best(): Prose | undefined {
    if (this.#best === undefined) return undefined;
    const { isTitled, authors, published } = this.#best;
    const facts = { ...(authors && { authors }), ...(published && { published }) };
    return { strings: flatten(this.#best), isTitled, facts };
  }

  /** Reads a text by itself, outside all brackets. */
  readText(text: string): void {
    if (!isProse(text)) return;
    const group = newGroup(true, "");
    add(group, text, wordsOf(text));
    this.#compare(group);
  }

  /** Reads code in one pass: strings in the lists and objects that its brackets make. */
  readCode(code: string, opened = 0): void {
    let group = newGroup(true, "");
    let key = "";
    const outer: Group[] = [];
    let tooDeep = 0;
    for (let at = 0; at < code.length; at++) {
      switch (code.charCodeAt(at)) {
        case 0x5b: // [
        case 0x28: // (
        case 0x7b: // {
          if (outer.length === MAX_DEPTH) {
            tooDeep++;
            break;
          }
          outer.push(group);
          group = newGroup(code[at] !== "{", key === "" && group.isList ? group.key : key);
          key = "";
          break;
        case 0x2c: // ,
          key = "";
          break;
        case 0x5d: // ]
        case 0x29: // )
        case 0x7d: {
          // }
          if (tooDeep > 0) {
            tooDeep--;
            break;
          }
          const parent = outer.pop();
          if (parent === undefined) break;
          this.#close(group, parent);
          group = parent;
          break;
        }
        case 0x22: // "
        case 0x27: // '
        case 0x60: {
          // `
          const end = stringEnd(code, at);
          if (isKey(code, end)) key = code.slice(at + 1, end - 1);
          else if (end > at) this.#readString(code.slice(at, end), key, group, opened);
          // After a mark that opens no string (an apostrophe in a comment) the rest of the line is skipped.
          at = Math.abs(end) - 1;
          break;
        }
      }
    }
    for (let parent = outer.pop(); parent !== undefined; parent = outer.pop()) {
      this.#close(group, parent);
      group = parent;
    }
    this.#compare(group);
  }

  #readString(literal: string, key: string, group: Group, opened: number): void {
    noteFact(group, key, literal);
    if (literal.length < MIN_LITERAL) return;
    const text = unquote(literal);
    if (text.length <= MAX_TITLE && this.#isTitle(text)) group.isTitled = true;
    if (text.length < MIN_CHARACTERS) return;
    const first = text.trimStart()[0];
    if (first === "{" || first === "[") {
      if (opened < MAX_OPENED) this.readCode(text, opened + 1);
    } else if (isProse(text)) add(group, text, wordsOf(text));
  }

  #close(group: Group, parent: Group): void {
    if (group.isTitled) this.#compare(group);
    passAuthorsOn(group, parent);
    if (group.words > 0) add(parent, group, group.words);
    else if (group.isTitled && !parent.isList) parent.isTitled = true;
  }

  #compare(group: Group): void {
    const worth = group.words * (group.isTitled ? TITLED_WEIGHT : 1);
    if (worth <= this.#worth) return;
    this.#worth = worth;
    this.#best = group;
  }
}

function newGroup(isList: boolean, key: string): Group {
  return { isList, key, words: 0, parts: [], isTitled: false };
}

/** A list holds all its parts; an object states one thing in several ways, of which the longest is taken. */
function add(group: Group, part: Part, words: number): void {
  if (group.isList) {
    group.parts.push(part);
    group.words += words;
  } else if (words > group.words) {
    group.parts[0] = part;
    group.words = words;
  }
}

function flatten(group: Group): string[] {
  const strings: string[] = [];
  const work: Part[] = [group];
  for (let part = work.pop(); part !== undefined; part = work.pop()) {
    if (typeof part === "string") strings.push(part);
    else for (let at = part.parts.length - 1; at >= 0; at--) work.push(part.parts[at]!);
  }
  return strings;
}

function isProse(text: string): boolean {
  if (text.includes("{")) return false;
  return SENTENCE.test(text) && (/\s/.test(text) || /[。！？]/.test(text));
}

function wordsOf(text: string): number {
  if (!text.includes("<")) return countWordsIn(text, 0, text.length);
  let count = 0;
  for (let at = 0; at < text.length; ) {
    const tag = text.indexOf("<", at);
    count += countWordsIn(text, at, tag < 0 ? text.length : tag);
    const end = tag < 0 ? -1 : text.indexOf(">", tag);
    at = end < 0 ? text.length : end + 1;
  }
  return count;
}

function isKey(code: string, end: number): boolean {
  let at = end;
  while (code.charCodeAt(at) <= 0x20) at++;
  return code[at] === ":";
}

/** Literals that are longer state more than a name or a date. */
const MAX_FACT_LITERAL = 80;
/** No article has more. */
const MAX_AUTHORS = 20;
const PUBLISHED = /^(?:first_?)?(?:date_?published|publi(?:shed|sh|cation)_?(?:at|on|date|time|datetime)?)$/i;
const AUTHORS = /^(?:authors?|by_?line|writers?|creators?)$/i;
const NAME = /^(?:display_?|full_?)?name$/i;

/** Notes what a literal under a key says of the author or the date; a bracket's first date counts. */
function noteFact(holder: Group, key: string, literal: string): void {
  if (literal.length > MAX_FACT_LITERAL) return;
  if (PUBLISHED.test(key)) holder.published ??= unquote(literal);
  else if (namesAuthor(holder, key)) addAuthors(holder, [unquote(literal)]);
}

/** Passes the names in a bracket under an author's key on to the one around it. */
function passAuthorsOn(from: Group, to: Group): void {
  if (from.authors !== undefined && AUTHORS.test(from.key)) addAuthors(to, from.authors);
}

function namesAuthor({ isList, key: outer }: Group, key: string): boolean {
  if (AUTHORS.test(key)) return true;
  return (isList ? key === "" : NAME.test(key)) && AUTHORS.test(outer);
}

function addAuthors(holder: Group, names: readonly string[]): void {
  holder.authors ??= [];
  for (const name of names) if (holder.authors.length < MAX_AUTHORS) holder.authors.push(name);
}

/** The offset after the quotation mark that ends a string; minus the end of the line where that comes first. */
export function stringEnd(code: string, start: number): number {
  const quote = code.charCodeAt(start);
  for (let at = start + 1; at < code.length; at++) {
    const unit = code.charCodeAt(at);
    if (unit === quote) return at + 1;
    if (unit === 0x5c) at++;
    else if (unit === 0x0a && quote !== 0x60) return -at;
  }
  return -code.length;
}

const ESCAPE = /\\(?:u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|x([\da-fA-F]{2})|([\s\S]))/g;
const CONTROLS: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  b: "",
  f: "",
  v: "",
  "\n": "",
};

/** The text that a string of code stands for. */
export function unquote(literal: string): string {
  const inner = literal.slice(1, -1);
  if (!inner.includes("\\")) return inner;
  return inner.replace(ESCAPE, (_, four?: string, braced?: string, two?: string, other?: string) => {
    const code = Number.parseInt(four ?? braced ?? two ?? "", 16);
    if (other !== undefined) return CONTROLS[other] ?? other;
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}
