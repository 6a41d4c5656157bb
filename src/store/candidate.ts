import type { Article, TITLE_SITUATIONS } from "../article/index.ts";
import type { FailureCode } from "../errors/index.ts";

/** How a candidate can end; the closed list of `Finished.outcome`. */
const OUTCOMES = ["stored", "changed", "seen", "refused", "not-obtained", "failed"] as const;
/** How a candidate ended. */
export type OutcomeName = (typeof OUTCOMES)[number];

/** Why a server gave no article; not counted as a failed extraction. */
const NOT_OBTAINED = ["gone", "soft-404", "blocked", "consent", "wall"] as const;
/** Why a page was not obtained. */
export type NotObtained = (typeof NOT_OBTAINED)[number];

/** An address that a source announced. */
export interface Finding {
  readonly url: string;
  /** The id of a source. */
  readonly source: string;
  /** The title it was announced under. */
  readonly title: string | null;
  /** The keyword or section that found it. */
  readonly topic: string | null;
  /** The paper that an aggregator names. */
  readonly publisher?: string | null | undefined;
  /** When it appeared and was last changed, as the list states it, ISO 8601. */
  readonly published?: string | null | undefined;
  readonly modified?: string | null | undefined;
}

/** How a collected title compares with its page. */
export interface TitleFacts {
  readonly title: string;
  readonly situation: (typeof TITLE_SITUATIONS)[number] | null;
  readonly reserveRange: boolean;
  /** Likeness to the page's own title, 0..1. */
  readonly likeness: number | null;
}

/** The counts of one call of `addFindings`. */
export interface AddedFindings {
  /** Addresses that were not known. */
  readonly fresh: number;
  /** Known addresses that are due for another look. */
  readonly due: number;
  /** Known addresses that stay as they are. */
  readonly known: number;
  /** Addresses of articles that somebody removed. */
  readonly removed: number;
}

/** When addresses are found, and which known ones are due again. */
export interface FindingTime {
  readonly nowMs: number;
  readonly recheckMs?: number | undefined;
  readonly againRule?: string | undefined;
}

/** What a run would do with a found address, and what is known of it. */
export interface FindingPreview {
  /** Unknown; left open or failed by an earlier run, and due; known and due for another look; known; removed by the user. */
  readonly state: "new" | "waiting" | "again" | "known" | "removed";
  /** The date that the page of its article states. */
  readonly published: string | null;
}

/** What a server said about its copy of an address, to ask later whether it changed. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly atMs: number;
}

/** An address to look at, leased to one collector. */
export interface Candidate {
  readonly url: string;
  readonly site: string;
  readonly findings: readonly Finding[];
  /** Whether a title is among them that was never compared with the page. */
  readonly hasNewTitle: boolean;
  /** Tries that failed since it was last obtained. */
  readonly attempts: number;
  /** The article it gave before. */
  readonly articleId: number | null;
}

/** How to lease candidates. */
export interface LeaseOptions {
  readonly nowMs: number;
  /** After this another collector may take them, as this one has probably died. */
  readonly leaseMs: number;
  readonly limit: number;
  /** The run that takes them; `releaseRun` gives them back. */
  readonly run?: number | undefined;
  /** The most of one site. */
  readonly perSite?: number | undefined;
  /** Sites to leave out, of which enough pages are open. */
  readonly exceptSites?: readonly string[] | undefined;
}

/** How one candidate is taken. */
export interface ClaimOptions extends Required<Pick<LeaseOptions, "nowMs" | "leaseMs">> {
  readonly run: number;
  /** Whether this is the last try, after which it is due again only if the result says so. */
  readonly isLastTry?: boolean | undefined;
}

/** The outcome of a claim: the candidate, or that it is done, or held by another run. */
export type Claim =
  | { readonly kind: "claimed"; readonly candidate: Candidate }
  | { readonly kind: "done" }
  | { readonly kind: "held"; readonly untilMs: number };

/** Candidates that are due and not taken. */
export interface WaitingCount {
  readonly count: number;
  /** Since when the first of them is due. */
  readonly sinceMs: number | null;
}

/** A page as it was received, kept to extract it again. */
export interface RawPage {
  readonly url: string;
  readonly bytes: Uint8Array;
  /** The charset of the Content-Type header. */
  readonly charset: string | null;
}

/** The signature of a text: two articles with equal values in at least one band are compared. */
export interface Signature {
  /** 32-bit integers, compared place by place. */
  readonly bands: readonly number[];
  /** The whole signature, in the form in which its writer compares it. */
  readonly value: string;
}

/** An article that shares a band of a signature. */
export interface SimilarArticle {
  readonly id: number;
  readonly group: number;
  readonly value: string;
}

/** An article from the page of a candidate; the store tells whether it is stored, changed or seen. */
export interface ObtainedResult {
  readonly kind: "obtained";
  readonly article: Article;
  /** The address that identifies the article: the canonical one, if it can be trusted. */
  readonly identity: string;
  /** The address that answered, where `identity` is another one that the page states. */
  readonly ownIdentity?: string | undefined;
  /** Whether an article known under `identity` from other addresses is this one; if not, `ownIdentity` counts. */
  readonly isSameStory?: ((known: Article) => boolean) | undefined;
  /** Its concept in the taxonomy of its site; null if it has none there. */
  readonly concept?: string | null | undefined;
  readonly titleFacts?: readonly TitleFacts[] | undefined;
  readonly signature?: Signature | undefined;
  /** Chooses the group of an article that this one copies; called inside the transaction, so that two new copies see each other. */
  readonly groupOf?: ((similar: readonly SimilarArticle[]) => number | undefined) | undefined;
  /** The page as received, with the further pages of an article that has several. */
  readonly rawPages?: readonly RawPage[] | undefined;
}

/** The result of a candidate. */
export type Result =
  | ObtainedResult
  /** The server says that it has not changed; `url` is the address that answered. Default: the candidate's own. */
  | { readonly kind: "unchanged"; readonly url?: string | undefined }
  | { readonly kind: "refused"; readonly rule: string }
  | { readonly kind: "not-obtained"; readonly reason: NotObtained; readonly nextTryMs?: number | undefined }
  | {
      readonly kind: "failed";
      readonly code: FailureCode;
      readonly message: string;
      readonly nextTryMs?: number | undefined;
    };

/** The end of a candidate, written in one transaction. */
export interface FinishOptions {
  /** The address as it was leased. */
  readonly url: string;
  readonly nowMs: number;
  readonly run: number | null;
  /** Writes nothing and throws LEASE_LOST where the run no longer holds the candidate. */
  readonly isFenced?: boolean | undefined;
  readonly result: Result;
  /** The validators of its server's answer, with the address that answered; the candidate's own where absent. */
  readonly validators?: (Omit<Validators, "atMs"> & { readonly url?: string | undefined }) | undefined;
}

/** How a candidate ended. */
export interface Finished {
  readonly outcome: OutcomeName;
  readonly articleId: number | null;
  /** The fields that changed, of a changed article. */
  readonly changed: readonly string[];
}

/** A candidate without an article, with its next try. */
export interface Failure {
  readonly url: string;
  readonly site: string;
  readonly outcome: OutcomeName;
  /** The rule, the reason or the code. */
  readonly detail: string;
  readonly message: string | null;
  readonly attempts: number;
  readonly atMs: number;
  readonly nextTryMs: number | null;
}
