import type { Extractor } from "../../extractors/index.ts";
import {
  type ArticleTemplate,
  PATH_STEPS,
  type Page,
  type PathSteps,
  type SiteProfile,
  type TemplateRole,
} from "../../page/index.ts";
import {
  collectOutside,
  fitProfile,
  NO_PATH,
  PathTree,
  PROFILE_LIMITS,
  RepeatedBlocks,
} from "../../profile/index.ts";
import { foldSpaces } from "../../text/index.ts";
import { urlShape } from "../../url/index.ts";
import { type ComparedPage, compareTexts, type MiningView, makeMiningView } from "./compare-texts.ts";

/** Pages that templates are mined from; each is compared with all others, and more gain almost nothing. */
const MAX_PAGES = 60;
/** Pages that a verdict of staleness needs. */
const MIN_CHECKED_PAGES = 3;

/** The header of a profile. */
export interface ProfileHead {
  /** The registrable domain or another name of the site. */
  readonly site: string;
  /** When it is mined, ISO 8601. */
  readonly made: string;
}

/** Optional knowledge about the pages. */
export interface MiningHints {
  /** Pages linked from one group of a section page, which are compared with each other first. */
  readonly groups?: readonly (readonly Page[])[];
  /** Marks what is not article text: it keeps long comments out of templates and gives `outside`. */
  readonly judge?: Extractor;
}

/** Mines the profile of a site from its article pages; deterministic for the same pages in the same order. */
export function mineProfile(
  pages: readonly Page[],
  { site, made }: ProfileHead,
  { groups = [], judge }: MiningHints = {},
): SiteProfile {
  const repeated = new RepeatedBlocks();
  for (const page of pages) repeated.add(page);
  const sample = pages.slice(0, MAX_PAGES);
  const answered = judge && sample.map((page) => ({ page, answer: judge.extract(page, {}) }));
  const templates = mineTemplates(
    sample.map((page, at) => makeMiningView(page, answered?.[at]?.answer)),
    groups,
  );
  return {
    format: "galley-site-profile",
    version: 1,
    site,
    made,
    ...repeated.result(),
    ...(answered && { outside: collectOutside(answered) }),
    templates,
  };
}

/** How well recent pages of a site fit its profile. */
export interface ProfileDrift {
  /** Whether the site should be mined again: most of at least three pages do not fit, or there is no template. */
  readonly isStale: boolean;
  readonly pages: number;
  readonly fitting: number;
  /** Template paths that are missing or empty, with the number of pages that lack them, the most first. */
  readonly missing: readonly { readonly path: string; readonly pages: number }[];
}

/** Checks on recent article pages whether a profile still fits its site. */
export function needsMining(profile: SiteProfile, pages: readonly Page[]): ProfileDrift {
  const fits = pages.map((page) => fitProfile(page, profile));
  const fitting = fits.filter((fit) => fit?.isStale === false).length;
  const missed = new Map<string, number>();
  for (const fit of fits) {
    for (const path of fit?.missing ?? []) missed.set(path, (missed.get(path) ?? 0) + 1);
  }
  return {
    isStale: pages.length >= MIN_CHECKED_PAGES && fitting * 2 < pages.length,
    pages: pages.length,
    fitting,
    missing: [...missed].sort(([, a], [, b]) => b - a).map(([path, count]) => ({ path, pages: count })),
  };
}

/** A path on fewer pages belongs to a single article. */
const MIN_PAGES = 2;
/** Templates per site at most, for either kind of path steps. */
const MAX_TEMPLATES = PROFILE_LIMITS.templates / PATH_STEPS.length;
/** The penalty per word that is not prose of its own page; values from 1 to 4 change little. */
const OTHER_WEIGHT = 2;
/** The minimum share of a page's prose in the region of its template; low, since comments may be longer than a story. */
const MIN_COVERED = 0.3;
/** Pages that each page is compared with; text that most of them lack is content. */
const PARTNERS = 3;
/** Added to the Jaccard similarity of two pages for the same URL shape and the same group of links. */
const SAME_SHAPE = 0.2;
const SAME_GROUP = 0.2;
/** Paths of a page that are compared at most; a hostile page may have any number. */
const MAX_PATHS = 2000;
/** Labels are short. */
const MAX_LABEL_WORDS = 4;
const MAX_LABEL_CHARACTERS = 60;
/** Shorter texts may repeat on a page without being copies. */
const MIN_COPY_WORDS = 8;

/** Mines the templates of article pages: first those with class names in their paths, each sorted by number of pages. */
function mineTemplates(
  views: readonly MiningView[],
  groups: readonly (readonly Page[])[],
): ArticleTemplate[] {
  const contents = compareViews(views, groups);
  return PATH_STEPS.flatMap((steps) => {
    const tree = new PathTree(steps);
    const pages = views.map((view, at) => ({
      view,
      content: contents[at]!,
      paths: leafPaths(view.page, tree),
    }));
    return mineWith(pages, { tree, steps });
  });
}

