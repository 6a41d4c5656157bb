import { createHash } from "node:crypto";
import { formatShare } from "../../src/eval/index.ts";
import { findSet, readLabels } from "../../src/sets/index.ts";
import {
  bandsOf,
  COPY_SHARE,
  commonShare,
  hashText,
  joinHashes,
  minHash,
  seededRandom,
  words,
} from "../../src/text/index.ts";
import { makePages } from "../../test/newsroom/index.ts";
import { type Experiment, plainTable, provenanceLines } from "./experiment.ts";

const REAL_SETS = ["big9", "l3s-gn1-a", "multi2023-en-fr-de-zh", "czech-sites"] as const;
const CHANGED = [0.1, 0.2, 0.3, 0.4] as const;
const MIN_WORDS = 60;
const PAIRS_OF_OTHERS = 20_000;
/** The notices that an agency or a paper puts under every story. */
const BOILERPLATE =
  "This story was first sent to readers of the morning letter and is printed here with leave of the agency, whose rights are reserved in all countries and for all time.";

/** A way to find copies: candidates share a band, and are close enough. */
interface Method {
  readonly name: string;
  /** The share or distance at which two texts count as copies, chosen on the texts with even numbers. */
  threshold(pairs: readonly Pair[]): (pair: Pair) => boolean;
}

interface Pair {
  readonly first: string;
  readonly second: string;
  /** The share of words that was changed; undefined for two different stories. */
  readonly changed: number | undefined;
}

/** `near-duplicates`: MinHash against SimHash on rewritten and on different stories. */
export const nearDuplicates: Experiment = async function* ({ places, provenance }) {
  const real: string[] = [];
  for (const name of REAL_SETS)
    for await (const { truth } of readLabels(await findSet(name, places)))
      if (truth.body) real.push(truth.body);
  const made = makePages({ count: 600, seed: 9 }).map(({ truth }) => truth.body ?? "");
  const groups = { "real stories": real, "made-up stories": made };
  yield `${provenanceLines(provenance, [])}\n`;
  const rows: string[][] = [];
  for (const [name, all] of Object.entries(groups)) {
    const texts = all.filter((text) => words(text).length >= MIN_WORDS);
    const hash = createHash("sha256").update(texts.join("\0")).digest("hex").slice(0, 16);
    yield `- ${name}: ${texts.length}, data \`${hash}\`\n`;
    const even = makePairs(texts.filter((_, at) => at % 2 === 0));
    const odd = makePairs(texts.filter((_, at) => at % 2 === 1));
    for (const method of METHODS) rows.push([name, method.name, ...figures(odd, method.threshold(even))]);
  }
  const head = [
    "stories",
    "method",
    "precision",
    ...CHANGED.map((share) => `recall, ${share * 100} % changed`),
  ];
  yield `\n${plainTable(head, rows, 2)}\n`;
};

function figures(pairs: readonly Pair[], isCopy: (pair: Pair) => boolean): string[] {
  const found = pairs.filter(isCopy);
  const precision = found.filter(({ changed }) => changed !== undefined).length / Math.max(1, found.length);
  const recalls = CHANGED.map((share) => {
    const own = pairs.filter(({ changed }) => changed === share);
    return own.filter(isCopy).length / own.length;
  });
  return [precision, ...recalls].map(formatShare);
}

/** Every story with its rewrites, and as many different stories as the library of a small paper would compare. */
function makePairs(texts: readonly string[]): readonly Pair[] {
  const random = seededRandom(17);
  const lists = texts.map((text) => words(text));
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const end = ` ${BOILERPLATE}`;
  const copies = lists.flatMap((list) =>
    CHANGED.map((changed): Pair => {
      return { first: list.join(" ") + end, second: rewrite(list, changed, pick, lists) + end, changed };
    }),
  );
  const others: Pair[] = [];
  while (others.length < PAIRS_OF_OTHERS) {
    const [first, second] = [pick(lists), pick(lists)];
    if (first !== second)
      others.push({ first: first.join(" ") + end, second: second.join(" ") + end, changed: undefined });
  }
  return [...copies, ...others];
}

