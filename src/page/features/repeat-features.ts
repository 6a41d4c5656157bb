import { HASH_START, HASH_STEP, HashIds, type ScratchArena } from "../../text/index.ts";
import type { BlockTexts } from "./block-texts.ts";
import { type FamilyWriter, type FeatureContext, share, skip } from "./feature-context.ts";

const COLUMNS = 4;

/** Writes the family `repeats`; `fours` are the runs of four words of the page's word hashes. */
export function describeRepeats({ texts, scratch }: FeatureContext, fours: Int32Array): FamilyWriter {
  const whole = findWholeRepeats(texts, scratch);
  const runs = findRunRepeats(texts.firstHash, fours, scratch);
  return ({ count, blocks, values, width }, column) => {
    for (let row = 0; row < count; row++) {
      const block = blocks[row]!;
      const at = row * width + column;
      const text = whole.textOf[block]!;
      if (text < 0) {
        skip(values, at, at + COLUMNS);
        continue;
      }
      const fourCount = texts.firstHash[block + 1]! - texts.firstHash[block]! - 3;
      values[at] = whole.times[text]!;
      values[at + 1] = Number(whole.first[text] !== block);
      values[at + 2] = share(runs.elsewhere[block]!, fourCount);
      values[at + 3] = share(runs.earlier[block]!, fourCount);
    }
    return column + COLUMNS;
  };
}

interface WholeRepeats {
  /** Which text a block has, -1 for none. */
  readonly textOf: Int32Array;
  /** How many blocks have a text, and the first of them. */
  readonly times: Int32Array;
  readonly first: Int32Array;
}

function findWholeRepeats({ firstHash, scan }: BlockTexts, scratch: ScratchArena): WholeRepeats {
  const count = firstHash.length - 1;
  const ids = new HashIds(count, scratch);
  const textOf = scratch.ints(count).fill(-1);
  const times = scratch.ints(count);
  const first = scratch.ints(count);
  for (let block = 0; block < count; block++) {
    const end = firstHash[block + 1]!;
    if (firstHash[block] === end) continue;
    let hash = HASH_START;
    for (let at = firstHash[block]!; at < end; at++) hash = Math.imul(hash ^ scan.hashes[at]!, HASH_STEP);
    const text = ids.idOf(hash);
    textOf[block] = text;
    if (times[text]!++ === 0) first[text] = block;
  }
  return { textOf, times, first };
}

interface RunRepeats {
  /** Runs of a block that another block has, and that an earlier one has. */
  readonly elsewhere: Int32Array;
  readonly earlier: Int32Array;
}

function findRunRepeats(firstHash: Int32Array, fours: Int32Array, scratch: ScratchArena): RunRepeats {
  const count = firstHash.length - 1;
  const ids = new HashIds(fours.length, scratch);
  const firstBlock = scratch.ints(fours.length);
  // How often a run stands in its first block besides the first time, -1 once another block has it too.
  const again = scratch.ints(fours.length);
  const elsewhere = scratch.ints(count);
  const earlier = scratch.ints(count);
  for (let block = 0; block < count; block++) {
    const end = firstHash[block + 1]! - 3;
    for (let at = firstHash[block]!; at < end; at++) {
      const known = ids.count;
      const run = ids.idOf(fours[at]!);
      if (run === known) firstBlock[run] = block;
      else if (firstBlock[run] === block) again[run]!++;
      else {
        earlier[block]!++;
        elsewhere[block]!++;
        if (again[run]! >= 0) elsewhere[firstBlock[run]!]! += again[run]! + 1;
        again[run] = -1;
      }
    }
  }
  return { elsewhere, earlier };
}