function leafPaths({ document, leaves }: Page, tree: PathTree): Int32Array {
  const ofNodes = tree.addPage(document);
  return Int32Array.from(leaves.node, (node) => ofNodes[node]!);
}

/** Finds the best region, sets its pages aside, and repeats with the rest, since sites have several templates. */
function mineWith(pages: readonly ComparedPage[], { tree, steps }: PathSet): ArticleTemplate[] {
  let left = pages;
  const found: ArticleTemplate[] = [];
  while (left.length >= MIN_PAGES && found.length < MAX_TEMPLATES) {
    const region = findRegion(countPaths(left), tree);
    if (region === NO_PATH) break;
    const isInside = tree.markUnder(region);
    const { covered = [], others = [] } = Object.groupBy(left, (page) =>
      isCovered(page, isInside) ? "covered" : "others",
    );
    if (covered.length === 0) break;
    if (covered.length >= MIN_PAGES) found.push(describeTemplate(covered, { tree, steps, isInside }));
    left = others;
  }
  const usable = found.filter(({ paths: places }) => places.some(({ role }) => role === "body"));
  return usable.sort((a, b) => b.pages - a.pages);
}

/** The path with the most varying prose and the least other text below it. */
function findRegion(counts: ReadonlyMap<number, PathCount>, tree: PathTree): number {
  const gain = new Float64Array(tree.size);
  for (const [path, { pages, words, proseWords }] of counts) {
    const prose = pages >= MIN_PAGES ? proseWords : 0;
    gain[path]! += prose - OTHER_WEIGHT * (words - proseWords);
  }
  let best = NO_PATH;
  let most = 0;
  for (let path = tree.size - 1; path > 0; path--) {
    // Of nested paths with the same text take the outermost, since other articles may have more in it.
    if (gain[path]! > 0 && gain[path]! >= most) {
      best = path;
      most = gain[path]!;
    }
    gain[tree.parentOf(path)]! += gain[path]!;
  }
  return best;
}

function isCovered({ view, paths, content }: ComparedPage, isInside: Uint8Array): boolean {
  let [all, inside] = [0, 0];
  for (let leaf = 0; leaf < content.length; leaf++) {
    if (content[leaf] === 0 || view.isProse[leaf] === 0 || paths[leaf] === NO_PATH) continue;
    all += view.words[leaf]!;
    inside += view.words[leaf]! * isInside[paths[leaf]!]!;
  }
  return inside > 0 && inside >= all * MIN_COVERED;
}

/** The paths of some pages as a tree, and the kind of their steps. */
interface PathSet {
  readonly tree: PathTree;
  readonly steps: PathSteps;
}

/** The paths of a template: all of the region including decoration, and varying text elsewhere. */
function describeTemplate(
  pages: readonly ComparedPage[],
  { tree, steps, isInside }: PathSet & { readonly isInside: Uint8Array },
): ArticleTemplate {
  const counts = countPaths(pages);
  const title = findTitle(counts, pages.length);
  const paths = [...counts]
    .filter(([path, count]) => count.pages >= MIN_PAGES && (isInside[path] === 1 || count.contentWords > 0))
    .sort(([, a], [, b]) => a.position - b.position)
    .slice(0, PROFILE_LIMITS.paths)
    .map(([path, count]) => ({
      path: tree.write(path),
      pages: count.pages,
      words: Math.round(count.words / count.pages),
      role: path === title ? ("title" as const) : roleOf(count, isInside[path] === 1),
    }));
  return { pages: pages.length, steps, paths, labels: findLabels(pages) };
}

function findTitle(counts: ReadonlyMap<number, PathCount>, pages: number): number {
  let best = NO_PATH;
  let most = pages / 2;
  for (const [path, { titles }] of counts) {
    if (titles <= most) continue;
    best = path;
    most = titles;
  }
  return best;
}

function roleOf({ contentWords, proseWords }: PathCount, isInside: boolean): TemplateRole {
  return isInside && contentWords > 0 && proseWords * 2 >= contentWords ? "body" : "beside";
}

/**
 * Compares each page with the most similar ones; returns by leaf 1 for content. Deviation: the paper takes two pages from one
 * group of links, as these share a template; similarity finds such pages in a folder without links too, and a common group
 * adds to it.
 */
