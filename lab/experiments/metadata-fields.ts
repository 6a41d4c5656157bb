import { authorSet, publishedDay, titleExact } from "../../src/eval/metrics/fields.ts";
import type { Evidence } from "../../src/metadata/evidence.ts";
import { RULES } from "../../src/metadata/metadata.ts";
import type { Rule } from "../../src/metadata/rule.ts";
import type { Label } from "../../src/sets/index.ts";
import { canonicaliseUrl } from "../../src/url/index.ts";

/** Whether an answer is right. */
export type Verdict = 0 | 1;

/** A field with its rules and the way to compare an answer with the truth. */
export interface Field {
  readonly name: string;
  readonly rules: readonly { readonly name: string; readonly confidence: number }[];
  /** Whether the label says anything about the field. */
  isAsked(label: Label): boolean;
  /** What becomes of each rule's answer; undefined where a rule finds nothing. */
  judge(evidence: Evidence, label: Label): readonly (Verdict | undefined)[];
}

/** Compares as the metrics do: null where the label says nothing; no answer is a wrong one. */
type Compare<Value> = (label: Label, found: Value | null) => Verdict | null;

function makeField<Value>(name: string, rules: readonly Rule<Value>[], compare: Compare<Value>): Field {
  return {
    name,
    rules: rules.map(([rule, confidence]) => ({ name: rule, confidence })),
    isAsked: (label) => compare(label, null) !== null,
    judge: (evidence, label) =>
      rules.map(([, , read]) => {
        const found = read(evidence);
        return found === undefined ? undefined : (compare(label, found) ?? undefined);
      }),
  };
}

/** The fields that people say of articles. */
export const ARTICLE_FIELDS: readonly Field[] = [
  makeField("title", RULES.title, ({ truth }, found) => titleExact(truth.title, found)),
  makeField("authors", RULES.authors, ({ truth }, found) => authorSet(truth.authors, found ?? [])),
  makeField("published", RULES.published, ({ truth }, found) => publishedDay(truth.published, found)),
  // Labels give the primary language alone: `en` for `en-US`. In both sets for tuning it is a copy of html's lang.
  makeField("language", RULES.language, ({ language }, found) =>
    same(language, found?.split("-")[0]?.toLowerCase()),
  ),
];

/** The publisher's address for the page, against the one that it was fetched from: the nearest thing to a truth. */
export const CANONICAL_URL = makeField("canonicalUrl", RULES.canonicalUrl, ({ url }, found) =>
  same(foldUrl(url), foldUrl(found)),
);

/** The kind of a page, which labels of other pages than articles hold too. */
export const PAGE_TYPE = makeField("pageType", RULES.pageType, ({ pageType }, found) =>
  same(pageType, found),
);

function same(truth: string | null | undefined, found: string | null | undefined): Verdict | null {
  if (truth === null || truth === undefined) return null;
  return found === truth ? 1 : 0;
}

/** Both spellings of a host and of a folder lead to one page. */
function foldUrl(url: string | null): string | undefined {
  return canonicaliseUrl(url ?? "")?.replace(/^https?:\/\/(?:www\.)?|\/$/g, "");
}
