import { createHash } from "node:crypto";
import { basename, resolve } from "node:path";
import { NewsError } from "../../errors/index.ts";
import type { TrainingSet } from "../../model/index.ts";
import { type Page, reveal } from "../../page/index.ts";
import { domainOf, hashPage, type Label, type LabelledPage, readSet } from "../../sets/index.ts";
import { hashText } from "../../text/index.ts";
import { type LexiconPage, readLexiconPage } from "../lexicon/lexicon-page.ts";
import { readPage } from "../read-page.ts";
import { type BlockLabels, labelBlocks } from "../roles/label-blocks.ts";
import { pageTypeOf } from "../verdict/verdict-lesson.ts";

/** A page to learn from. */
export interface Lesson extends LabelledPage {
  readonly site: string;
  /** Which part of the sites it is of. */
  readonly fold: number;
  readonly isArticle: boolean;
  /** Whether it shows enough of its body for blocks to be learned from it; of others only the kind is. */
  readonly hasBlocks: boolean;
}

/** The names of classes on a page. */
export interface NamesLesson extends LexiconPage {
  readonly isArticle: boolean;
}

/** What the learned extractor learns from. */
export interface Lessons {
  readonly pages: readonly Lesson[];
  /** The names of classes on the pages with blocks. */
  readonly names: readonly NamesLesson[];
  readonly sets: readonly TrainingSet[];
}

/** How sets become lessons. */
export interface LessonOptions {
  readonly seed: number;
  readonly folds: number;
  readonly choose: (label: Label) => boolean;
  readonly onStep?: ((step: string) => void) | undefined;
}

/** A page that shows less of its body is not learned from. */
const MIN_FOUND = 0.5;

/** Reads labelled sets; every site is in one part of the sites. */
export async function readLessons(folders: readonly string[], options: LessonOptions): Promise<Lessons> {
  const pages: Lesson[] = [];
  const names: NamesLesson[] = [];
  const sets: TrainingSet[] = [];
  for (const folder of folders) {
    const name = basename(resolve(folder));
    options.onStep?.(`reading ${name}`);
    const hash = createHash("sha256");
    let count = 0;
    for await (const labelled of readSet(folder)) {
      if (!options.choose(labelled.label)) continue;
      const lesson = readLesson(labelled, options, names);
      if (lesson === undefined) continue;
      pages.push(lesson);
      hash.update(hashPage(labelled.label, labelled.html));
      count++;
    }
    if (count === 0) throw new NewsError("BAD_SET", `The set ${name} has no page to learn from.`);
    sets.push({ name, pages: count, hash: hash.digest("hex") });
  }
  checkSites(pages);
  return { pages, names, sets };
}

/** Every part of the sites needs articles of another one to learn from; seen here, before minutes are spent on learning. */
function checkSites(pages: readonly Lesson[]): void {
  const articles = pages.filter(({ isArticle, hasBlocks }) => isArticle && hasBlocks);
  if (new Set(articles.map(({ fold }) => fold)).size < 2)
    throw new NewsError("BAD_SET", "The articles come from too few sites; label pages of more sites.");
}

function readLesson(
  { label, html }: LabelledPage,
  options: LessonOptions,
  names: NamesLesson[],
): Lesson | undefined {
  const site = siteOf(label);
  const pageType = pageTypeOf(label);
  // As for the verdict: a page of no known kind is an article, whatever its set calls it.
  const isArticle = pageType === null || pageType === "article";
  const read = hasBody(label) ? readLabelled({ label, html }) : undefined;
  if (read === undefined && pageType === null) return undefined;
  if (read) names.push({ ...readLexiconPage(read.page, read.labels, site), isArticle });
  return { label, html, site, fold: foldOf(site, options), isArticle, hasBlocks: read !== undefined };
}

/** The part of the sites that a site is in. */
export function foldOf(site: string, { seed, folds }: Pick<LessonOptions, "seed" | "folds">): number {
  return (hashText(`${seed} ${site}`) >>> 0) % folds;
}

/** Pages of unknown sites are in folds of their own, so that no fold is without them. */
export function siteOf(label: Label): string {
  return domainOf(label) ?? `${label.set} ${label.id}`;
}

function hasBody({ truth }: Label): boolean {
  return truth.body !== null && truth.body.trim() !== "" && !truth.bodyIsPrefix;
}

/** A page with its blocks labelled, or nothing where it cannot be read or shows too little of its body. */
export function readLabelled({
  label,
  html,
}: LabelledPage): { readonly page: Page; readonly labels: BlockLabels } | undefined {
  let page: Page;
  try {
    page = reveal(readPage(html, typeof html === "string" ? {} : label));
  } catch (error) {
    if (error instanceof NewsError) return undefined;
    throw error;
  }
  const labels = labelBlocks(page, label.truth);
  return labels.found < MIN_FOUND ? undefined : { page, labels };
}
