import type { LeafRole } from "../../article/index.ts";
import type { ExtractorName } from "../../extractors/index.ts";
import type { JobRequest, OpenRequest } from "./schemas.ts";

export type { GivenFile, JobRequest, LabelSave, OpenRequest } from "./schemas.ts";

/**
 * The protocol of the studio and the server, all below `/studio/api`, as JSON. The app imports these types and nothing else of the
 * server; `routes.ts` and `studio/src/api.ts` have the paths. Failures are `{ error: { code, message, help } }` with the status of the
 * code: 401 STUDIO_LOCKED without a cookie, 409 LABELS_CHANGED where the `revision` of a save is old. Everything that changes
 * something is sent as `application/json`, DELETE with the body `{}`.
 *
 * `galley serve` prints an address that ends in `#token=…`: the app posts the token to /session and drops the fragment. A fragment is
 * never sent, so that the token gets into no log, no Referer and no proxy. A token works once; the cookie outlives the server.
 *
 * /jobs/:id/events are server-sent events, `data:` a Job, at once and at each change. Files of models and profiles go in as base64 in
 * `file`, of JSON that may be packed with gzip. A set is exported as an index.jsonl that needs no files beside it, and a
 * labels/NAME.jsonl for each person; POST /sets with the kind `set` takes both. Settled labels are saved under the name `settled`,
 * which takes precedence over everybody's labels.
 *
 * GET /studio/frame/:set/:page?render is the page as the server writes it, as XHTML, for a frame with sandbox="allow-same-origin"
 * and never allow-scripts. Every element has its node as `data-node`, and every text with ink comes after a comment with its node:
 * the text node 17 is the next sibling of `<!--17-->`. With `?render` on the frame, on a page and on its labels, all three are
 * about the page as a browser shows it, whose nodes have other numbers; PageView.frame is the address to use.
 */
export interface Session {
  readonly version: string;
  /** Whether a browser is installed, for rendered pages. */
  readonly canRender: boolean;
  /** Folders given at the start, from which sets may be opened. */
  readonly folders: readonly string[];
  readonly extractors: readonly ExtractorName[];
  readonly roles: readonly LeafRole[];
}

export interface SetSummary {
  readonly id: string;
  readonly name: string;
  /** The upload of a set is a set of files. */
  readonly kind: Exclude<OpenRequest["kind"], "set">;
  readonly pages: number;
  /** Pages done and skipped, by each person who labels. */
  readonly progress: readonly { readonly by: string; readonly done: number; readonly skipped: number }[];
  /** Lines of the index or of labels that cannot be read; the rest works. */
  readonly damaged: readonly { readonly file: string; readonly line: number; readonly message: string }[];
  /** Why labels cannot be saved, such as a read-only folder. */
  readonly readOnly: string | null;
  readonly openedAt: string;
}

export interface PageRow {
  readonly id: string;
  readonly url: string | null;
  readonly site: string | null;
  readonly title: string | null;
  readonly state: "open" | "done" | "skipped";
  /** Of the guess: pages with low confidence, or on which extractors disagree, come first. */
  readonly confidence: number | null;
  readonly disagreement: number | null;
}

export interface PageList {
  readonly total: number;
  readonly pages: readonly PageRow[];
  /** Pages whose guess is still being made, and so not in order yet. */
  readonly waiting: number;
  /** The order of these pages; a request that names it gets the next ones in the same order, as long as the server has it. */
  readonly order: number;
  /** Whether newer guesses would change the order. */
  readonly isOutdated: boolean;
}

export interface NodeLabel {
  readonly node: number;
  readonly role: LeafRole;
}

/**
 * One row of the tree, in document order: elements and text with ink; a subtree is the rows that follow with a larger depth. A text
 * has the name "", an element the text "".
 */
export type TreeRow = readonly [node: number, depth: number, name: string, text: string];

export interface PageView {
  readonly id: string;
  readonly url: string | null;
  readonly pageHash: string;
  readonly language: string | null;
  readonly direction: "ltr" | "rtl" | null;
  readonly tree: readonly TreeRow[];
  /** Rows left out at the end of the tree, as no list could show them. */
  readonly treeLeftOut: number;
  /** What the default extractor would label. */
  readonly guess: readonly NodeLabel[];
  readonly confidence: number;
  readonly article: {
    readonly title: string | null;
    readonly html: string;
    readonly warnings: readonly string[];
  };
  /** Labels of the person who asks. */
  readonly labels: SavedLabels | null;
  readonly others: readonly SavedLabels[];
  readonly frame: string;
  /** The next pages to label, for loading ahead. */
  readonly next: readonly string[];
}

export interface SavedLabels {
  readonly by: string;
  readonly at: string;
  readonly state: "done" | "skipped" | "open";
  readonly reason: string | null;
  readonly labels: readonly NodeLabel[];
  /** Changes with every save; the next save must name it. */
  readonly revision: string;
  /** Labels of an older copy of the page: how many were found again by their text, and the texts of the others. */
  readonly stale: { readonly moved: number; readonly lost: readonly string[] } | null;
}

