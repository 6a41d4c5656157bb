import type { Page } from "../../../page/index.ts";
import { BASE_LEARNERS } from "../base-learners.ts";
import { describeAddress } from "./address-features.ts";
import { describeAgreement } from "./agreement.ts";
import type { BlockTally } from "./block-tally.ts";
import { describeDoubt, describeKept } from "./kept-features.ts";
import { countElements, describeStated, flagStated } from "./markup-features.ts";
import { describeTeasers } from "./teaser-features.ts";
import {
  ADDRESS,
  ADDRESS_WORDS,
  AGREEMENT,
  DOUBT,
  KEPT,
  STATED,
  TEASERS,
  VERDICT_FEATURES,
} from "./verdict-features.data.ts";

const NAMES = {
  kept: Object.keys(KEPT) as readonly (keyof typeof KEPT)[],
  doubt: Object.keys(DOUBT) as readonly (keyof typeof DOUBT)[],
  agreement: Object.keys(AGREEMENT) as readonly (keyof typeof AGREEMENT)[],
  teasers: Object.keys(TEASERS) as readonly (keyof typeof TEASERS)[],
  stated: Object.keys(STATED) as readonly (keyof typeof STATED)[],
  address: Object.keys(ADDRESS) as readonly (keyof typeof ADDRESS)[],
} as const;
const ADDRESS_COLUMNS = NAMES.address.length + Object.keys(ADDRESS_WORDS).length;

/** What is known of a page once its blocks are weighed, in the order of `VERDICT_FEATURES`; NaN where nothing is. */
export function verdictRow(page: Page, tally: BlockTally): Float32Array {
  const row = new VerdictRow();
  const kept = describeKept(tally);
  const address = describeAddress(page);
  row.putNamed(NAMES.kept, kept.features);
  row.putNamed(NAMES.doubt, describeDoubt(tally, kept));
  for (let learner = 0; learner < BASE_LEARNERS.length; learner++) {
    row.putNamed(NAMES.agreement, describeAgreement(tally, learner));
  }
  row.putAll(tally.keptMeans, kept.words);
  row.putAll(tally.pageMeans, kept.all);
  row.putAll(tally.pageSums);
  row.putAll(tally.whole);
  row.putNamed(NAMES.teasers, describeTeasers(tally));
  row.putAll(countElements(page));
  row.putNamed(NAMES.stated, describeStated(page));
  row.putAll(flagStated(page));
  if (address === undefined) row.skip(ADDRESS_COLUMNS);
  else {
    row.putNamed(NAMES.address, address.values);
    row.putAll(address.flags);
  }
  return row.finish();
}

/** Writes one value after the other. */
class VerdictRow {
  readonly #values = new Float32Array(VERDICT_FEATURES.length).fill(Number.NaN);
  #at = 0;

  putNamed<Name extends string>(names: readonly Name[], values: Readonly<Record<Name, number>>): void {
    for (const name of names) this.#put(values[name]);
  }

  /** Writes values, as parts of a whole where there is one. */
  putAll(values: ArrayLike<number>, whole = 1): void {
    for (let index = 0; index < values.length; index++) this.#put(values[index]! / whole);
  }

  skip(count: number): void {
    this.#at += count;
  }

  finish(): Float32Array {
    if (this.#at !== this.#values.length)
      throw new RangeError(`Write ${this.#values.length} values a page, not ${this.#at}.`);
    return this.#values;
  }

  /** A share of nothing is no number; neither may be one beyond all bounds. */
  #put(value: number): void {
    this.#values[this.#at++] = Number.isFinite(value) ? value : Number.NaN;
  }
}
