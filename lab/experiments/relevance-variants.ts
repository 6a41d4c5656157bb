import { withOwnTitle } from "../../src/eval/run-extractor.ts";
import { makeRelevance, PAPER_OPTIONS, type RelevanceOptions } from "../../src/extractors/relevance/index.ts";
import { DEFAULT_OPTIONS } from "../../src/extractors/relevance/options.ts";
import type { Hints } from "../../src/page/index.ts";
import type { Label } from "../../src/sets/index.ts";
import { DAMAGES, titlesByLanguage } from "./relevance-titles.ts";
import type { Variant } from "./relevance-trials.ts";

/** The names that tables look variants up by. */
export const AS_PRINTED = "as printed";
/** The names that tables look variants up by. */
export const DEFAULT = "default";

const EXTRAS = ["segment", "stems", "headline", "inline", "boxes", "lists", "outline", "flashes"] as const;

function trueTitle({ truth }: Label): Hints {
  return truth.title === null ? {} : { collectedTitle: truth.title };
}

const relevance = makeRelevance();

/** The paper as printed and our default, told the true title. */
export const BOTH: readonly Variant[] = [
  { name: AS_PRINTED, extractor: makeRelevance(PAPER_OPTIONS), hints: trueTitle },
  { name: DEFAULT, extractor: relevance, hints: trueTitle },
];

/** Our default with no title, with the page's `title` element, and with the true title. */
export const HINTED: readonly Variant[] = [
  { name: "none", extractor: relevance, hints: () => ({}) },
  { name: "page", extractor: relevance, hints: (_, page) => withOwnTitle(page, {}) },
  { name: "truth", extractor: relevance, hints: trueTitle },
];

/** The paper as printed, with one option each, and the default with one changed. */
export const OPTIONED: readonly Variant[] = [
  ...BOTH,
  ...EXTRAS.map((name) => withOptions(`+ ${name}`, { ...PAPER_OPTIONS, [name]: true })),
  ...EXTRAS.map((name) =>
    withOptions(`default ${DEFAULT_OPTIONS[name] ? "−" : "+"} ${name}`, { [name]: !DEFAULT_OPTIONS[name] }),
  ),
];

function withOptions(name: string, options: Partial<RelevanceOptions>): Variant {
  return { name, extractor: makeRelevance(options), hints: trueTitle };
}

/** Our default with titles that are spoilt more and more. */
export function spoilt(labels: readonly Label[]): readonly Variant[] {
  const titles = titlesByLanguage(labels);
  return DAMAGES.map(({ name, spoil }) => ({
    name,
    extractor: relevance,
    hints: (label) => {
      const { title } = label.truth;
      const others = (titles.get(label.language) ?? []).filter((other) => other !== title);
      return title === null ? {} : { collectedTitle: spoil(title, label, others) };
    },
  }));
}
