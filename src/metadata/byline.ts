import { attribute, TAG, tagTable } from "../html/index.ts";
import type { Page } from "../page/index.ts";
import { marksOf, markTest } from "./marks.ts";
import { isPersonName, isSignature, readNames, STARTS_WITH_BY } from "./read-names.ts";
import type { Evidence } from "./rule.ts";
import { leafText, type Snippet } from "./surroundings.ts";

/** Names of classes and ids, and folders of addresses, that speak of a writer; in the languages of the sets. */
const isOfWriter = markTest(
  /author|by-?_?line|writer|autor(?!i[sz])|auteur|verfasser|redakteur|reporter|journalist|contributor|creator|signature|person-link/i,
);
const WRITER_FOLDER =
  /\/(?:authors?|autor(?:en|es|i|e)?|auteurs?|writers?|reporters?|contributors?|redakteure?|redaction|profiles?|staff|people)[/=]/i;
/** What stands around other articles' writers. */
const isMarkedElsewhere = markTest(
  /comment|related|teaser|recommend|(?<!content-)sidebar|popular|trending|most-?read|more-?(?:from|stories|news)|newsletter|promo(?!ted)|card\b|caption|credit|copyright/i,
);
const ELSEWHERE_TAGS = tagTable("nav", "footer", "form", "figure", "figcaption");

const MAX_CLIMB = 4;
const MAX_ELSEWHERE_CLIMB = 10;
/** An element with more text around a name is no byline. */
const MAX_BYLINE_CHARACTERS = 600;
/** Writers of one article stand together; the next one after so many leaves is another article's. */
const MAX_GAP = 10;

/** The writers whom the page names in a byline near the headline or at the end; undefined where it has none. */
export function readByline({ page, snippets, shownReader }: Evidence): readonly string[] | undefined {
  const marked = markedNames(page, snippets);
  if (marked.length > 0) return marked;
  for (const { text, from } of snippets) {
    const names = readSigned(text) ?? shownReader?.readNames(text) ?? [];
    if (names.length > 0 && !isElsewhere(page, from)) return names;
  }
  return undefined;
}

function readSigned(text: string): readonly string[] | undefined {
  if (!STARTS_WITH_BY.test(text)) return undefined;
  return readNames(untilDetails(text)).filter(isSignature);
}

/** "Ann Lee · 3 May" is a name and a date, "By Ann Lee in Sport" a name and a section; Mark, Jane and April are names. */
export function untilDetails(text: string): string {
  return text.replace(
    /\s*(?:[|·•●(]|\s[–—-]\s|\d|,?\s+(?:in|on|at|updated|published)\s|,?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?\s*\d).*$/i,
    "",
  );
}

/** Who only checked, edited or pictured the article is named under a label of their own. */
const OTHER_ROLE = /review|edited|editor|fact|check|medical|photo|illustrat|translat|update/i;

/** What joins a name to one before it that stands in an element of its own. */
const JOINS_NAMES = /^\s*(?:and|und|et|y|og|och|en|&)\s+/i;
/** A label is no longer. */
const MAX_LABEL = 40;

function markedNames(page: Page, snippets: readonly Snippet[]): readonly string[] {
  const people: string[] = [];
  const singles: string[] = [];
  let lastLeaf = -1;
  search: for (const { from, to } of snippets) {
    for (let leaf = from; leaf < to; leaf++) {
      if (lastLeaf >= 0 && Math.abs(leaf - lastLeaf) > MAX_GAP) break search;
      if (lastLeaf >= 0 && isOtherRole(leafText(page.document, page.leaves.node[leaf]!))) break search;
      const mark = writerMark(page, leaf);
      if (mark === undefined || isElsewhere(page, leaf)) continue;
      const text = leafText(page.document, page.leaves.node[leaf]!);
      const read = readNames(untilDetails(text.replace(JOINS_NAMES, "")));
      const known = people.length + singles.length;
      people.push(...read.filter(isPersonName));
      if (mark === "name") singles.push(...read.filter(isSingleName));
      if (people.length + singles.length > known) lastLeaf = leaf;
    }
  }
  return people.length > 0 ? people : singles;
}

function isOtherRole(text: string): boolean {
  return text.length <= MAX_LABEL && OTHER_ROLE.test(text);
}

/** How the elements around a leaf speak of a writer: a name's own element, or a byline somewhere around it. */
function writerMark({ document, leaves }: Page, leaf: number): "name" | "byline" | undefined {
  const anchor = leaves.anchor[leaf]!;
  if (anchor >= 0 && WRITER_FOLDER.test(attribute(document, anchor, "href") ?? "")) return "name";
  let at = document.parent[leaves.node[leaf]!]!;
  for (let climbed = 0; climbed < MAX_CLIMB && at > 0; climbed++, at = document.parent[at]!) {
    if (document.textEnd[at]! - document.textStart[at]! > MAX_BYLINE_CHARACTERS) return undefined;
    if (isOfWriter(document, at)) return /name/i.test(marksOf(document, at)) ? "name" : "byline";
  }
  return undefined;
}

function isElsewhere({ document, leaves }: Page, leaf: number): boolean {
  let at = document.parent[leaves.node[leaf]!]!;
  for (let climbed = 0; climbed < MAX_ELSEWHERE_CLIMB && at > 0; climbed++, at = document.parent[at]!) {
    if (document.tag[at] === TAG.body || document.tag[at] === TAG.main) return false;
    if (ELSEWHERE_TAGS[document.tag[at]!] === 1 || isMarkedElsewhere(document, at)) return true;
  }
  return false;
}

/** One word that can be a name: a nickname, initials, an editorial desk. */
function isSingleName(name: string): boolean {
  return (
    /^[\p{L}.'’-]{2,20}$/u.test(name) && !/^(?:author|share|follow|email|view|more|by|editor)s?$/i.test(name)
  );
}
