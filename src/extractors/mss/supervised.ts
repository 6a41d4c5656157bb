import { NewsError } from "../../errors/index.ts";
import { TAG } from "../../html/index.ts";
import type { Extraction, Page } from "../../page/index.ts";
import { ScratchArena } from "../../text/index.ts";
import type { Extractor } from "../extractor.ts";
import { type ClassifierOptions, type Classify, LOOK_UPS, makeClassify } from "./classify.ts";
import type { MssModel } from "./features.ts";
import { EDGES, judgeSpan, type SpanOptions } from "./judge-span.ts";
import { positiveSubsequence, rankSubsequences } from "./subsequences.ts";
import { Tokeniser } from "./tokenise.ts";
import { LAST_TAG_KIND, makeForms, PAPER, type Span, TOKEN, type Tokens, trimTags } from "./tokens.ts";

/** How supervised MSS finds its span. */
export interface MssOptions extends ClassifierOptions, SpanOptions {
  /** Added to every token's score, which is its probability less 0.5; the paper's CleanEval variant adds 0.14. */
  readonly bias: number;
  /**
   * What a tag's score is multiplied by. Deviation: 1 in the paper; then the few tags between an article and a long
   * comment never outweigh the words around them.
   */
  readonly tagWeight: number;
  /** Whether the article ends before the first `hr` in it (the paper's constraint). */
  readonly cutAtRule: boolean;
  /**
   * Whether it ends there only if what is before the `hr` scores at least what is after it. Deviation: the paper always
   * cuts; articles with a rule below their standfirst or between their parts then lose most of their text.
   */
  readonly guardRule: boolean;
  /**
   * Whether only beginning and end of long texts are read, and nothing inside of lists of links; what was left out is taken to score
   * as such things do. Deviation: for features of other methods, which ask about whole blocks.
   */
  readonly skim: boolean;
}

/** One of several candidates for the article. */
export interface RankedSpan {
  /** The sum of its tokens' scores. */
  readonly value: number;
  readonly extraction: Extraction;
}

/** An MSS extractor; it can also give the spans that it did not choose. */
export interface MssExtractor extends Extractor {
  trainedOn(): readonly string[];
  /** The k best spans that do not overlap, best first: for pages with several articles, or to see what came second. */
  rank(page: Page, k: number): RankedSpan[];
}

/** The paper's settings, as far as it states them. */
export const PAPER_OPTIONS: MssOptions = {
  lookUp: "trigram",
  backOff: false,
  unclosedTag: true,
  prior: false,
  // On old sets 1e-9 gives a point of F1 more than 1e-6; the paper names no least probability.
  clamp: 1e-9,
  bias: 0,
  tagWeight: 1,
  cutAtRule: false,
  guardRule: false,
  skim: false,
  edges: "words",
  clean: false,
};

/** The best settings on held-out sites; docs/extractors/mss.md has the comparison. */
export const DEFAULT_OPTIONS: MssOptions = {
  ...PAPER_OPTIONS,
  backOff: true,
  unclosedTag: false,
  clamp: 5e-7,
  tagWeight: 2.5,
  guardRule: true,
  edges: "lines",
};

/** The supervised methods over one model, which is loaded on the first page; options are for all of them. */
export function makeMssFamily(
  model: () => MssModel,
  options: Partial<MssOptions> = {},
): Readonly<Record<"mss" | "mss-hr" | "mss-unigram", MssExtractor>> {
  return {
    mss: makeMss("mss", model, options),
    // The paper's constraint (6.2.3).
    "mss-hr": makeMss("mss-hr", model, { ...options, cutAtRule: true }),
    // The paper's CleanEval variant (7.7). Deviation: its bias of 0.14 was tuned on pages other than news; an option here.
    "mss-unigram": makeMss("mss-unigram", model, { tagWeight: 1, ...options, lookUp: "unigram" }),
  };
}

/** Supervised maximum subsequence segmentation (6.2.3) with a model, which is loaded on the first page. */
export function makeMss(id: string, model: () => MssModel, options: Partial<MssOptions> = {}): MssExtractor {
  const settings = checkMssOptions({ ...DEFAULT_OPTIONS, ...options });
  return makeMssOf(id, settings, {
    trainedOn: () => model().training.domains,
    scoring: () => {
      const asked = model();
      return { tags: asked.tags, classify: makeClassify(asked, settings) };
    },
  });
}

/** The scoring of a model, set up on the first page. */
interface MssSource {
  readonly trainedOn: () => readonly string[];
  readonly scoring: () => Scoring;
}

