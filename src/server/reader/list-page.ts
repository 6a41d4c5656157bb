import { healthOf } from "../../collect/index.ts";
import type { SearchHit, SearchPage, SourceReport } from "../../store/index.ts";
import { type Look, linkTo, timeOf, writePage } from "./layout.ts";
import { type Markup, markup } from "./markup.ts";

/** Articles on one page of the list. */
export const PAGE_LENGTH = 30;
/** Sources beside the list; the page of sources has all. */
const SHOWN_SOURCES = 15;

/** Finds all articles: a query needs a word, and no article has this one. */
const ALL = "NOT qxzgalleyqxz";

/** The store's query for what a reader typed; an empty one asks for all articles. */
export function storeQuery(typed: string): string {
  return typed.trim() === "" ? ALL : typed;
}

/** What a page of the list shows. */
export interface ListPage {
  readonly query: string;
  /** The hit before the page; undefined for the first page. */
  readonly after: number | undefined;
  readonly found: SearchPage;
  readonly sources: readonly SourceReport[];
  readonly look: Look;
  readonly here: string;
  readonly nowMs: number;
}

/** The articles of the library, or those that a query found, with the sources beside them. */
export function writeList({ query, after, found, sources, look, here, nowMs }: ListPage): string {
  const { hits, next } = found;
  const heading = query === "" ? "Articles" : markup`Found for <q dir="auto">${query}</q>`;
  const main = markup`<h1>${heading}</h1>
${hits.length === 0 ? "" : markup`<p class="about">Last stored first, with the day of publication.</p>`}
${hits.length === 0 ? emptyNote(query) : markup`<ol class="hits">${hits.map((hit) => hitItem(hit, query))}</ol>`}
<nav class="pages" aria-label="Pages">
${after === undefined ? "" : markup`<a href="${linkTo("/", { q: query })}">Newest</a>`}
${next === null ? "" : markup`<a rel="next" href="${linkTo("/", { q: query, after: next })}">Older</a>`}
</nav>`;
  const aside = sources.length === 0 ? undefined : sourceAside(sources, nowMs);
  return writePage({ title: query === "" ? "Galley" : query, here, look, query, main, aside });
}

function emptyNote(query: string): Markup {
  return query === ""
    ? markup`<p class="note">The library is empty. Fill it with <kbd>galley collect ADDRESS</kbd>.</p>`
    : markup`<p class="note">Nothing was found. Fewer or other words may help; <a href="/">all articles</a>.</p>`;
}

function hitItem(hit: SearchHit, query: string): Markup {
  const { id, url, title, site, language, published, firstSeenMs } = hit;
  // The whole item has the direction of its title, so that all of it begins on the same side.
  return markup`<li dir="auto">
<h2><a href="${linkTo(`/read/${id}`, { q: query })}" lang="${language ?? ""}">${title ?? url}</a></h2>
<p class="about"><bdi>${site}</bdi> ${published === null ? markup`<span dir="ltr">stored ${timeOf(firstSeenMs)}</span>` : timeOf(published)}</p>
<p class="snippet" lang="${language ?? ""}">${markedSnippet(hit)}</p>
</li>`;
}

function markedSnippet({ snippet, marks }: SearchHit): readonly Markup[] {
  const pieces: Markup[] = [];
  let last = 0;
  for (let at = 0; at + 1 < marks.length; at += 2) {
    const [from = 0, to = 0] = marks.slice(at, at + 2);
    pieces.push(markup`${snippet.slice(last, from)}<mark>${snippet.slice(from, to)}</mark>`);
    last = to;
  }
  return [...pieces, markup`${snippet.slice(last)}`];
}