/** Sentence-long runs and single words are replaced by those of other stories, half of the share each. */
function rewrite(
  list: readonly string[],
  share: number,
  pick: <T>(list: readonly T[]) => T,
  others: readonly (readonly string[])[],
): string {
  const text = [...list];
  const places = list.map((_, at) => at);
  const half = Math.round((list.length * share) / 2);
  for (let done = 0; done < half; ) {
    const length = Math.min(12, half - done);
    const run = pick(others).slice(0, length);
    text.splice(pick(places), length, ...run);
    done += length;
  }
  for (let done = 0; done < half; done++) text[pick(places)] = pick(pick(others));
  return text.join(" ");
}

/** The threshold that finds most copies among those with a precision of .99 or more. */
function bestThreshold(pairs: readonly Pair[], closeness: (pair: Pair) => number): number {
  const scored = pairs
    .map((pair) => ({ isCopy: pair.changed !== undefined, value: closeness(pair) }))
    .toSorted((a, b) => b.value - a.value);
  let [copies, best] = [0, Number.POSITIVE_INFINITY];
  for (const [at, { isCopy, value }] of scored.entries()) {
    if (isCopy) copies++;
    if (copies / (at + 1) >= 0.99 && scored[at + 1]?.value !== value) best = value;
  }
  return best;
}

const shareBand = (a: readonly number[], b: readonly number[]) => a.some((band, at) => band === b[at]);

const METHODS: readonly Method[] = [
  {
    name: `MinHash as shipped (${COPY_SHARE} in common)`,
    threshold: () => (pair) => minHashCloseness(pair) >= COPY_SHARE,
  },
  {
    name: "MinHash, best threshold",
    threshold: (pairs) => {
      const least = bestThreshold(pairs, minHashCloseness);
      return (pair) => minHashCloseness(pair) >= least;
    },
  },
  ...[1, 2, 3].map((run): Method => {
    const closeness = ({ first, second }: Pair) => {
      const [own, other] = [simHash(first, run), simHash(second, run)];
      return shareBand(bytesOf(own), bytesOf(other)) ? 64 - distance(own, other) : 0;
    };
    return {
      name: `SimHash, runs of ${run}, best threshold`,
      threshold: (pairs) => {
        const least = bestThreshold(pairs, closeness);
        return (pair) => closeness(pair) >= least;
      },
    };
  }),
];

function minHashCloseness({ first, second }: Pair): number {
  const [own, other] = [minHash(first), minHash(second)];
  return own && other && shareBand(bandsOf(own), bandsOf(other)) ? commonShare(own, other) : 0;
}

/** 64 bits; each is the majority of that bit over all runs of words. */
function simHash(text: string, run: number): bigint {
  const votes = new Int32Array(64);
  const hashes = words(text).map(hashText);
  for (let at = run - 1; at < hashes.length; at++) {
    const low = hashes.slice(at - run + 1, at + 1).reduce(joinHashes);
    const high = joinHashes(low, 77);
    for (let bit = 0; bit < 32; bit++) {
      votes[bit]! += (low >>> bit) & 1 ? 1 : -1;
      votes[bit + 32]! += (high >>> bit) & 1 ? 1 : -1;
    }
  }
  return votes.reduce((bits, vote, bit) => (vote > 0 ? bits | (1n << BigInt(bit)) : bits), 0n);
}

/** Eight bands of a byte: at seven bits of difference one is equal for certain. */
function bytesOf(bits: bigint): readonly number[] {
  return Array.from({ length: 8 }, (_, at) => Number((bits >> BigInt(8 * at)) & 255n));
}

function distance(first: bigint, second: bigint): number {
  let count = 0;
  for (let left = first ^ second; left > 0n; left &= left - 1n) count++;
  return count;
}