/** The method with checked settings, over any model's odds. */
export function makeMssOf(id: string, settings: MssOptions, { trainedOn, scoring }: MssSource): MssExtractor {
  let ready: Score | undefined;
  const score = (page: Page, scratch: ScratchArena) => {
    ready ??= makeScore(scoring(), settings);
    return ready(page, scratch);
  };
  return {
    id,
    paper: PAPER,
    needs: [],
    trainedOn,
    extract(page) {
      const scratch = new ScratchArena();
      const { tokens, scores } = score(page, scratch);
      const span = beforeRule(page, tokens, scores, positiveSubsequence(scores), settings);
      scratch.release();
      return judgeSpan(page, tokens, span, settings);
    },
    rank(page, k) {
      const { tokens, scores } = score(page, new ScratchArena());
      return rankSubsequences(scores, positiveSubsequence(scores), k).map((found) => ({
        value: found.value,
        extraction: judgeSpan(page, tokens, beforeRule(page, tokens, scores, found, settings), settings),
      }));
    },
  };
}

/** Returns valid options; a senseless number would leave every page without an article, and no error. */
function checkMssOptions(options: MssOptions): MssOptions {
  const { lookUp, clamp, bias, tagWeight, edges } = options;
  if (!LOOK_UPS.includes(lookUp)) {
    throw new NewsError("BAD_OPTION", `The option lookUp must be ${LOOK_UPS.join(" or ")}.`);
  }
  if (!EDGES.includes(edges)) {
    throw new NewsError("BAD_OPTION", `The option edges must be ${EDGES.join(" or ")}.`);
  }
  if (!(clamp > 0 && clamp < 1)) {
    throw new NewsError("BAD_OPTION", "The option clamp must be above 0 and below 1.");
  }
  if (!Number.isFinite(bias)) throw new NewsError("BAD_OPTION", "The option bias must be a number.");
  if (!(tagWeight >= 0 && Number.isFinite(tagWeight))) {
    throw new NewsError("BAD_OPTION", "The option tagWeight must be a number from 0 up.");
  }
  return options;
}

/** Tokens are valid until the next page is scored, scores until the arena is released. */
type Score = (
  page: Page,
  scratch: ScratchArena,
) => { readonly tokens: Tokens; readonly scores: Float64Array };

/** What the tokens of pages are scored with. */
interface Scoring {
  readonly tags: readonly string[];
  readonly classify: Classify;
}

function makeScore({ tags, classify }: Scoring, options: MssOptions): Score {
  const tokeniser = new Tokeniser(makeForms(new Set(tags)), { skims: options.skim });
  return (page, scratch) => {
    const tokens = tokeniser.read(page);
    const inside = classify(tokens, scratch);
    const scores = tokenScores(tokens, inside, options, inside);
    addLeftOut(tokens, scores);
    return { tokens, scores };
  };
}

/** What a link in a list of links scores with its tags: the mean of 18,000 on 160 labelled pages. */
const LINK_SCORE = -5.3;

/** The last token of a skimmed text scores for what was left out of it too, the start tag of a list for its links. */
function addLeftOut({ node, leftOut = [] }: Tokens, scores: Float64Array): void {
  let at = 0;
  for (const left of leftOut) {
    while (node[at] !== left.node) at++;
    if ("links" in left) {
      scores[at]! += LINK_SCORE * left.links;
      continue;
    }
    let sum = 0;
    for (; node[at] === left.node; at++) sum += scores[at]!;
    scores[at - 1]! += sum * left.times;
  }
}

/** The scores that the maximum subsequence is sought in, from the probabilities of tokens to be inside; may overwrite them. */
export function tokenScores(
  { kind }: Tokens,
  inside: Float64Array,
  { bias, tagWeight }: Pick<MssOptions, "bias" | "tagWeight">,
  scores: Float64Array = new Float64Array(inside.length),
): Float64Array {
  for (let at = 0; at < inside.length; at++) {
    const score = inside[at]! - 0.5 + bias;
    scores[at] = kind[at]! <= LAST_TAG_KIND ? score * tagWeight : score;
  }
  return scores;
}

/**
 * The span up to its first `hr` (6.2.3) where the options ask for it. Reading: one before the first word sets the article
 * off, and ends nothing.
 */
function beforeRule(
  { document }: Page,
  tokens: Tokens,
  scores: Float64Array,
  span: Span | undefined,
  { cutAtRule, guardRule }: MssOptions,
): Span | undefined {
  const block = span && cutAtRule ? trimTags(tokens, span) : undefined;
  if (block === undefined) return span;
  for (let at = block.first; at <= block.last; at++) {
    const isRule = tokens.kind[at] === TOKEN.startTag && document.tag[tokens.node[at]!] === TAG.hr;
    if (!isRule) continue;
    const before = { first: block.first, last: at - 1 };
    const isCut = !guardRule || sumOf(scores, before) >= sumOf(scores, { first: at + 1, last: block.last });
    return isCut ? before : block;
  }
  return block;
}

function sumOf(scores: Float64Array, { first, last }: Span): number {
  let value = 0;
  for (let at = first; at <= last; at++) value += scores[at]!;
  return value;
}