export interface Agreement {
  readonly a: string;
  readonly b: string;
  readonly pages: number;
  readonly fields: readonly {
    readonly role: LeafRole;
    readonly exact: number;
    readonly kappa: number | null;
    readonly pages: number;
  }[];
  readonly conflicts: readonly { readonly page: string; readonly roles: readonly LeafRole[] }[];
}

/** What an extractor made of every leaf: parallel arrays. */
export interface JudgedPage {
  readonly extractor: string;
  readonly ms: number;
  readonly scores: readonly number[];
  readonly kept: readonly boolean[];
  readonly words: number;
  /** Where the page has truth or labels. */
  readonly metrics: { readonly f1: number; readonly precision: number; readonly recall: number } | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
}

export interface Comparison {
  /** The leaves that all judge: the node, its element, its text. */
  readonly leaves: readonly { readonly node: number; readonly element: number; readonly text: string }[];
  readonly judged: readonly JudgedPage[];
  readonly frame: string;
}

export interface Why {
  readonly extractor: string;
  readonly threshold: number;
  readonly leaves: readonly {
    readonly node: number;
    readonly element: number;
    readonly text: string;
    readonly score: number;
    readonly kept: boolean;
    readonly reason: string;
    readonly role: LeafRole | null;
    readonly roleChance: number | null;
  }[];
  readonly frame: string;
}

export interface LeafWhy {
  readonly node: number;
  readonly path: string;
  readonly text: string;
  readonly score: number;
  readonly kept: boolean;
  readonly reason: string;
  /** Who decided: trees, network, context, structures, assembly… in the order in which they ran. */
  readonly steps: readonly { readonly name: string; readonly score: number; readonly note: string }[];
  /** In log-odds, largest first. */
  readonly contributions: readonly {
    readonly feature: string;
    /** Null where it is missing, and for what is not a feature, such as `base`. */
    readonly value: number | null;
    readonly weight: number;
  }[];
}

export interface BugReport {
  readonly html: string;
  readonly markdown: string;
  readonly nodesBefore: number;
  readonly nodesAfter: number;
}

export interface Segment {
  /** The smallest element around it, which may hold others too. */
  readonly node: number;
  /** The first and the last child of that element that are part of it. */
  readonly first: number;
  readonly last: number;
  readonly depth: number;
  readonly kind: string;
  readonly label: string | null;
}

export interface Job {
  readonly id: string;
  readonly request: JobRequest;
  readonly state: "waiting" | "running" | "done" | "failed" | "cancelled";
  readonly startedAt: string;
  /** From 0 to 1; null where it cannot be known. */
  readonly progress: number | null;
  readonly step: string;
  readonly failure: { readonly code: string; readonly message: string; readonly help: string } | null;
  readonly result: TrainResult | EvaluateResult | MineResult | null;
}

export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface TrainResult {
  readonly kind: "train";
  readonly domain: string | null;
  readonly methods: readonly {
    readonly method: "wrapper" | "template" | "mss-site";
    readonly f1: Interval | null;
    readonly failure: { readonly code: string; readonly message: string } | null;
    /** F1 by the number of labelled pages. */
    readonly curve: readonly { readonly pages: number; readonly f1: number }[];
    /** The wrong pages first. */
    readonly pages: readonly { readonly page: string; readonly f1: number }[];
  }[];
  /** The default extractor on the same pages. */
  readonly baseline: Interval;
  readonly best: string | null;
  /** Such as '10 more pages would bring about .01'. */
  readonly advice: string | null;
}

export interface EvaluateResult {
  readonly kind: "evaluate";
  readonly dataHash: string;
  readonly rows: readonly {
    readonly extractor: string;
    readonly f1: Interval;
    readonly precision: Interval;
    readonly recall: Interval;
    readonly correctly: Interval;
    readonly titleExact: Interval | null;
    /** Pages by F1, in tenths. */
    readonly histogram: readonly number[];
  }[];
  /** The second against the first: paired, with its interval. */
  readonly differences: readonly { readonly extractor: string; readonly f1: Interval }[];
  readonly worst: readonly { readonly page: string; readonly f1: Readonly<Record<string, number>> }[];
}

export interface MineResult {
  readonly kind: "mine";
  readonly domain: string;
}

export interface SiteSummary {
  readonly domain: string;
  readonly articles: number;
  readonly hasProfile: boolean;
  readonly hasTaxonomy: boolean;
  /** The taught model, used from then on. */
  readonly model: { readonly extractor: string; readonly at: string | null } | null;
  readonly drift: string | null;
}

export interface SiteView extends SiteSummary {
  readonly taxonomy: readonly {
    readonly id: string;
    readonly label: string;
    readonly parent: string | null;
    readonly url: string | null;
    readonly instances: number;
  }[];
  readonly template: readonly { readonly role: string; readonly path: string }[];
  readonly items: readonly {
    readonly title: string;
    readonly url: string;
    readonly section: string | null;
  }[];
  /** Where the layout changed: a page that fits the profile and one that does not, as pages of a set. */
  readonly differing: readonly { readonly set: string; readonly page: string; readonly note: string }[];
}
