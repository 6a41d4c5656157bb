import type { Article } from "../../article/index.ts";
import { toReadable } from "../../output/index.ts";
import type { SearchHit, Store, StoredArticle, Version } from "../../store/index.ts";
import { commonItems } from "../../text/index.ts";
import { type Look, linkTo, minuteOf, writePage } from "./layout.ts";
import { storeQuery } from "./list-page.ts";
import { Markup, markup } from "./markup.ts";

/** What a page with one article shows. */
export interface ArticlePage {
  readonly stored: StoredArticle;
  /** The version that is shown, and one to compare it with. */
  readonly version: { readonly number: number; readonly article: Article };
  readonly against?: { readonly number: number; readonly article: Article } | undefined;
  /** Whether the page as received was kept, so that it can be shown in its original style. */
  readonly isKept: boolean;
  readonly isOriginal: boolean;
  readonly neighbours: Neighbours;
  /** The query of the list that it was opened from. */
  readonly query: string;
  readonly look: Look;
  readonly here: string;
}

/** The articles before and after one in its list, which has the newest first. */
export interface Neighbours {
  readonly previous: Neighbour | undefined;
  readonly next: Neighbour | undefined;
}

type Neighbour = Pick<SearchHit, "id" | "title" | "url">;

/** Hits per query while looking for the article before, and the most queries. */
const STEP = 100;
const MAX_STEPS = 20;

/** Finds the neighbours of an article among the hits of a query, or among all articles. */
export async function findNeighbours(store: Store, query: string, id: number): Promise<Neighbours> {
  const { hits } = await store.search(storeQuery(query), { after: id, limit: 1 });
  return { next: hits[0], previous: await previousOf(store, query, id) };
}

async function previousOf(store: Store, query: string, id: number): Promise<Neighbour | undefined> {
  if (query === "") {
    const [newer] = await store.listArticles({ after: id, limit: 1 });
    return newer && { id: newer.id, title: newer.article.title, url: newer.article.url ?? "" };
  }
  // The store lists the newest hits first; the one before is the last that is newer.
  let previous: Neighbour | undefined;
  let after: number | undefined;
  for (let step = 0; step < MAX_STEPS; step++) {
    const { hits, next } = await store.search(query, { after, limit: STEP });
    const newer = hits.filter((hit) => hit.id > id);
    previous = newer.at(-1) ?? previous;
    if (next === null || newer.length < hits.length) return previous;
    after = next;
  }
  return undefined;
}

/** A page with one article: clean, in its original style, or with the differences between two versions. */
export function writeArticle(page: ArticlePage): string {
  const { stored, version, against, isOriginal, query, look, here } = page;
  const title = version.article.title ?? version.article.url ?? "Article";
  const body = against
    ? writeDifferences(version, against)
    : isOriginal
      ? originalFrame(stored, query)
      : new Markup(withWideTables(toReadable(version.article)));
  const main = markup`${neighbourLinks(page)}
${lookLinks(page)}
${body}
${versionList(page)}
${foundList(stored)}`;
  return writePage({ title, here, look, query, main });
}

/** Puts tables into boxes that scroll, by keys too; in escaped markup `<table` is always a tag. */
function withWideTables(written: string): string {
  return written
    .replace(/<table\b/g, '<div class="wide" role="group" aria-label="Table" tabindex="0"><table')
    .replaceAll("</table>", "</table></div>");
}

function neighbourLinks({ neighbours: { previous, next }, query }: ArticlePage): Markup {
  const link = (to: Neighbour, key: string, rel: string, words: string) =>
    markup`<a rel="${rel}" data-key="${key}" href="${linkTo(`/read/${to.id}`, { q: query })}">${words}<span class="unseen">: <bdi>${to.title ?? to.url}</bdi></span></a>`;
  return markup`<nav class="steps" aria-label="Articles">
<a href="${linkTo("/", { q: query })}">${query === "" ? "All articles" : "All hits"}</a>
${previous && link(previous, "k", "prev", "Previous")}
${next && link(next, "j", "next", "Next")}
</nav>`;
}

function lookLinks({ stored: { id }, isKept, isOriginal, against, query }: ArticlePage): Markup | undefined {
  if (!isKept) return undefined;
  const now = new Markup(' aria-current="page"');
  const isClean = !isOriginal && against === undefined;
  return markup`<nav class="looks" aria-label="Looks">
<a href="${linkTo(`/read/${id}`, { q: query })}"${isClean ? now : ""}>Clean</a>
<a href="${linkTo(`/read/${id}`, { q: query, look: "original" })}"${isOriginal ? now : ""}>As on its page</a>
</nav>`;
}

/** The article in the styles of its page: nothing runs in the frame, and nothing in it can reach this page. */
function originalFrame({ id, article }: StoredArticle, query: string): Markup {
  return markup`<h1 class="unseen">${article.title ?? "Article"}</h1>
<iframe class="original" sandbox title="The article as on its page" src="/read/${id}/original"></iframe>
<p class="about"><a href="${linkTo(`/read/${id}`, { q: query })}">Back to the clean text</a></p>`;
}

function writeDifferences(
  version: NonNullable<ArticlePage["against"]>,
  against: NonNullable<ArticlePage["against"]>,
): Markup {
  const { article } = version;
  const attributes = { lang: article.language ?? "", dir: article.direction ?? "auto" };
  const title = compareWords(against.article.title ?? "", article.title ?? "");
  const paragraphs = compareTexts(against.article.text, article.text);
  return markup`<article class="compared" lang="${attributes.lang}" dir="${attributes.dir}">
<header><h1>${pieces(title)}</h1>
<p lang="en" dir="ltr">From version ${against.number} to version ${version.number}: <ins>added</ins>, <del>removed</del>.</p></header>
${paragraphs.map((paragraph) => markup`<p${isSame(paragraph) ? new Markup(' class="same"') : ""}>${pieces(paragraph)}</p>`)}
</article>`;
}