function compareViews(
  views: readonly MiningView[],
  groups: readonly (readonly Page[])[],
): readonly Uint8Array[] {
  const tree = new PathTree("classes");
  const groupOf = new Map(groups.flatMap((pages, group) => pages.map((page) => [page, group])));
  const features = views.map((view) => readFeatures(view, groupOf.get(view.page), tree));
  const votes = views.map(({ texts }) => new Uint8Array(texts.length));
  const partners = features.map((_, at) => findPartners(features, at));
  for (const [at, others] of partners.entries()) {
    for (const other of others) {
      const isBoth = partners[other]!.includes(at);
      // A pair that chose each other is compared only once.
      if (isBoth && other < at) continue;
      const [content, otherContent] = compareTexts(views[at]!, views[other]!);
      addTo(votes[at]!, content);
      if (isBoth) addTo(votes[other]!, otherContent);
    }
  }
  return votes.map((counts, at) => counts.map((count) => Number(count * 2 > partners[at]!.length)));
}

/** The features that pages of one template share. */
interface PageFeatures {
  readonly shape: string | undefined;
  readonly group: number | undefined;
  readonly paths: ReadonlySet<number>;
}

function readFeatures({ page, words }: MiningView, group: number | undefined, tree: PathTree): PageFeatures {
  const ofNodes = tree.addPage(page.document);
  const paths = new Set<number>();
  for (const [leaf, node] of page.leaves.node.entries()) {
    if (words[leaf]! > 0 && paths.size < MAX_PATHS) paths.add(ofNodes[node]!);
  }
  return { shape: page.url === undefined ? undefined : urlShape(page.url), group, paths };
}

function findPartners(features: readonly PageFeatures[], at: number): readonly number[] {
  return features
    .map((other, index) => ({ index, similarity: similarity(features[at]!, other) }))
    .filter(({ index }) => index !== at)
    .sort((a, b) => b.similarity - a.similarity || a.index - b.index)
    .slice(0, PARTNERS)
    .map(({ index }) => index);
}

function similarity(a: PageFeatures, b: PageFeatures): number {
  let shared = 0;
  for (const path of a.paths) if (b.paths.has(path)) shared++;
  const jaccard = shared / Math.max(1, a.paths.size + b.paths.size - shared);
  const isSameShape = a.shape !== undefined && a.shape === b.shape;
  const isSameGroup = a.group !== undefined && a.group === b.group;
  return jaccard + (isSameShape ? SAME_SHAPE : 0) + (isSameGroup ? SAME_GROUP : 0);
}

function addTo(sums: Uint8Array, more: Uint8Array): void {
  for (let at = 0; at < sums.length; at++) sums[at]! += more[at]!;
}

/** Short texts before varying text on at least half of the pages: the frequent labels of section 4. */
function findLabels(pages: readonly ComparedPage[]): string[] {
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

function labelsOf({ view, content }: ComparedPage): ReadonlySet<string> {
  const { document, leaves } = view.page;
  const found = new Set<string>();
  for (let leaf = 0; leaf + 1 < content.length; leaf++) {
    const isShort = view.words[leaf]! > 0 && view.words[leaf]! <= MAX_LABEL_WORDS;
    if (!isShort || content[leaf] === 1 || content[leaf + 1] === 0 || leaves.anchor[leaf]! >= 0) continue;
    const node = leaves.node[leaf]!;
    const text = foldSpaces(document.text.slice(document.textStart[node], document.textEnd[node]));
    if (text.length <= MAX_LABEL_CHARACTERS) found.add(text);
  }
  return found;
}

/** Counts over the pages for one path. */
interface PathCount {
  /** Pages with text there. */
  readonly pages: number;
  /** The words of all text, of varying text, and of prose in the varying text. */
  readonly words: number;
  readonly contentWords: number;
  readonly proseWords: number;
  /** Pages with their title there. */
  readonly titles: number;
  /** The mean first leaf on these pages. */
  readonly position: number;
}

type Draft = { -readonly [Field in keyof PathCount]: PathCount[Field] } & { lastPage: number };

function countPaths(pages: readonly ComparedPage[]): ReadonlyMap<number, PathCount> {
  const drafts = new Map<number, Draft>();
  for (const [at, page] of pages.entries()) countPage(page, at, drafts);
  for (const draft of drafts.values()) draft.position /= draft.pages;
  return drafts;
}

function countPage({ view, paths, content }: ComparedPage, at: number, drafts: Map<number, Draft>): void {
  const seen = new Set<number>();
  for (let leaf = 0; leaf < paths.length; leaf++) {
    const words = view.words[leaf]!;
    if (words === 0 || paths[leaf] === NO_PATH) continue;
    const draft = draftOf(drafts, paths[leaf]!);
    if (draft.lastPage !== at) {
      draft.lastPage = at;
      draft.pages++;
      draft.position += leaf;
    }
    draft.words += words;
    // Some pages contain their story twice, for print or small screens; only the first counts.
    const isCopy = words >= MIN_COPY_WORDS && seen.has(view.texts[leaf]!);
    seen.add(view.texts[leaf]!);
    if (content[leaf] === 0) continue;
    draft.contentWords += words;
    draft.titles += view.isTitle[leaf]!;
    if (view.isProse[leaf] === 1 && !isCopy) draft.proseWords += words;
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
