import { NewsError } from "../../errors/index.ts";
import { isSupervisedSettings, type SupervisedSettings } from "../../extractors/index.ts";
import type { Page } from "../../page/index.ts";

/** How a site's own pages are learned from; see docs/extractors/mss-site.md for the effect of each option. */
export interface LearnOptions {
  /** Tokens on each side of a border that the confidence of a span is computed from. */
  readonly window: number;
  /** Tokens from a border at which a feature has no importance any more. */
  readonly cutoff: number;
  /** The factor of importance in a token's score. */
  readonly constant: number;
  /** The share of each source's pages that the next round learns from. */
  readonly share: number;
  readonly rounds: number;
  /** Names the source of a page, of which the share is taken; by default all pages are of one. */
  sourceOf(page: Page, index: number): string;
  /** Whether a trigram that was not learned is replaced by its coarse form. Deviation: the paper calls it even. */
  readonly backOff: boolean;
  /** Features on fewer pages are not learned. Deviation: the paper learns all, also what only the page itself can confirm. */
  readonly minPages: number;
  /**
   * Whether supervision stays in use: as the prior of a token before the site's own pages are counted, and as
   * the default span. Deviation: the paper forgets it after the first round.
   */
  readonly keepSupervised: boolean;
  /** How many tokens the prior from the coarser trigram counts for. Deviation: the paper has none. */
  readonly doubt: number;
  /** The least advantage of a span that replaces the supervised one. */
  readonly margin: number;
  /** The factor of a tag's score. */
  readonly tagWeight: number;
  /** The settings of the supervised classifier. */
  readonly supervised: SupervisedSettings;
  /** The least probability of a feature in a class. */
  readonly clamp: number;
}

/** The result of a round of learning. */
export interface RoundReport {
  /** 0 is the supervised prediction. */
  readonly round: number;
  /** Pages whose span is another than in the round before. */
  readonly changed: number;
  /** Pages whose span is another than the supervised one. */
  readonly revised: number;
  /** The mean confidence of the spans, 0 to 1. */
  readonly confidence: number;
}

/** The paper's own settings (6.2.4); it prints no least probability, and this one is below every count's. */
export const LEARN_PAPER: LearnOptions = {
  window: 10,
  cutoff: 64,
  constant: 24,
  share: 0.6,
  rounds: 10,
  sourceOf: () => "",
  backOff: false,
  minPages: 1,
  keepSupervised: false,
  doubt: 0,
  margin: 0,
  tagWeight: 1,
  supervised: "paper",
  clamp: 1e-9,
};

/** The best settings: chosen on half of the sites at hand and confirmed on the others. */
export const LEARN_DEFAULTS: LearnOptions = {
  ...LEARN_PAPER,
  backOff: true,
  minPages: 2,
  constant: 0,
  keepSupervised: true,
  doubt: 2,
  margin: 8,
  tagWeight: 2.5,
  supervised: "default",
  clamp: 1e-6,
};

/** Returns valid options; throws BAD_OPTION on the first invalid one. */
export function checkLearnOptions(options: LearnOptions): LearnOptions {
  for (const name of ["window", "cutoff", "rounds", "minPages"] as const) {
    if (!Number.isSafeInteger(options[name]) || options[name] < 1) {
      throw new NewsError("BAD_OPTION", `The option ${name} must be a whole number above 0.`);
    }
  }
  for (const name of ["constant", "doubt", "margin", "tagWeight", "clamp"] as const) {
    if (!(options[name] >= 0 && options[name] < Number.POSITIVE_INFINITY)) {
      throw new NewsError("BAD_OPTION", `The option ${name} must be a number from 0 up.`);
    }
  }
  if (!(options.share > 0 && options.share <= 1)) {
    throw new NewsError("BAD_OPTION", "The option share must be above 0 and at most 1.");
  }
  if (!isSupervisedSettings(options.supervised)) {
    throw new NewsError("BAD_OPTION", "The option supervised must be default or paper.");
  }
  return options;
}
