import { attribute, TAG } from "../html/index.ts";
import { leafWords } from "./leaves.ts";
import type { Page } from "./page.ts";
import { headlineKey } from "./titles.ts";

/** A page that shows fewer words and runs scripts is a shell, whatever it asks for and in whatever language. */
const MAX_SHELL_WORDS = 100;
/** So many kept words under the headline are a short article. */
const MIN_ARTICLE_WORDS = 25;
/** The types of scripts that run; data for scripts has others. */
const RUNS = /^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script.*)?$/i;

/** Whether scripts fill the page: it shows next to nothing, such as a request to switch them on, of which so many words were kept. */
export function isShell(page: Page, keptWords: number): boolean {
  if (countShownWords(page, MAX_SHELL_WORDS) >= MAX_SHELL_WORDS) return false;
  if (keptWords >= MIN_ARTICLE_WORDS && showsHeadline(page)) return false;
  return runsScripts(page);
}

/** How many words a page shows; counting ends with the leaf that reaches `most`. */
export function countShownWords(page: Page, most = Number.POSITIVE_INFINITY): number {
  const { count: leafCount, visible } = page.leaves;
  let count = 0;
  for (let leaf = 0; leaf < leafCount && count < most; leaf++) {
    if (visible[leaf] === 1) count += leafWords(page, leaf);
  }
  return count;
}

/** Whether a heading is what the head calls the page. */
function showsHeadline({ titleCandidates }: Page): boolean {
  const keys = (isHeading: boolean) =>
    titleCandidates
      .filter(({ source }) => (source === "h1") === isHeading)
      .map(({ text }) => headlineKey(text));
  const named = keys(false);
  return keys(true).some((heading) => heading !== "" && named.some((name) => name.includes(heading)));
}

function runsScripts({ document }: Page): boolean {
  for (let node = 0; node < document.size; node++) {
    if (document.tag[node] !== TAG.script) continue;
    if (RUNS.test(attribute(document, node, "type")?.trim() ?? "")) return true;
  }
  return false;
}
