import { HashIds } from "../../text/index.ts";
import { ANCESTOR_LEVELS, SEMANTIC_GROUPS } from "./block-features.data.ts";
import {
  type FamilyWriter,
  type FeatureContext,
  groupTable,
  NO_GROUP,
  share,
  skip,
} from "./feature-context.ts";

/** Elements above this many steps say little of a block, and hostile pages nest without end. */
const MAX_STEPS = 40;
const SEMANTIC_GROUP = groupTable(SEMANTIC_GROUPS);

/** Writes the family `semantics`: how far up the nearest element of each group is. */
export function describeSemantics({ page }: FeatureContext): FamilyWriter {
  const { document, leaves } = page;
  const { firstLeaf } = page.blocks;
  const { parent, tag } = document;
  return ({ count, blocks, values, width }, column) => {
    for (let row = 0; row < count; row++) {
      const at = row * width + column;
      skip(values, at, at + SEMANTIC_GROUPS.length);
      let node = parent[leaves.node[firstLeaf[blocks[row]!]!]!]!;
      for (let step = 0; step < MAX_STEPS && node > 0; step++) {
        const group = SEMANTIC_GROUP[tag[node]!]!;
        if (group !== NO_GROUP && Number.isNaN(values[at + group])) values[at + group] = step;
        node = parent[node]!;
      }
    }
    return column + SEMANTIC_GROUPS.length;
  };
}

const LEVEL_COLUMNS = 8;
/** All but the last are the same for every block inside. */
const SHARED_COLUMNS = LEVEL_COLUMNS - 1;

/** Writes the family `ancestors`: the nearest elements around a block that each hold more blocks than the one before. */
export function describeAncestors(context: FeatureContext): FamilyWriter {
  const { sums, skeleton } = context;
  const { grown, firstBlock, endBlock, ofBlock } = skeleton;
  const { shown } = sums;
  const described = describePlaces(context);
  return ({ count, blocks, values, width }, column) => {
    for (let row = 0; row < count; row++) {
      const block = blocks[row]!;
      const own = ofBlock[block]!;
      const holdsMore = shown[endBlock[own]!]! - shown[firstBlock[own]!]! > 1;
      let place = holdsMore ? own : grown[own]!;
      let at = row * width + column;
      const end = at + ANCESTOR_LEVELS * LEVEL_COLUMNS;
      for (; place >= 0 && at < end; at += LEVEL_COLUMNS) {
        const from = place * SHARED_COLUMNS;
        for (let shared = 0; shared < SHARED_COLUMNS; shared++)
          values[at + shared] = described[from + shared]!;
        const first = shown[firstBlock[place]!]!;
        const others = shown[endBlock[place]!]! - first - 1;
        values[at + SHARED_COLUMNS] = Math.min(1, (shown[block]! - first) / Math.max(1, others));
        place = grown[place]!;
      }
      skip(values, at, end);
    }
    return column + ANCESTOR_LEVELS * LEVEL_COLUMNS;
  };
}

/** What is the same for every block in a place of the skeleton: blocks have most of those around them in common. */
function describePlaces({ count, sums, skeleton, scratch }: FeatureContext): Float32Array {
  const described = scratch.floats(skeleton.count * SHARED_COLUMNS);
  for (let place = 0; place < skeleton.count; place++) {
    const first = skeleton.firstBlock[place]!;
    const end = skeleton.endBlock[place]!;
    const blocks = sums.shown[end]! - sums.shown[first]!;
    const characters = sums.characters[end]! - sums.characters[first]!;
    const at = place * SHARED_COLUMNS;
    described[at] = share(characters, sums.characters[count]!);
    described[at + 1] = share(sums.linkCharacters[end]! - sums.linkCharacters[first]!, characters);
    described[at + 2] = blocks;
    described[at + 3] = share(sums.words[end]! - sums.words[first]!, blocks);
    described[at + 4] = share(sums.paragraphCharacters[end]! - sums.paragraphCharacters[first]!, characters);
    described[at + 5] = share(sums.headings[end]! - sums.headings[first]!, blocks);
    described[at + 6] = share(100 * (sums.marks[end]! - sums.marks[first]!), characters);
  }
  return described;
}

/** Columns for the path of tags, and for that of tags and classes. */
const PATH_COLUMNS = 6;

/** Writes the family `paths`: what all blocks under the same tags, or under the same tags and classes, have in common. */
export function describePaths(context: FeatureContext): FamilyWriter {
  const { ofBlock: tagPathOf, described: tags } = sumPaths(context, context.skeleton.tagPath);
  const { ofBlock: classPathOf, described: classes } = sumPaths(context, context.skeleton.classPath);
  return ({ count, blocks, values, width }, first) => {
    for (let row = 0; row < count; row++) {
      const block = blocks[row]!;
      const at = row * width + first;
      const tagPath = tagPathOf[block]! * PATH_COLUMNS;
      const classPath = classPathOf[block]! * PATH_COLUMNS;
      for (let column = 0; column < PATH_COLUMNS; column++) {
        values[at + column] = tags[tagPath + column]!;
        values[at + PATH_COLUMNS + column] = classes[classPath + column]!;
      }
    }
    return first + 2 * PATH_COLUMNS;
  };
}

/** The path of every block as a small number, and the columns of every path; `hashes` are those of the skeleton. */
function sumPaths({ count, texts, sums, skeleton, scratch }: FeatureContext, hashes: Int32Array) {
  const ids = new HashIds(count, scratch);
  const ofBlock = scratch.ints(count);
  for (let block = 0; block < count; block++) ofBlock[block] = ids.idOf(hashes[skeleton.ofBlock[block]!]!);
  const totals = scratch.doubles(ids.count * PATH_COLUMNS);
  for (let block = 0; block < count; block++) {
    if (texts.characters[block] === 0) continue;
    const at = ofBlock[block]! * PATH_COLUMNS;
    const words = texts.words[block]!;
    totals[at]!++;
    totals[at + 1]! += texts.characters[block]!;
    totals[at + 2]! += words;
    totals[at + 3]! += words * words;
    totals[at + 4]! += texts.linkCharacters[block]!;
    totals[at + 5]! += texts.marks[block]!;
  }
  const described = scratch.floats(totals.length);
  for (let at = 0; at < totals.length; at += PATH_COLUMNS) {
    const blocks = totals[at]!;
    const characters = totals[at + 1]!;
    const mean = share(totals[at + 2]!, blocks);
    described[at] = blocks;
    described[at + 1] = share(characters, sums.characters[count]!);
    described[at + 2] = mean;
    described[at + 3] = Math.sqrt(Math.max(0, share(totals[at + 3]!, blocks) - mean * mean));
    described[at + 4] = share(totals[at + 4]!, characters);
    described[at + 5] = share(100 * totals[at + 5]!, characters);
  }
  return { ofBlock, described };
}
