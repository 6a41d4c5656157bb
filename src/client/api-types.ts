// Written by npm run api from the schemas of the server's routes: change those, not this file.

/** The article of a news page. null means that the page does not say. */
export interface Article {
  /** The address the page was found at. */
  readonly url: string | null;
  /** The address the page gives as its own. */
  readonly canonicalUrl: string | null;
  /** The headline that readers see. */
  readonly title: string | null;
  /** What the head and the data of the page say the title is. */
  readonly statedTitle: string | null;
  readonly authors: readonly string[];
  /** ISO 8601: a day, or a day and a time, with an offset where the page gives one. */
  readonly published: string | null;
  /** ISO 8601: a day, or a day and a time, with an offset where the page gives one. */
  readonly modified: string | null;
  /** A BCP 47 language tag. */
  readonly language: string | null;
  readonly direction: "ltr" | "rtl" | null;
  /** The name of the publication. */
  readonly site: string | null;
  readonly section: string | null;
  readonly tags: readonly string[];
  readonly excerpt: string | null;
  /** The address of the lead image. */
  readonly image: string | null;
  readonly media: readonly {
    readonly kind: "image" | "video" | "audio" | "frame";
    readonly src: string;
    readonly alt: string | null;
    readonly caption: string | null;
    readonly credit: string | null;
  }[];
  /** Paragraphs separated by a blank line; headings, list items and table rows on lines of their own. */
  readonly text: string;
  /** Sanitised, with absolute addresses. */
  readonly html: string;
  readonly wordCount: number;
  /** What kind of page it is. */
  readonly pageType:
    | "article"
    | "home"
    | "section"
    | "listing"
    | "collection"
    | "product"
    | "service"
    | "forum"
    | "documentation"
    | null;
  /** Probability that the page is an article. */
  readonly isArticle: number | null;
  /** Probability that the answer is right. */
  readonly confidence: number | null;
  /** Probability that each of these fields is right; null where the page does not say it. */
  readonly fieldConfidence: {
    readonly title: number | null;
    readonly authors: number | null;
    readonly published: number | null;
  };
  readonly paywall: boolean | null;
  /** The id of the method that found the article. */
  readonly extractor: string;
  readonly warnings: readonly {
    readonly code: string;
    readonly message: string;
  }[];
  /** What readers wrote, only where comments are asked for. */
  readonly comments?: readonly {
    readonly author: string | null;
    /** As the page states it. */
    readonly date: string | null;
    /** Paragraphs separated by a blank line. */
    readonly text: string;
  }[];
  readonly explanation?: {
    readonly fields: Readonly<
      Record<
        string,
        {
          readonly source: string;
          readonly confidence: number;
        }
      >
    >;
    /** How the extractor decided, where it tells. */
    readonly notes?: {
      /** The weight of the ensemble for pages that are not articles. */
      readonly otherPagesWeight?: number;
      /** The weight of the network beside the trees of articles. */
      readonly networkWeight?: number;
      /** The weight of what is around a block where the trees are unsure of it. */
      readonly contextWeight?: number;
      /** The probability from which on blocks of this page were kept. */
      readonly threshold?: number;
      /** Steps up from the first text, with the last, which gained nothing. */
      readonly steps?: number;
      /** What was found of the title under which the page was collected. */
      readonly title?: {
        /** Whose words were looked for. */
        readonly source: "collected" | "page" | "none";
        /** How the texts that are similar to the title relate to the page's headline. */
        readonly situation:
          | "no possible title"
          | "one, the headline"
          | "one, not the headline"
          | "several, one the headline"
          | "several, none the headline";
        readonly possibleTitles: number;
        /** Whether the body was found before the first possible title. */
        readonly reserveRange: boolean;
      };
    };
    readonly leaves: readonly {
      readonly path: string;
      readonly text: string;
      /** Whether the article holds it: in text, html or media. */
      readonly kept: boolean;
      /** What the extractor gave it. */
      readonly score: number;
      /** The extractor's reason, or why assembly did not put a leaf of the body in the text. */
      readonly reason: string;
      /** What it shows of the article besides the body, whether the article holds it or not. */
      readonly part?: "headline" | "standfirst" | "byline";
      /** What it is, whether the article holds it or not. */
      readonly role?:
        | "body"
        | "headline"
        | "standfirst"
        | "byline"
        | "date"
        | "caption"
        | "credit"
        | "related"
        | "promotion"
        | "comment"
        | "embed"
        | "boilerplate";
      /** The chance of that role. */
      readonly roleChance?: number;
      /** What weighed most in the score, strongest after the base; the weights add up to its log-odds. */
      readonly contributions?: readonly {
        /** A feature, base, or others for all that are not listed. */
        readonly feature: string;
        readonly value: number | null;
        /** What it adds to the log-odds of the score. */
        readonly weight: number;
      }[];
    }[];
    /** How the page fits the profile of its site; isStale where too little of the template is there. */
    readonly siteProfile?: {
      readonly site: string;
      readonly made: string;
      readonly isStale: boolean;
      readonly share: number;
      readonly coverage: number;
      readonly places: number;
      readonly missing: readonly string[];
    };
  };
}

/** The schema Failure of the API. */
export interface Failure {
  readonly error: {
    /** Stable; listed in docs/errors.md. */
    readonly code: string;
    /** What happened. */
    readonly message: string;
    /** What to do. */
    readonly help: string;
    /** Whether asking again later can help. */
    readonly retry: boolean;
    /** The same as in the header x-request-id and in the log. */
    readonly requestId: string;
  };
}

