import { HASH_START, HASH_STEP } from "../../text/index.ts";
import type { BlockTexts } from "./block-texts.ts";
import { type FeatureContext, type RowWriter, share, skip } from "./feature-context.ts";
import { HashIds } from "./hash-ids.ts";

const COLUMNS = 4;

/** Writes of a row the family `repeats`; `fours` are the runs of four words of the page's word hashes. */
export function describeRepeats({ texts }: FeatureContext, fours: Int32Array): RowWriter {
  const whole = findWholeRepeats(texts);
  const runs = findRunRepeats(texts.firstHash, fours);
  return (block, row, at) => {
    const text = whole.textOf[block]!;
    if (text < 0) return skip(row, at, COLUMNS);
    const count = texts.firstHash[block + 1]! - texts.firstHash[block]! - 3;
    row[at] = whole.times[text]!;
    row[at + 1] = Number(whole.first[text] !== block);
    row[at + 2] = share(runs.elsewhere[block]!, count);
    row[at + 3] = share(runs.earlier[block]!, count);
    return at + COLUMNS;
  };
}

interface WholeRepeats {
  /** Which text a block has, -1 for none. */
  readonly textOf: Int32Array;
  /** How many blocks have a text, and the first of them. */
  readonly times: Int32Array;
  readonly first: Int32Array;
}

function findWholeRepeats({ firstHash, scan }: BlockTexts): WholeRepeats {
  const count = firstHash.length - 1;
  const ids = new HashIds(count);
  const textOf = new Int32Array(count).fill(-1);
  const times = new Int32Array(count);
  const first = new Int32Array(count);
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

function findRunRepeats(firstHash: Int32Array, fours: Int32Array): RunRepeats {
  const count = firstHash.length - 1;
  const ids = new HashIds(fours.length);
  const runOf = new Int32Array(fours.length);
  const firstBlock = new Int32Array(fours.length);
  const lastBlock = new Int32Array(fours.length);
  const elsewhere = new Int32Array(count);
  const earlier = new Int32Array(count);
  for (let block = 0; block < count; block++) {
    for (let at = firstHash[block]!; at < firstHash[block + 1]! - 3; at++) {
      const known = ids.count;
      const run = ids.idOf(fours[at]!);
      runOf[at] = run;
      if (run === known) firstBlock[run] = block;
      else if (firstBlock[run] !== block) earlier[block]!++;
      lastBlock[run] = block;
    }
  }
  for (let block = 0; block < count; block++) {
    for (let at = firstHash[block]!; at < firstHash[block + 1]! - 3; at++) {
      const run = runOf[at]!;
      if (firstBlock[run] !== block || lastBlock[run] !== block) elsewhere[block]!++;
    }
  }
  return { elsewhere, earlier };
}
