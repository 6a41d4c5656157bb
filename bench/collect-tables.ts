import { type DrawnPage, drawSample, tableToMarkdown, tabulate } from "../src/collect/index.ts";
import { wordOverlap } from "../src/sets/index.ts";
import type { SampleAnswer, SampleBy, Store, StoredArticle } from "../src/store/index.ts";
import { words } from "../src/text/index.ts";
import { identityUrl } from "../src/url/index.ts";
import type { WebStory } from "../test/newsroom/index.ts";

/** Pages that a person would judge, as in the paper's Table 1. */
const SAMPLED = 500;

/** The truth of each story, by the address that identifies it. */
export type Truth = ReadonlyMap<string, WebStory>;

/** Stories by the addresses that identify them. */
export function truthOf(stories: readonly WebStory[]): Truth {
  return new Map(stories.map((story) => [identityUrl(story.url), story]));
}

/** Whether a stored article is right: precision and recall of its words are .95 or more, of the page as it was first or is now. */
export function isRight({ article }: StoredArticle, truth: Truth): boolean {
  const story = truth.get(identityUrl(article.url ?? ""));
  if (story === undefined) return false;
  return [story.body, story.firstBody].some((body) => {
    const { precision, recall } = wordOverlap(words(body), words(article.text));
    return precision >= 0.95 && recall >= 0.95;
  });
}

/** A table of the relevance paper, as `galley sample` prints it; the truth answers in place of a person, for a sample and for all pages. */
export async function printTable(store: Store, by: SampleBy, truth: Truth): Promise<void> {
  for (const count of [SAMPLED, Number.MAX_SAFE_INTEGER]) {
    const pages = await drawSample(store, { by, count, seed: 1 });
    const what = count === SAMPLED ? `galley sample --by ${by} -n ${SAMPLED}` : "all pages";
    console.log(`\n${what}\n${tableToMarkdown(tabulate(by, pages, await answer(store, pages, truth)))}`);
    if (pages.length < SAMPLED) return;
  }
}

async function answer(
  store: Store,
  pages: readonly DrawnPage[],
  truth: Truth,
): Promise<ReadonlyMap<string, SampleAnswer>> {
  const answers = new Map<string, SampleAnswer>();
  for (const { id, version, articleId, isObtained } of pages) {
    if (!isObtained) continue;
    const stored = articleId === null ? undefined : await store.getArticle(articleId);
    const verdict = stored !== undefined && isRight(stored, truth) ? "right" : "wrong";
    answers.set(id, { id, version, verdict, atMs: 0 });
  }
  return answers;
}
