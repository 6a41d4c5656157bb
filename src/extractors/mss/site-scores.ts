import { FEATURE_READERS, TokenFeatures } from "./features.ts";
import { FULL_IMPORTANCE } from "./importance.ts";
import { DEFAULT_OPTIONS, type MssOptions, PAPER_OPTIONS } from "./supervised.ts";
import type { Tokens } from "./tokens.ts";

/** What is learnt of a site's tokens. Deviation: the paper has no coarse trigrams. */
export const SITE_FEATURES = ["trigram", "coarse trigram"] as const;
/** The name of a feature that is learnt of a site. */
export type SiteFeature = (typeof SITE_FEATURES)[number];
/** Something for every feature that is learnt of a site. */
export type BySiteFeature<Value> = Readonly<Record<SiteFeature, Value>>;

/** How the supervised classifier can be set that the learning starts from. */
export const SUPERVISED_SETTINGS = {
  default: DEFAULT_OPTIONS,
  paper: PAPER_OPTIONS,
} as const satisfies Record<string, MssOptions>;
/** The name of settings of the supervised classifier. */
export type SupervisedSettings = keyof typeof SUPERVISED_SETTINGS;

/** What was counted of the features of one kind, by their entries; both counts are 0 where a feature was not learnt. */
export interface SiteCounts {
  readonly inside: Float64Array;
  readonly outside: Float64Array;
  /** 0 to `FULL_IMPORTANCE`. */
  readonly importance: Uint8Array;
}

/** How counts become scores. */
export interface SiteSettings {
  readonly constant: number;
  readonly prior: boolean;
  readonly clamp: number;
  readonly supervisedWeight: number;
}

/** Everything that scores are computed from, but the page. */
export interface SiteKnowledge {
  readonly totals: { readonly inside: number; readonly outside: number };
  readonly counts: BySiteFeature<SiteCounts>;
  readonly settings: SiteSettings;
}

/** What is asked about a page: the entry of each token's features, -1 for unknown ones, and what supervision says of it. */
export interface SiteTokens {
  readonly entries: BySiteFeature<Int32Array>;
  /** The supervised probability of each token to be inside; empty where it has no weight. */
  readonly supervised: Float32Array;
}

/** The site's own probability of each token to be inside, and its score. */
export interface SiteScores {
  readonly inside: Float64Array;
  readonly scores: Float64Array;
}

/** The entry of every token's feature, as `find` gives it for the feature's hash. */
export function readEntries(
  tokens: Tokens,
  feature: SiteFeature,
  find: (hash: number) => number,
): Int32Array {
  const read = FEATURE_READERS[feature];
  const features = new TokenFeatures(tokens);
  const entries = new Int32Array(tokens.count);
  for (let at = 0; at < tokens.count; at++) entries[at] = find(read(features, at));
  return entries;
}

/** Scores the tokens of pages with what was learnt of their site (6.2.4). */
export function makeSiteScores(knowledge: SiteKnowledge): (tokens: SiteTokens) => SiteScores {
  const { supervisedWeight } = knowledge.settings;
  const trigram = weigh(knowledge, "trigram");
  const coarse = weigh(knowledge, "coarse trigram");
  return ({ entries, supervised }) => {
    const { length } = entries.trigram;
    const inside = new Float64Array(length).fill(EVEN);
    const scores = new Float64Array(length);
    for (let at = 0; at < length; at++) {
      // An entry of -1 has no probability either.
      const isExact = trigram.inside[entries.trigram[at]!]! >= 0;
      const weights = isExact ? trigram : coarse;
      const entry = (isExact ? entries.trigram : entries["coarse trigram"])[at]!;
      const probability = weights.inside[entry]!;
      if (probability >= 0) {
        inside[at] = probability;
        scores[at] = (probability - EVEN) * weights.strength[entry]!;
      }
      if (supervisedWeight > 0) scores[at]! += supervisedWeight * (supervised[at]! - EVEN);
    }
    return { inside, scores };
  };
}

/** The probability of a token about which nothing was learnt. */
const EVEN = 0.5;
const NOT_LEARNT = -1;

/** What a token's features say by their entries: the probability to be inside, and how much it counts. */
interface Weights {
  /** -1 where a feature was not learnt. */
  readonly inside: Float64Array;
  readonly strength: Float64Array;
}

function weigh({ totals, counts, settings }: SiteKnowledge, feature: SiteFeature): Weights {
  const { inside, outside, importance } = counts[feature];
  const { constant, clamp } = settings;
  const prior = settings.prior ? totals.outside / totals.inside : 1;
  return {
    inside: inside.map((count, entry) => {
      if (count + outside[entry]! === 0) return NOT_LEARNT;
      const isIn = Math.max(clamp, count / totals.inside);
      const isOut = Math.max(clamp, outside[entry]! / totals.outside);
      return 1 / (1 + (prior * isOut) / isIn);
    }),
    strength: Float64Array.from(importance, (share) => (share / FULL_IMPORTANCE) * constant + 1),
  };
}
