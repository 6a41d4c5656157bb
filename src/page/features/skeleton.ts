import { joinHashes, type ScratchArena } from "../../text/index.ts";
import type { BlockSums } from "./block-sums.ts";
import { classIds } from "./class-ids.ts";
import type { FeatureSource } from "./feature-source.ts";

/** The containers of blocks and all elements around them, in document order: the part of the tree that features look at. Parallel arrays. */
export interface Skeleton {
  readonly count: number;
  readonly node: Int32Array;
  /** Place of the parent in these arrays, -1 at the root. */
  readonly parent: Int32Array;
  readonly depth: Int32Array;
  /** Blocks inside are `[firstBlock[place], endBlock[place])`. */
  readonly firstBlock: Int32Array;
  readonly endBlock: Int32Array;
  /** Place of the nearest ancestor with more blocks with seen text, -1 where there is none. */
  readonly grown: Int32Array;
  /** Hash of the tags from the root, and of tags and classes. */
  readonly tagPath: Int32Array;
  readonly classPath: Int32Array;
  /** Place of every block's container. */
  readonly ofBlock: Int32Array;
}

/** Builds the skeleton in passes over the ancestors of blocks. */
export function findSkeleton(source: FeatureSource, { shown }: BlockSums, scratch: ScratchArena): Skeleton {
  const places = placeNodes(source, scratch);
  const { node, parent, ofBlock } = places;
  const count = node.length;
  const depth = scratch.ints(count);
  const firstBlock = scratch.ints(count).fill(ofBlock.length);
  const endBlock = scratch.ints(count);
  for (let block = ofBlock.length - 1; block >= 0; block--) {
    const place = ofBlock[block]!;
    firstBlock[place] = block;
    endBlock[place] = Math.max(endBlock[place]!, block + 1);
  }
  for (let place = count - 1; place > 0; place--) {
    const up = parent[place]!;
    firstBlock[up] = Math.min(firstBlock[up]!, firstBlock[place]!);
    endBlock[up] = Math.max(endBlock[up]!, endBlock[place]!);
  }
  const grown = scratch.ints(count).fill(-1);
  const inside = (place: number) => shown[endBlock[place]!]! - shown[firstBlock[place]!]!;
  for (let place = 1; place < count; place++) {
    const up = parent[place]!;
    depth[place] = depth[up]! + 1;
    grown[place] = inside(up) > inside(place) ? up : grown[up]!;
  }
  return { count, ...places, depth, firstBlock, endBlock, grown, ...hashPaths(source, places, scratch) };
}

function placeNodes(
  { document, blocks }: FeatureSource,
  scratch: ScratchArena,
): Pick<Skeleton, "node" | "parent" | "ofBlock"> {
  const placeOf = scratch.ints(document.size);
  let last = -1;
  let count = 0;
  for (let block = 0; block < blocks.count; block++) {
    for (let at = blocks.container[block]!; at >= 0 && placeOf[at] === 0; at = document.parent[at]!) {
      placeOf[at] = 1;
      last = Math.max(last, at);
      count++;
    }
  }
  const node = scratch.ints(count);
  const parent = scratch.ints(count);
  for (let at = 0, place = 0; at <= last; at++) {
    if (placeOf[at] === 0) continue;
    node[place] = at;
    placeOf[at] = place;
    parent[place] = place === 0 ? -1 : placeOf[document.parent[at]!]!;
    place++;
  }
  const ofBlock = scratch.ints(blocks.count);
  for (let block = 0; block < blocks.count; block++) ofBlock[block] = placeOf[blocks.container[block]!]!;
  return { node, parent, ofBlock };
}

function hashPaths(
  { document }: FeatureSource,
  { node, parent }: Pick<Skeleton, "node" | "parent">,
  scratch: ScratchArena,
): Pick<Skeleton, "tagPath" | "classPath"> {
  const tagPath = scratch.ints(node.length);
  const classPath = scratch.ints(node.length);
  const classes = classIds(document);
  for (let place = 1; place < node.length; place++) {
    const at = node[place]!;
    const up = parent[place]!;
    tagPath[place] = joinHashes(tagPath[up]!, document.tag[at]!);
    classPath[place] = joinHashes(classPath[up]!, classes.hash(at));
  }
  return { tagPath, classPath };
}
