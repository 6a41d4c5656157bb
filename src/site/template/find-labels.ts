import { PROFILE_LIMITS } from "../../page/index.ts";
import { foldSpaces } from "../../text/index.ts";
import type { ComparedPage } from "./page-reading.ts";

/** A label is a word or a few. */
const MAX_LABEL_WORDS = 4;
const MAX_LABEL_CHARACTERS = 60;

/** Short texts that half of the pages or more have before something that differs: the frequent labels of section 4. */
export function findLabels(pages: readonly ComparedPage[]): string[] {
  const pagesOf = new Map<string, number>();
  for (const page of pages) {
    for (const label of labelsOf(page)) pagesOf.set(label, (pagesOf.get(label) ?? 0) + 1);
  }
  return [...pagesOf]
    .filter(([, count]) => count * 2 >= pages.length && count > 1)
    .sort(([, a], [, b]) => b - a)
    .slice(0, PROFILE_LIMITS.labels)
    .map(([label]) => label);
}

function labelsOf({ reading, content }: ComparedPage): ReadonlySet<string> {
  const { document, leaves } = reading.page;
  const found = new Set<string>();
  for (let leaf = 0; leaf + 1 < content.length; leaf++) {
    const isShort = reading.words[leaf]! > 0 && reading.words[leaf]! <= MAX_LABEL_WORDS;
    if (!isShort || content[leaf] === 1 || content[leaf + 1] === 0 || leaves.anchor[leaf]! >= 0) continue;
    const node = leaves.node[leaf]!;
    const text = foldSpaces(document.text.slice(document.textStart[node], document.textEnd[node]));
    if (text.length <= MAX_LABEL_CHARACTERS) found.add(text);
  }
  return found;
}
