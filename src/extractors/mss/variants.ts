import type { MssModel } from "./mss-model.ts";
import { type MssExtractor, type MssOptions, makeMss } from "./supervised.ts";

/** What each supervised method does besides the default. */
const VARIANTS = {
  mss: {},
  /** The paper's constraint (6.2.3). */
  "mss-hr": { cutAtRule: true },
  /** The paper's CleanEval variant (7.7). Deviation: its bias of 0.14 was tuned on pages that are no news; an option here. */
  "mss-unigram": { lookUp: "unigram", tagWeight: 1 },
} as const satisfies Record<string, Partial<MssOptions>>;

/** The supervised methods over one model, which is asked for on the first page. */
export function makeMssFamily(model: () => MssModel): Readonly<Record<keyof typeof VARIANTS, MssExtractor>> {
  return {
    mss: makeMss("mss", model, VARIANTS.mss),
    "mss-hr": makeMss("mss-hr", model, VARIANTS["mss-hr"]),
    "mss-unigram": makeMss("mss-unigram", model, VARIANTS["mss-unigram"]),
  };
}
