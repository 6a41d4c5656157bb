import type { Inclusion } from "../assemble/index.ts";
import type { FailureCode } from "../errors/index.ts";
import type { Verdict } from "../page/index.ts";
import type { Label } from "../sets/index.ts";
import type { PageLosses } from "./losses.ts";
import { METRICS } from "./metric-ids.data.ts";

/** The id of a metric. */
export type MetricId = keyof typeof METRICS;

/** Every metric's id, in the order of tables. */
export const METRIC_IDS = Object.keys(METRICS) as readonly MetricId[];

/** Metrics of one page; absent where the label has no truth for them or the method gives no such answer. */
export type PageMetrics = Readonly<Partial<Record<MetricId, number>>>;

/** A group of pages that is reported separately: two of ECON's experiments, short texts, and pages that do not hold their truth. */
export type Split = "short" | "under 100 words" | "pieces" | "truth elsewhere";

/** How one extractor did on one page. */
export interface PageScore {
  readonly page: Pick<Label, "id" | "set" | "site" | "url" | "language" | "pageType" | "era">;
  readonly extractor: string;
  readonly metrics: PageMetrics;
  readonly splits: readonly Split[];
  /** Whether the extractor was trained on pages of this site. */
  readonly isSeen?: true;
  /** The extractor's verdict on the page as a whole, if it gives one. */
  readonly verdict?: Verdict;
  /** Where the extractor gave no article; the metrics are those of an empty one. */
  readonly error?: { readonly code: FailureCode; readonly message: string };
  /** What the text lost, by class, where asked for and the label has a whole body. */
  readonly losses?: PageLosses;
  /** The article's text, where asked for. */
  readonly kept?: string;
}

/** Where the title hint of an extractor comes from. */
export const TITLE_HINTS = ["none", "page", "truth"] as const;
export type TitleHint = (typeof TITLE_HINTS)[number];

/** Options of scoring. */
export interface ScoreOptions {
  readonly titleHint: TitleHint;
  /** Parts of the article that the measured text holds in addition to the body. */
  readonly include?: Partial<Inclusion>;
  /** Whether to judge nodes too: body right, news right, the oracle, and which pages are in pieces. */
  readonly nodes: boolean;
  /** Whether to give the kept text back. */
  readonly texts: boolean;
  /** Whether to sort what the text lost into classes. */
  readonly losses?: boolean;
}
