import { extract } from "../../../src/default-extract.ts";
import { EXTRACTORS } from "../../../src/extractors/index.ts";
import { leafAt, type Page } from "../../../src/page/index.ts";
import { readInstance } from "../../../src/site/articles.ts";
import { mineProfile } from "../../../src/site/template/mine-profile.ts";
import { foldSpaces } from "../../../src/text/index.ts";
import { plainTable } from "../experiment.ts";
import type { SiteRun } from "../site/site-run.ts";
import {
  Agreement,
  type ArticleTruth,
  type AttributeMarks,
  agreed,
  openPages,
  partOf,
  partsOf,
  READERS,
  readTruth,
  Tally,
} from "./truth.ts";

interface ReadArticle {
  readonly truth: ArticleTruth;
  readonly page: Page;
}

/** What is found on an article: labelled values, and authors. */
interface Found {
  readonly attributes: ReadonlySet<string>;
  readonly authors: ReadonlySet<string>;
}

/** What is measured, and the labels it is compared with; metadata alone is the baseline of a site's authors. */
const MEASURED = [
  ["attributes", "attributes"],
  ["authors", "authors"],
  ["authors by metadata alone", "authors"],
] as const;

/** Attributes of article pages against two readers' labels; each site is mined from its own pages without labels. */
export async function measureAttributes(run: SiteRun): Promise<string> {
  const articles = await readArticles(run);
  const bySite = Map.groupBy(articles, ({ truth }) => truth.site);
  const found = new Map<ReadArticle, Found>();
  for (const [site, own] of bySite) {
    run.tell(site);
    const profile = mineProfile(
      own.map(({ page }) => page),
      { site, made: "2026-01-01T00:00:00Z" },
      { judge: EXTRACTORS.fused },
    );
    for (const article of own) found.set(article, ownAttributes(article.page, profile));
  }
  const rows = partsOf(run).flatMap((part) => {
    const own = articles.filter(({ truth }) => partOf(truth) === part);
    if (own.length === 0) return [];
    return MEASURED.map(([name, what]) => {
      const tally = new Tally();
      const agreement = new Agreement();
      for (const article of own) {
        const [a, b] = READERS.map((reader) => marked(article.page, article.truth[reader]));
        const marks = agreed(a![what], b![what]);
        agreement.add(a![what], b![what]);
        const known = new Set([...marks.truth, ...marks.doubtful]);
        const key = what === "authors" ? wholeKey : lineKey;
        const all = name === what ? found.get(article)![what] : metadataAuthors(article.page);
        const own = [...all].map((each) => key(each, known, article));
        tally.add(new Set(own), marks.truth, marks.doubtful);
      }
      return [
        part,
        name,
        String(own.length),
        String(tally.truth),
        agreement.cell,
        String(tally.found),
        ...tally.cells(),
      ];
    });
  });
  return plainTable(["part", "what", "articles", "true", "agreement", "found", "P", "R"], rows, 2);
}

async function readArticles(run: SiteRun): Promise<ReadArticle[]> {
  const articles: ReadArticle[] = [];
  for (const [set, own] of Map.groupBy(readTruth("attributes", run), (truth) => truth.set)) {
    const opened = await openPages(await run.folder(set), new Set(own.map(({ page }) => page)));
    for (const truth of own) articles.push({ truth, page: opened.get(truth.page)!.page });
  }
  return articles;
}

/** Labels and values are compared by letters and digits: a label's colon, and what joins two names, do not count. */
function keyOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** The byline that a name is in: a text may hold "By" and several names. */
function wholeKey(name: string, bylines: ReadonlySet<string>): string {
  return [...bylines].find((byline) => name !== "" && byline.includes(name)) ?? name;
}

/** The line that a label with its value ends, where both are one text: what stands before the label is not of it. */
function lineKey(found: string, known: ReadonlySet<string>, { page, truth }: ReadArticle): string {
  if (found === "" || known.has(found)) return found;
  const lines = READERS.flatMap((reader) => truth[reader].attributes)
    .filter(([label, from]) => label === from)
    .map(([, from, to]) => keyOf(textOf(page, from, to)));
  return lines.find((line) => line.endsWith(found)) ?? found;
}

function ownAttributes(page: Page, profile: Parameters<typeof readInstance>[1]): Found {
  const { attributes, authors } = readInstance(page, profile);
  return {
    attributes: new Set(attributes.map(({ label, value }) => keyOf(`${label}${value}`))),
    authors: new Set(authors.map(keyOf)),
  };
}

function metadataAuthors(page: Page): ReadonlySet<string> {
  return new Set(extract({ page }).authors.map(keyOf));
}

function marked(page: Page, { attributes, authors }: AttributeMarks): Found {
  return {
    attributes: new Set(
      attributes.map(([label, from, to]) =>
        keyOf(label === from ? textOf(page, from, to) : textOf(page, label, label) + textOf(page, from, to)),
      ),
    ),
    authors: new Set(authors.map(([from, to]) => keyOf(textOf(page, from, to)))),
  };
}

/** The visible text from one node to another. */
function textOf({ document, leaves }: Page, from: number, to: number): string {
  const texts: string[] = [];
  for (let leaf = leafAt(leaves, from); leaf < leaves.count && leaves.node[leaf]! <= to; leaf++) {
    const node = leaves.node[leaf]!;
    if (leaves.visible[leaf] === 1)
      texts.push(document.text.slice(document.textStart[node], document.textEnd[node]));
  }
  return foldSpaces(texts.join(" "));
}
