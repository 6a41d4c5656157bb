import { NO_PATH } from "../../extractors/index.ts";
import type { ComparedPage } from "./page-reading.ts";

/** Shorter texts stand on a page twice without being copies. */
const MIN_COPY_WORDS = 8;

/** What some pages have on one path. */
export interface PathCount {
  /** Pages that have text there. */
  readonly pages: number;
  /** Of these: the words of all text, of what differs from page to page, of prose among that. */
  readonly words: number;
  readonly contentWords: number;
  readonly proseWords: number;
  /** Pages that have their title there. */
  readonly titles: number;
  /** Where the text begins on these pages, by leaf, on average. */
  readonly position: number;
}

type Draft = { -readonly [Field in keyof PathCount]: PathCount[Field] } & { lastPage: number };

/** What pages have on each of their paths. */
export function countPaths(pages: readonly ComparedPage[]): ReadonlyMap<number, PathCount> {
  const drafts = new Map<number, Draft>();
  for (const [at, page] of pages.entries()) countPage(page, at, drafts);
  for (const draft of drafts.values()) draft.position /= draft.pages;
  return drafts;
}

function countPage({ reading, paths, content }: ComparedPage, at: number, drafts: Map<number, Draft>): void {
  const said = new Set<number>();
  for (let leaf = 0; leaf < paths.length; leaf++) {
    const words = reading.words[leaf]!;
    if (words === 0 || paths[leaf] === NO_PATH) continue;
    const draft = draftOf(drafts, paths[leaf]!);
    if (draft.lastPage !== at) {
      draft.lastPage = at;
      draft.pages++;
      draft.position += leaf;
    }
    draft.words += words;
    // Some pages hold their story twice, for print or for small screens; the first is the one to read.
    const isCopy = words >= MIN_COPY_WORDS && said.has(reading.texts[leaf]!);
    said.add(reading.texts[leaf]!);
    if (content[leaf] === 0) continue;
    draft.contentWords += words;
    draft.titles += reading.isTitle[leaf]!;
    if (reading.isProse[leaf] === 1 && !isCopy) draft.proseWords += words;
  }
}

function draftOf(drafts: Map<number, Draft>, path: number): Draft {
  let draft = drafts.get(path);
  if (draft === undefined) {
    const none = { pages: 0, words: 0, contentWords: 0, proseWords: 0 };
    draft = { ...none, titles: 0, position: 0, lastPage: -1 };
    drafts.set(path, draft);
  }
  return draft;
}
