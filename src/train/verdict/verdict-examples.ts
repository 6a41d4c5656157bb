import { isPageType, type PageType } from "../../article/index.ts";
import { extract } from "../../default-extract.ts";
import { NewsError } from "../../errors/index.ts";
import { type AnswerParts, answerPage, type Extractor, verdictRow } from "../../extractors/index.ts";
import { econClass, type Label, type LabelledPage, wordOverlap } from "../../sets/index.ts";
import { words } from "../../text/index.ts";
import { parseHttpUrl } from "../../url/index.ts";
import { WCXB_SECTIONS } from "./sections.data.ts";

/** A training example of the verdict. */
export interface VerdictExample {
  /** The features of `verdictRow`, of blocks scored by trees that have not seen the page's site. */
  readonly row: Float32Array;
  /** Pages of one site are never on both sides of a measurement. */
  readonly site: string;
  /** null where it is not known. */
  readonly pageType: PageType | null;
  /** Whether precision and recall were at least .95; null where no body is known and on made-up pages. */
  readonly isCorrect: boolean | null;
  /** How much the page counts. */
  readonly weight: number;
}

/** Runs the extractor over a labelled page as any user would; nothing where the page cannot be read. */
export function readVerdictExample(
  { label, html }: LabelledPage,
  parts: AnswerParts,
  site: string,
): VerdictExample | undefined {
  const pageType = pageTypeOf(label);
  const isArticle = pageType === null || pageType === "article";
  let row: Float32Array | undefined;
  const watched = {
    id: "fused",
    needs: [],
    extract: (...[page, hints]: Parameters<Extractor["extract"]>) => {
      const { extraction, tally } = answerPage(page, hints, parts, isArticle);
      row = verdictRow(page.revealed, tally);
      return extraction;
    },
  };
  const text = readText({ label, html }, watched);
  if (row === undefined || text === undefined) return undefined;
  return {
    row,
    site,
    pageType,
    isCorrect: isMadeUp(site) ? null : isCorrect(label, text),
    weight: isMadeUp(site) ? MADE_UP_WEIGHT : 1,
  };
}

const MADE_UP_WEIGHT = 0.3;

/** Page types that some sets distinguish and the verdict does not. */
const SAME_TYPE: ReadonlyMap<string, PageType> = new Map([
  ["live", "article"],
  ["gallery", "article"],
]);
const WCXB = "wcxb-dev";

/** The kind of page that a label names; a listing at the root of a host is a front page. */
export function pageTypeOf({
  set,
  id,
  pageType,
  url,
}: Pick<Label, "set" | "id" | "pageType" | "url">): PageType | null {
  if (pageType === null) return null;
  if (set === WCXB && WCXB_SECTIONS.has(id)) return "section";
  if (pageType === "listing" && url !== null && parseHttpUrl(url)?.pathname === "/") return "home";
  return isPageType(pageType) ? pageType : (SAME_TYPE.get(pageType) ?? null);
}

/**
 * Sites under this suffix are made up: they are alike, there are many pages of them, and nearly all answers to them are right,
 * which says nothing of real pages.
 */
const MADE_UP = ".example";

/** Whether a site was made up for tests and training. */
export function isMadeUp(site: string): boolean {
  return site.endsWith(MADE_UP);
}

/** The text that an extractor gives any user of a page; undefined where the page cannot be read. */
export function readText({ label, html }: LabelledPage, extractor: Extractor): string | undefined {
  try {
    return extract(html, {
      extractor,
      ...(label.url !== null && { url: label.url }),
      ...(label.encoding !== null && { encoding: label.encoding }),
    }).text;
  } catch (error) {
    if (error instanceof NewsError) return undefined;
    throw error;
  }
}

/** Whether a text is the article of a page, whole and alone; null where the label has no whole body. */
export function isCorrect({ truth: { body, bodyIsPrefix } }: Label, text: string): boolean | null {
  // A page without an article has no right answer.
  if (body === null || bodyIsPrefix || body.trim() === "") return null;
  const { precision, recall } = wordOverlap(words(body), words(text));
  return econClass(precision, recall) === "correctly";
}
