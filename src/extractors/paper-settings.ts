import { ECON_PAPER, makeEcon } from "./econ.ts";
import type { Extractor } from "./extractor.ts";
import type { BiasedExtractorId, PaperExtractorId, SettingsName } from "./extractor-ids.ts";
import { shippedModel } from "./models.ts";
import { PAPER_OPTIONS as MSS_PAPER, makeMss, makeMssFamily, readMssModel } from "./mss/index.ts";
import { makeRelevance, PAPER_OPTIONS as RELEVANCE_PAPER } from "./relevance/index.ts";

/** The bias of the paper's CleanEval variant (7.7). */
const CLEANEVAL_BIAS = 0.14;

/**
 * The extractors with the settings of their papers, for those who compare, by their usual ids; those of MSS with the model
 * of a file's JSON, or with the shipped one.
 */
export function makePaperExtractors(model?: unknown): Readonly<Record<PaperExtractorId, Extractor>> {
  // Read here and not on the first page: a bad model fails where it is given.
  const own = model === undefined ? undefined : readMssModel(model);
  const counts = () => own ?? shippedModel();
  return {
    econ: makeEcon(ECON_PAPER),
    relevance: makeRelevance(RELEVANCE_PAPER),
    mss: makeMss("mss", counts, MSS_PAPER),
    "mss-hr": makeMss("mss-hr", counts, { ...MSS_PAPER, cutAtRule: true }),
    "mss-unigram": makeMss("mss-unigram", counts, { ...MSS_PAPER, lookUp: "unigram", bias: CLEANEVAL_BIAS }),
  };
}

/** What extractors with a bias are made of. */
interface BiasRequest {
  /** Added to every token's score. */
  readonly bias: number;
  readonly settings?: SettingsName | undefined;
  /** The JSON of a model of MSS; without one, the shipped model. */
  readonly model?: unknown;
}

/** The extractors of supervised MSS with a bias, by their usual ids: one above 0 finds longer articles, one below shorter. */
export function makeBiasedExtractors(request: BiasRequest): Readonly<Record<BiasedExtractorId, Extractor>> {
  const { bias, settings, model } = request;
  const own = model === undefined ? undefined : readMssModel(model);
  return makeMssFamily(() => own ?? shippedModel(), { ...(settings === "paper" && MSS_PAPER), bias });
}