/** The schema ExtractorId of the API. */
export type ExtractorId =
  | "fused"
  | "quick"
  | "econ"
  | "paragraphs"
  | "everything"
  | "coreex"
  | "longest-cell"
  | "mss-simple"
  | "relevance"
  | "mss"
  | "mss-hr"
  | "mss-unigram"
  | "wrapper"
  | "vips"
  | "template";

/** A format of articles; json where none is named. */
export type Format = "text" | "markdown" | "html" | "json" | "xml";

/** The schema ExtractRequest of the API. */
export interface ExtractRequest {
  /** The address of the page; fetched where there is no HTML. */
  readonly url?: string;
  readonly extractor?: ExtractorId;
  readonly format?: Format;
  /** Adds where every field came from and what became of every leaf; JSON only. */
  readonly explain?: boolean;
  /** The title under which the page was collected. */
  readonly collectedTitle?: string;
  /** The page; without it, url is fetched. */
  readonly html?: string;
}

/** The id and an error, or the id and all fields of an Article, of which the first are named here. */
export interface BatchAnswer {
  readonly id: string;
  /** Why there is no article. */
  readonly error?: {
    readonly code: string;
    readonly message: string;
  };
  readonly title?: string | null;
  readonly text?: string;
}

/** A page of a batch; unknown fields are ignored. */
export interface BatchLine {
  /** Given back; the number of the line where it is not said. */
  readonly id?: string | number;
  /** The page; without it, url is fetched. */
  readonly html?: string;
  /** The address of the page; fetched where there is no HTML. */
  readonly url?: string;
  /** The charset that the page was saved in, where it is certain. */
  readonly encoding?: string;
  /** The title under which the page was collected. */
  readonly collectedTitle?: string;
}

/** The schema ArticleSummary of the API. */
export interface ArticleSummary {
  readonly id: number;
  readonly url: string | null;
  readonly title: string | null;
  readonly site: string;
  readonly language: string | null;
  readonly published: string | null;
  /** ISO 8601, UTC. */
  readonly firstSeen: string;
  readonly wordCount: number;
  readonly versions: number;
}

/** The schema StoredArticle of the API. */
export interface StoredArticle {
  readonly id: number;
  readonly article: Article;
  readonly site: string;
  readonly sources: readonly string[];
  readonly topics: readonly string[];
  /** ISO 8601, UTC. */
  readonly firstSeen: string;
  /** ISO 8601, UTC. */
  readonly lastSeen: string;
  readonly collectedTitles: readonly {
    readonly title: string;
    readonly source: string;
    /** ISO 8601, UTC. */
    readonly found: string;
  }[];
  readonly versions: readonly {
    readonly number: number;
    /** ISO 8601, UTC. */
    readonly at: string;
    readonly reason: string;
    readonly changed: readonly string[];
  }[];
  /** The id of the first of its near duplicates. */
  readonly group: number;
}

/** The schema SearchHit of the API. */
export interface SearchHit {
  readonly id: number;
  readonly url: string | null;
  readonly title: string | null;
  readonly site: string;
  readonly language: string | null;
  readonly published: string | null;
  /** ISO 8601, UTC. */
  readonly firstSeen: string;
  readonly snippet: string;
  /** Where words of the query are in the snippet: from, to, from, to… */
  readonly marks: readonly number[];
}

/** The schema Site of the API. */
export interface Site {
  readonly site: string;
  /** As galley site mined it; null where it was not. */
  readonly taxonomy: unknown;
  /** As galley site mined it; null where it was not. */
  readonly profile: unknown;
  readonly mined: string | null;
}

/** The schema Source of the API. */
export interface Source {
  readonly id: string;
  readonly kind: string;
  readonly url: string;
  readonly title: string | null;
  readonly topic: string | null;
  readonly site: string;
  /** ISO 8601, UTC. */
  readonly added: string;
  readonly articles: number;
  readonly lastNew: string | null;
  readonly lastRead: string | null;
  /** ok, new, or what is wrong with it. */
  readonly status: string;
  readonly problems: readonly {
    readonly kind: string;
    readonly reason: string;
  }[];
}

/** The schema NewSource of the API. */
export interface NewSource {
  readonly url: string;
  readonly title?: string;
  /** The topic of what is found here. */
  readonly topic?: string;
}

/** The schema CollectState of the API. */
export interface CollectState {
  readonly isRunning: boolean;
  readonly started: string | null;
  readonly ended: string | null;
  /** How many pages were stored, changed, seen, refused, not obtained or failed; null while a run goes on, and where a fleet collects. */
  readonly outcomes: Readonly<Record<string, number>> | null;
  /** Why the run ended early, or which sources could not be read (SOURCES_FAILED). */
  readonly failure: {
    readonly code: string;
    readonly message: string;
  } | null;
}

/** The schema CollectRequest of the API. */
export interface CollectRequest {
  /** Addresses of sites, feeds or sitemaps; all sources of the library where it is not said. */
  readonly sources?: readonly string[];
}

/** The schema AddedPage of the API. */
export interface AddedPage {
  readonly to: "library" | "studio";
  /** Whether the library has a new article, a new version of one, or had it already. */
  readonly outcome: "stored" | "changed" | "seen";
  /** Where people look at it: a path of this server. */
  readonly at: string;
  /** The id of the article; null in the studio. */
  readonly id: number | null;
  readonly title: string | null;
}

/** The schema SentPage of the API. */
export interface SentPage {
  readonly url: string;
  /** The page as it is on the client's screen. */
  readonly html: string;
  /** The library where it is not said. */
  readonly to?: "library" | "studio";
  /** The set of the studio that it is put into; From the browser where it is not said. */
  readonly set?: string;
}
