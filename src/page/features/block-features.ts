import { ScratchArena } from "../../text/index.ts";
import { describeAncestors } from "./ancestor-features.ts";
import { BLOCK_FEATURES, type FeatureFamily } from "./block-features.data.ts";
import { sumBlocks } from "./block-sums.ts";
import type { FamilyWriter, FeatureContext, RowBatch } from "./feature-context.ts";
import type { FeatureSource } from "./feature-source.ts";
import { describePage } from "./page-features.ts";
import { describePaths } from "./path-features.ts";
import { describePosition } from "./position-features.ts";
import { describeRepeats } from "./repeat-features.ts";
import { findSkeleton } from "./skeleton.ts";
import { describeStated } from "./stated-features.ts";
import { describeSemantics, describeTags } from "./tag-features.ts";
import { describeText, readTexts } from "./text-features.ts";
import { hashFours, hashPairs } from "./text-scan.ts";
import { describeTitle } from "./title-features.ts";
import { describeWindow } from "./window-features.ts";

/** What is known of every block of a page, a row each with the columns of `BLOCK_FEATURES`; NaN where there is nothing to say. */
export interface BlockFeatures {
  /** Rows: one for every block, with text or without. */
  readonly count: number;
  /** Columns. */
  readonly width: number;
  /** Row after row; made on first use, and nearly a kilobyte a block. */
  readonly values: Float32Array;
  /** Writes the rows of some blocks, `width` values each: whoever needs a few at a time needs no matrix. */
  writeRows(rows: RowBatch): void;
  /** Releases the scratch arrays: no row may be written any more. */
  giveBack(): void;
}

/** Describes every block of a page in a few linear passes. */
export function computeBlockFeatures(source: FeatureSource): BlockFeatures {
  const { count } = source.blocks;
  const width = BLOCK_FEATURES.length;
  const scratch = new ScratchArena();
  const writeFamilies = prepareFamilies(source, scratch);
  const writeRows = (rows: RowBatch) => {
    const written = writeFamilies(rows, 0);
    if (written !== width) throw new RangeError(`Write ${width} values a row, not ${written}.`);
  };
  let values: Float32Array | undefined;
  return {
    count,
    width,
    writeRows,
    giveBack: () => scratch.release(),
    get values() {
      if (values === undefined) {
        values = new Float32Array(count * width);
        writeRows({ count, blocks: Int32Array.from({ length: count }, (_, block) => block), values, width });
      }
      return values;
    },
  };
}

/** Makes the passes over the page; what they leave writes the families in the order of the columns. */
function prepareFamilies(source: FeatureSource, scratch: ScratchArena): FamilyWriter {
  const { texts, described } = readTexts(source, scratch);
  const sums = sumBlocks(texts, scratch);
  const skeleton = findSkeleton(source, sums, scratch);
  const context: FeatureContext = { count: source.blocks.count, source, texts, sums, skeleton, scratch };
  const pairs = hashPairs(texts.scan.hashes.subarray(0, texts.scan.hashCount), scratch);
  const fours = hashFours(pairs, scratch);
  const families = {
    text: describeText(described),
    tags: describeTags(context),
    semantics: describeSemantics(context),
    position: describePosition(context),
    title: describeTitle(context),
    stated: describeStated(context, pairs, fours),
    page: describePage(context),
    ancestors: describeAncestors(context),
    paths: describePaths(context),
    window: describeWindow(context),
    repeats: describeRepeats(context, fours),
  } as const satisfies Record<FeatureFamily, FamilyWriter>;
  // One call after the other and no loop over them: the compiler knows then what each calls.
  return (rows, column) => {
    let next = families.text(rows, column);
    next = families.tags(rows, next);
    next = families.semantics(rows, next);
    next = families.position(rows, next);
    next = families.title(rows, next);
    next = families.stated(rows, next);
    next = families.page(rows, next);
    next = families.ancestors(rows, next);
    next = families.paths(rows, next);
    next = families.window(rows, next);
    return families.repeats(rows, next);
  };
}