function sourceAside(sources: readonly SourceReport[], nowMs: number): Markup {
  const most = sources.toSorted((a, b) => b.articles - a.articles).slice(0, SHOWN_SOURCES);
  const nameOf = namer(sources);
  const item = (source: SourceReport) => {
    const { status } = healthOf(source, nowMs);
    return markup`<li><a href="${sourceLink(source)}" dir="auto">${nameOf(source)}</a> <span class="count">${source.articles}</span>${status === "ok" ? "" : markup` ${healthBadge(status)}`}</li>`;
  };
  return markup`<h2>Sources</h2>
<ul>${most.map(item)}</ul>
<p><a href="/reader/sources">All sources and their health</a></p>`;
}

function sourceLink({ id }: SourceReport): string {
  return linkTo("/", { q: `source:"${id.replaceAll('"', " ")}"` });
}

/** The names of sources; a paper's feeds often have the same title, and are told apart by their addresses. */
function namer(sources: readonly SourceReport[]): (source: SourceReport) => string {
  const counts = new Map<string, number>();
  for (const { title } of sources) if (title !== null) counts.set(title, (counts.get(title) ?? 0) + 1);
  return ({ title, url, id }) => {
    const address = url.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, "");
    if (title === null) return id === url ? address : id;
    return counts.get(title) === 1 ? title : `${title} (${address})`;
  };
}

function healthBadge(status: string): Markup {
  const kind = status === "ok" ? "good" : status === "new" ? "new" : "bad";
  return markup`<span class="health ${kind}">${status}</span>`;
}

/** All sources with their health and what is wrong with them. */
export function writeSources(
  sources: readonly SourceReport[],
  { look, here, nowMs }: Pick<ListPage, "look" | "here" | "nowMs">,
): string {
  const nameOf = namer(sources);
  const row = (source: SourceReport) => {
    const { status, problems, failedShare } = healthOf(source, nowMs);
    const failed = failedShare === null ? "-" : `${Math.round(100 * failedShare)} %`;
    return markup`<tr>
<th scope="row"><a href="${sourceLink(source)}" dir="auto">${nameOf(source)}</a></th>
<td data-name="Kind">${source.kind}</td>
<td data-name="Articles">${source.articles}</td>
<td data-name="Newest">${source.lastNewMs === null ? "never" : timeOf(source.lastNewMs)}</td>
<td data-name="Pages failed">${failed}</td>
<td data-name="Health">${healthBadge(status)}${problems.map(({ reason }) => markup`<span class="reason">${reason}</span>`)}</td>
</tr>`;
  };
  const table = markup`<table class="sources">
<thead><tr><th scope="col">Source</th><th scope="col">Kind</th><th scope="col">Articles</th><th scope="col">Newest</th><th scope="col">Pages failed</th><th scope="col">Health</th></tr></thead>
<tbody>${sources.map(row)}</tbody>
</table>`;
  const none = markup`<p class="note">The library has no sources yet.</p>`;
  const main = markup`<h1>Sources</h1>${sources.length === 0 ? none : table}`;
  return writePage({ title: "Sources", here, look, main });
}

/** Advice for a reader, where the usual help is for programs. */
const READER_HELP: Readonly<Record<string, Markup>> = {
  NOT_FOUND: markup`See <a href="/">all articles</a>, or the <a href="/reader/sources">sources</a>.`,
  BAD_QUERY: markup`<a href="/reader/help">What the search takes</a>.`,
};

/** The page of a failed request. */
export function writeFailure(
  { code, message, help }: { readonly code: string; readonly message: string; readonly help: string },
  { look, here, query }: Pick<ListPage, "look" | "here" | "query">,
): string {
  const main = markup`<h1>This did not work</h1><p class="note">${message}</p><p>${READER_HELP[code] ?? help}</p><p class="about">${code}</p>`;
  return writePage({ title: "This did not work", here, look, query, main });
}

/** A failure inside the frame of an article, which loads no style. */
export function writeFrameNote({
  message,
  help,
}: {
  readonly message: string;
  readonly help: string;
}): string {
  return markup`<!doctype html><html lang="en"><title>This did not work</title><p>${message} ${help}</p></html>`
    .text;
}