function isSame(paragraph: ComparedParagraph): boolean {
  return paragraph.every(({ kind }) => kind === "same");
}

function pieces(paragraph: ComparedParagraph): readonly Markup[] {
  return paragraph.map(({ kind, text }: Difference) => {
    if (kind === "same") return markup`${text}`;
    return kind === "added" ? markup`<ins>${text}</ins>` : markup`<del>${text}</del>`;
  });
}

const REASONS = {
  first: "first",
  page: "the page changed",
  extraction: "extracted again",
} as const satisfies Record<Version["reason"], string>;

function versionList({ stored, version, against, query }: ArticlePage): Markup | undefined {
  const { id, versions } = stored;
  if (versions.length < 2) return undefined;
  const item = ({ number, atMs, reason, changed }: Version) => {
    const isShown = number === version.number && against === undefined;
    const fields = changed.length === 0 ? "" : `: ${changed.join(", ")}`;
    return markup`<li><a href="${linkTo(`/read/${id}`, { q: query, version: number })}"${isShown ? new Markup(' aria-current="page"') : ""}>Version ${number}</a>, ${minuteOf(atMs)}, ${REASONS[reason]}${fields}${
      number > 1
        ? markup`; <a href="${linkTo(`/read/${id}`, { q: query, version: number, against: number - 1 })}">differences<span class="unseen"> between versions ${number - 1} and ${number}</span></a>`
        : ""
    }</li>`;
  };
  return markup`<section class="versions" aria-labelledby="versions"><h2 id="versions">Versions</h2><ol>${versions.map(item)}</ol></section>`;
}

/** The titles under which an article was announced, but its own. */
function foundList({ article, collectedTitles }: StoredArticle): Markup | undefined {
  const others = collectedTitles.filter(({ title }) => title !== null && title !== article.title);
  if (others.length === 0) return undefined;
  const item = ({ title, source }: (typeof others)[number]) =>
    markup`<li><q dir="auto">${title}</q> <span class="count" dir="auto">${source}</span></li>`;
  return markup`<section class="found" aria-labelledby="found"><h2 id="found">Announced as</h2><ul>${others.map(item)}</ul></section>`;
}

/** A piece of a text that both versions or only one of them have. */
export interface Difference {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** A paragraph with its differences; one that both versions have is one piece. */
type ComparedParagraph = readonly Difference[];

/** Table cells of a whole comparison, some 20 ms; beyond that, text is shown as removed and added whole. */
const MAX_CELLS = 4_000_000;

/** The remaining budget of cells. */
interface Budget {
  cells: number;
}

/** The differences between two texts: paragraphs first, then the words of those that were replaced. */
export function compareTexts(before: string, after: string): readonly ComparedParagraph[] {
  const budget = { cells: MAX_CELLS };
  const runs = compare(paragraphsOf(before), paragraphsOf(after), budget);
  const compared: ComparedParagraph[] = [];
  for (const { same, removed, added } of runs) {
    compared.push(...same.map((text): ComparedParagraph => [{ kind: "same", text }]));
    const pairs = Math.max(removed.length, added.length);
    for (let at = 0; at < pairs; at++)
      compared.push(compareWords(removed[at] ?? "", added[at] ?? "", budget));
  }
  return compared;
}

function paragraphsOf(text: string): readonly string[] {
  return text.split(/\n+/).filter((paragraph) => paragraph.trim() !== "");
}

/** Words, spaces, single characters of scripts without spaces, and signs. */
const WORDS = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu;

/** The changed words of a line. */
export function compareWords(
  before: string,
  after: string,
  budget: Budget = { cells: MAX_CELLS },
): ComparedParagraph {
  const pieces = compare(before.match(WORDS) ?? [], after.match(WORDS) ?? [], budget).flatMap(
    ({ same, removed, added }): readonly Difference[] => [
      { kind: "same", text: same.join("") },
      { kind: "removed", text: removed.join("") },
      { kind: "added", text: added.join("") },
    ],
  );
  return pieces.filter(({ text }) => text !== "");
}

/** Items that both lists have, then those that were replaced after them. */
interface Run {
  readonly same: string[];
  readonly removed: string[];
  readonly added: string[];
}

/** The runs of two lists by their longest common subsequence. */
function compare(before: readonly string[], after: readonly string[], budget: Budget): readonly Run[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const runs: Run[] = [{ same: before.slice(0, start), removed: [], added: [] }];
  const changed = [before, after].map((items) => items.slice(start, items.length - end));
  addChanged(runs, changed[0]!, changed[1]!, budget);
  runs.push({ same: before.slice(before.length - end), removed: [], added: [] });
  return runs;
}

function addChanged(runs: Run[], before: readonly string[], after: readonly string[], budget: Budget): void {
  const cells = before.length * after.length;
  if (cells > budget.cells) {
    runs.push({ same: [], removed: [...before], added: [...after] });
    return;
  }
  budget.cells -= cells;
  const { inA, inB } = commonItems(before, after);
  let run = runs[runs.length - 1]!;
  for (let i = 0, j = 0; i < before.length || j < after.length; ) {
    if (i < before.length && inA[i] === 0) run.removed.push(before[i++]!);
    else if (j < after.length && inB[j] === 0) run.added.push(after[j++]!);
    else {
      if (run.removed.length + run.added.length > 0) {
        run = { same: [], removed: [], added: [] };
        runs.push(run);
      }
      run.same.push(before[i++]!);
      j++;
    }
  }
}
