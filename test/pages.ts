import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Article, type ExtractOptions, extract } from "../src/index.ts";

/** The folder with one made-up page for each kind of trouble. */
export const PAGES: string = join(import.meta.dirname, "pages");

/** The files of every page folder; `options.json` is optional. */
export const PAGE_FILES = ["page.html", "expected.json", "note.md"] as const;

/** Dates of the pages are before this, whatever the machine's clock says. */
const NOW = Date.parse("2026-01-01");

/** A probability is compared with a bound, as retraining the model moves it a little. */
interface Bound {
  readonly above?: number;
  readonly below?: number;
}

/** Fields of an article as an `expected.json` writes them; those that it does not name are not compared. */
export interface ExpectedPage
  extends Partial<
    Omit<Article, "text" | "html" | "media" | "warnings" | "isArticle" | "confidence" | "explanation">
  > {
  /** The blocks of the text, which a blank line separates. */
  readonly text?: readonly string[];
  /** Pieces that the HTML holds. */
  readonly html?: readonly string[];
  /** All media in order, each with the fields that matter. */
  readonly media?: readonly Partial<Article["media"][number]>[];
  /** The codes of all warnings. */
  readonly warnings?: readonly string[];
  readonly isArticle?: Bound;
  readonly confidence?: Bound;
}

/** The names of all folders of pages. */
export function pageNames(): readonly string[] {
  return readdirSync(PAGES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** Reads the expected fields of a page; fails where they are missing. */
export function readExpected(name: string): ExpectedPage {
  return JSON.parse(readFileSync(join(PAGES, name, "expected.json"), "utf8"));
}

/** The page's article today, in the fields and the form of the expected one. */
export function readActual(name: string, expected: ExpectedPage): ExpectedPage {
  const path = join(PAGES, name, "options.json");
  const options: ExtractOptions = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
  const article = extract(readFileSync(join(PAGES, name, "page.html")), { now: NOW, ...options });
  return Object.fromEntries(
    Object.entries(expected).map(([field, wanted]) => [field, actualField(article, field, wanted)]),
  );
}

function actualField(article: Article, field: string, wanted: unknown): unknown {
  switch (field) {
    case "text":
      return article.text === "" ? [] : article.text.split("\n\n");
    case "html":
      return (wanted as readonly string[]).filter((piece) => article.html.includes(piece));
    case "media":
      return article.media.map((found, at) => pick(found, (wanted as readonly object[])[at] ?? found));
    case "warnings":
      return article.warnings.map(({ code }) => code);
    case "isArticle":
    case "confidence":
      return fits(article[field], wanted as Bound) ? wanted : article[field];
    default:
      return article[field as keyof Article];
  }
}

function pick(found: object, wanted: object): object {
  return Object.fromEntries(Object.entries(found).filter(([key]) => Object.hasOwn(wanted, key)));
}

function fits(value: number | null, { above = -1, below = 2 }: Bound): boolean {
  return value !== null && value > above && value < below;
}
