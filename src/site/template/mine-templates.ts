import { NO_PATH, PathTree } from "../../extractors/index.ts";
import {
  type ArticleTemplate,
  PATH_STEPS,
  type Page,
  type PathSteps,
  PROFILE_LIMITS,
  type TemplateRole,
} from "../../page/index.ts";
import { compareReadings } from "./compare-readings.ts";
import { countPaths, type PathCount } from "./count-paths.ts";
import { findLabels } from "./find-labels.ts";
import type { ComparedPage, PageReading } from "./page-reading.ts";

/** A place of fewer articles is one article's own. */
const MIN_PAGES = 2;
/** Templates of one site at most, for either kind of steps. */
const MAX_TEMPLATES = PROFILE_LIMITS.templates / PATH_STEPS.length;
/** What a word that is no prose of its own page takes from the worth of a region; from 1 to 4 it changes little. */
const OTHER_WEIGHT = 2;
/** The share of a page's prose that a region must hold for the page to be of its template; comments may be longer than a story. */
const MIN_COVERED = 0.3;

/** The templates of article pages, those by classes first, of most pages first. */
export function mineTemplates(
  readings: readonly PageReading[],
  groups: readonly (readonly Page[])[] = [],
): ArticleTemplate[] {
  const contents = compareReadings(readings, groups);
  return PATH_STEPS.flatMap((steps) => {
    const tree = new PathTree(steps);
    const pages = readings.map((reading, at) => ({
      ...{ reading, content: contents[at]! },
      paths: leafPaths(reading.page, tree),
    }));
    return mineWith(pages, { tree, steps });
  });
}

function leafPaths({ document, leaves }: Page, tree: PathTree): Int32Array {
  const ofNodes = tree.addPage(document);
  return Int32Array.from(leaves.node, (node) => ofNodes[node]!);
}

/** The best region is found, its pages are set aside, and so on with the rest: sites have more than one template. */
function mineWith(pages: readonly ComparedPage[], { tree, steps }: Places): ArticleTemplate[] {
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

/** The part of the pages with the most prose that differs from page to page and the least else. */
function findRegion(counts: ReadonlyMap<number, PathCount>, tree: PathTree): number {
  const worth = new Float64Array(tree.size);
  for (const [path, { pages, words, proseWords }] of counts) {
    const prose = pages >= MIN_PAGES ? proseWords : 0;
    worth[path]! += prose - OTHER_WEIGHT * (words - proseWords);
  }
  let best = NO_PATH;
  let most = 0;
  for (let path = tree.size - 1; path > 0; path--) {
    // Of parts that hold the same, the outermost: what else some article has in it belongs there.
    if (worth[path]! > 0 && worth[path]! >= most) {
      best = path;
      most = worth[path]!;
    }
    worth[tree.parentOf(path)]! += worth[path]!;
  }
  return best;
}

function isCovered({ reading, paths, content }: ComparedPage, isInside: Uint8Array): boolean {
  let [all, inside] = [0, 0];
  for (let leaf = 0; leaf < content.length; leaf++) {
    if (content[leaf] === 0 || reading.isProse[leaf] === 0 || paths[leaf] === NO_PATH) continue;
    all += reading.words[leaf]!;
    inside += reading.words[leaf]! * isInside[paths[leaf]!]!;
  }
  return inside > 0 && inside >= all * MIN_COVERED;
}

/** What the paths of some pages are made of, and the tree of them. */
interface Places {
  readonly tree: PathTree;
  readonly steps: PathSteps;
}

interface Region extends Places {
  readonly isInside: Uint8Array;
}

/** The places of a template: all of the region, decoration too, and what differs elsewhere. */
function describeTemplate(
  pages: readonly ComparedPage[],
  { tree, steps, isInside }: Region,
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
