import type { Page } from "../../../page/index.ts";
import { WITNESSES } from "../evidence.ts";
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

/** What is known of a page once its blocks are weighed, in the order of `VERDICT_FEATURES`; NaN where nothing is. */
export function verdictRow(page: Page, tally: BlockTally): Float32Array {
  const kept = describeKept(tally);
  const address = describeAddress(page);
  const values = [
    ...inOrder(KEPT, kept.features),
    ...inOrder(DOUBT, describeDoubt(tally, kept)),
    ...WITNESSES.flatMap((_, witness) => inOrder(AGREEMENT, describeAgreement(tally, witness))),
    ...shares(tally.keptMeans, kept.words),
    ...shares(tally.pageMeans, kept.all),
    ...tally.pageSums,
    ...tally.whole,
    ...inOrder(TEASERS, describeTeasers(tally)),
    ...countElements(page),
    ...inOrder(STATED, describeStated(page)),
    ...flagStated(page),
    ...(address ? inOrder(ADDRESS, address.values) : absent(ADDRESS)),
    ...(address?.flags ?? absent(ADDRESS_WORDS)),
  ];
  if (values.length !== VERDICT_FEATURES.length)
    throw new RangeError(`Write ${VERDICT_FEATURES.length} values a page, not ${values.length}.`);
  // A share of nothing is no number; neither may be one beyond all bounds.
  return Float32Array.from(values.map((value) => (Number.isFinite(value) ? value : Number.NaN)));
}

function inOrder<Name extends string>(
  names: Readonly<Record<Name, unknown>>,
  values: Readonly<Record<Name, number>>,
): number[] {
  return Object.keys(names).map((name) => values[name as Name]);
}

function shares(sums: Float64Array, whole: number): number[] {
  return [...sums].map((sum) => sum / whole);
}

function absent(names: Readonly<Record<string, unknown>>): number[] {
  return Object.keys(names).map(() => Number.NaN);
}
