import { ScratchArena } from "../../text/index.ts";
import { makeClassify } from "./classify.ts";
import { FEATURE_READERS, type MssModel, TokenFeatures } from "./features.ts";
import { positiveSubsequence, type Subsequence } from "./subsequences.ts";
import { DEFAULT_OPTIONS, type MssOptions, PAPER_OPTIONS, tokenScores } from "./supervised.ts";
import { LAST_TAG_KIND, type Span, type Tokens } from "./tokens.ts";

/** Importances are kept as whole numbers up to this, a byte each. */
export const FULL_IMPORTANCE = 255;

/** What is learned of a site's tokens. Deviation: the paper has no coarse trigrams. */
export const SITE_FEATURES = ["trigram", "coarse trigram"] as const;
/** The name of a feature that is learned of a site. */
export type SiteFeature = (typeof SITE_FEATURES)[number];
/** Something for every feature that is learned of a site. */
export type BySiteFeature<Value> = Readonly<Record<SiteFeature, Value>>;

const SUPERVISED_SETTINGS = {
  default: DEFAULT_OPTIONS,
  paper: PAPER_OPTIONS,
} as const satisfies Record<string, MssOptions>;
/** The name of settings of the supervised classifier that the learning starts from. */
export type SupervisedSettings = keyof typeof SUPERVISED_SETTINGS;

/** Whether a value from outside names settings of the supervised classifier. */
export function isSupervisedSettings(value: unknown): value is SupervisedSettings {
  return typeof value === "string" && Object.hasOwn(SUPERVISED_SETTINGS, value);
}

/** What was counted of the features of one kind, by their entries; both counts are 0 where a feature was not learned. */
export interface SiteCounts {
  readonly inside: Float64Array;
  readonly outside: Float64Array;
  /** 0 to `FULL_IMPORTANCE`. */
  readonly importance: Uint8Array;
}

/** How counts become scores and scores become spans; the names are those of the options of learning. */
export interface SiteSettings {
  readonly constant: number;
  readonly clamp: number;
  readonly doubt: number;
  readonly tagWeight: number;
  readonly margin: number;
}

/** Everything that scores are computed from, except the page. */
export interface SiteKnowledge {
  readonly totals: { readonly inside: number; readonly outside: number };
  readonly counts: BySiteFeature<SiteCounts>;
  readonly settings: SiteSettings;
}

/** The tokens of a page, by the entries of their features. */
export interface SiteTokens {
  readonly kind: Uint8Array;
  /** The entry of each token's features, -1 for unknown ones. */
  readonly entries: BySiteFeature<Int32Array>;
  /** The supervised probabilities, where they stay in use. */
  readonly supervised: { readonly inside: Float32Array; readonly span: Span | undefined } | undefined;
}

/** The probability of each token to be inside, its score, and the span that follows. */
export interface Judgement {
  readonly inside: Float64Array;
  readonly scores: Float64Array;
  readonly span: Subsequence | undefined;
}

/** Judges tokens as supervised MSS does. */
export function makeSupervisedJudge(
  model: MssModel,
  settings: SupervisedSettings,
): (tokens: Tokens) => Judgement {
  const options = SUPERVISED_SETTINGS[settings];
  const classify = makeClassify(model, options);
  return (tokens) => {
    const inside = classify(tokens, new ScratchArena());
    const scores = tokenScores(tokens, inside, options);
    return { inside, scores, span: positiveSubsequence(scores) };
  };
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

/** Judges the tokens of pages with what was learned of their site (6.2.4). */
export function makeSiteJudge(knowledge: SiteKnowledge): (tokens: SiteTokens) => Judgement {
  const { doubt, tagWeight, margin } = knowledge.settings;
  const exact = weigh(knowledge, "trigram");
  const coarse = weigh(knowledge, "coarse trigram");
  return ({ kind, entries, supervised }) => {
    const inside = new Float64Array(kind.length);
    const scores = new Float64Array(kind.length);
    for (let at = 0; at < kind.length; at++) {
      let probability = supervised?.inside[at] ?? EVEN;
      let strength = 1;
      const coarseEntry = entries["coarse trigram"][at]!;
      if (isLearnt(coarse, coarseEntry)) {
        probability = revise(probability, coarse, coarseEntry, doubt);
        strength = coarse.strength[coarseEntry]!;
      }
      const entry = entries.trigram[at]!;
      if (isLearnt(exact, entry)) {
        probability = revise(probability, exact, entry, doubt);
        strength = exact.strength[entry]!;
      }
      inside[at] = probability;
      scores[at] = (probability - EVEN) * strength * (kind[at]! <= LAST_TAG_KIND ? tagWeight : 1);
    }
    return { inside, scores, span: chooseSpan(scores, supervised?.span, margin) };
  };
}

/** The probability of a token about which nothing is known. */
const EVEN = 0.5;

/** What the features of one kind say, by their entries; all is 0 where a feature was not learned. */
interface Weights {
  /** Counts, but as if both classes had as many tokens. */
  readonly inside: Float64Array;
  readonly outside: Float64Array;
  /** The score of a token after importance. */
  readonly strength: Float64Array;
}

function isLearnt({ inside, outside }: Weights, entry: number): boolean {
  return entry >= 0 && inside[entry]! + outside[entry]! > 0;
}

/** The share of its tokens that were inside; the prior counts as `doubt` tokens. */
function revise(before: number, { inside, outside }: Weights, entry: number, doubt: number): number {
  return (inside[entry]! + doubt * before) / (inside[entry]! + outside[entry]! + doubt);
}

function weigh({ totals, counts, settings }: SiteKnowledge, feature: SiteFeature): Weights {
  const { inside, outside, importance } = counts[feature];
  const half = (totals.inside + totals.outside) / 2;
  const balance = (own: Float64Array, total: number) =>
    own.map((count, entry) => {
      const isLearnt = inside[entry]! + outside[entry]! > 0;
      return isLearnt ? half * Math.max(settings.clamp, count / total) : 0;
    });
  return {
    inside: balance(inside, totals.inside),
    outside: balance(outside, totals.outside),
    strength: Float64Array.from(importance, (share) => (share / FULL_IMPORTANCE) * settings.constant + 1),
  };
}

/** The span with the highest sum; where its lead is less than the margin, the supervised one stays. */
function chooseSpan(
  scores: Float64Array,
  supervised: Span | undefined,
  margin: number,
): Subsequence | undefined {
  const best = positiveSubsequence(scores);
  if (supervised === undefined) return best;
  let value = 0;
  for (let at = supervised.first; at <= supervised.last; at++) value += scores[at]!;
  // No article counts as a span with the sum 0, which needs the same lead.
  return (best?.value ?? 0) - value < margin ? { ...supervised, value } : best;
}
