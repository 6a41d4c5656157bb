import type { ArticleTemplate, TemplatePath, TemplateRole } from "../../page/index.ts";
import { NO_PATH, PathTree } from "./path-tree.ts";

/** Where a path that the template does not have lies mostly among its body, it is body too: a list in one article of many. */
const MIN_BODY_SHARE = 0.8;

/** A template as it is laid over pages. */
export interface OpenTemplate {
  readonly template: ArticleTemplate;
  readonly tree: PathTree;
  /** The places of the body and what they weigh: the words that the mined articles have there. */
  readonly body: readonly { readonly path: number; readonly place: TemplatePath; readonly weight: number }[];
  /** By path: what stands there, where the template has it. */
  readonly roles: ReadonlyMap<number, TemplateRole>;
  /** By path: 1 where whatever else lies under it is body. */
  readonly isBodyPart: Uint8Array;
}

/** Makes a template ready to be laid over pages. */
export function openTemplate(template: ArticleTemplate): OpenTemplate {
  const tree = new PathTree(template.steps);
  const places = template.paths
    .map((place) => ({ path: tree.add(place.path), place, weight: place.words * place.pages }))
    .filter(({ path }) => path !== NO_PATH);
  const body = places.filter(({ place }) => place.role === "body");
  return {
    template,
    tree,
    body,
    roles: new Map(places.map(({ path, place }) => [path, place.role])),
    isBodyPart: findBodyParts(tree, sumUp(tree, body), sumUp(tree, places)),
  };
}

/** By path, the weight of what lies under it. */
function sumUp(
  tree: PathTree,
  places: readonly { readonly path: number; readonly weight: number }[],
): Float64Array {
  const sums = new Float64Array(tree.size);
  for (const { path, weight } of places) sums[path]! += weight;
  for (let path = tree.size - 1; path > 0; path--) sums[tree.parentOf(path)]! += sums[path]!;
  return sums;
}

/** Parts of the smallest one around all places of the body, as far as they hold little else. */
function findBodyParts(tree: PathTree, body: Float64Array, all: Float64Array): Uint8Array {
  let smallest = 0;
  for (let path = 1; path < tree.size; path++) if (body[path] === body[0]) smallest = path;
  // A body of nothing but paragraphs has one place, and lists stand beside it.
  const region = all[smallest] === body[smallest] ? Math.max(0, tree.parentOf(smallest)) : smallest;
  const isInside = tree.markUnder(region);
  return isInside.map((inside, path) => Number(inside === 1 && body[path]! > all[path]! * MIN_BODY_SHARE));
}
