import type { Extractor } from "../extractor.ts";
import { Room } from "../room.ts";
import { judgeSpan, type SpanOptions } from "./judge-span.ts";
import { PAPER } from "./paper.ts";
import { maximumSubsequence } from "./subsequences.ts";
import { Tokeniser } from "./tokenise.ts";
import { LAST_TAG_KIND } from "./tokens.ts";

/** The scores of simple MSS and how its span becomes leaves. */
export interface SimpleMssOptions extends SpanOptions {
  /** The score of a tag; -3.25 is the paper's, every value from -4.99 to -2.14 does nearly as well there. */
  readonly tagScore: number;
  /** The score of a word or symbol. */
  readonly textScore: number;
}

const DEFAULTS: SimpleMssOptions = { tagScore: -3.25, textScore: 1, clean: false };

/** Simple maximum subsequence segmentation, the paper's second baseline (6.2.2): tags cost, words and symbols gain. */
export function makeSimpleMss(options: Partial<SimpleMssOptions> = {}): Extractor {
  const settings = { ...DEFAULTS, ...options };
  // Made for the first page: importing the package makes this extractor, and few programs use it.
  let tokeniser: Tokeniser | undefined;
  const room = new Room((length) => new Float64Array(length));
  return {
    id: "mss-simple",
    paper: PAPER,
    needs: [],
    extract(page) {
      tokeniser ??= new Tokeniser();
      const tokens = tokeniser.read(page);
      const scores = room.of(tokens.count);
      for (let at = 0; at < tokens.count; at++) {
        scores[at] = tokens.kind[at]! <= LAST_TAG_KIND ? settings.tagScore : settings.textScore;
      }
      return judgeSpan(page, tokens, maximumSubsequence(scores), settings);
    },
  };
}
