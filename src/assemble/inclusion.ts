/** What belongs in the article where the markup says what it is; anything the markup does not name stays. */
export interface Inclusion {
  readonly standfirst: boolean;
  readonly headings: boolean;
  readonly lists: boolean;
  readonly tables: boolean;
  readonly quotes: boolean;
  /** Quotations set apart that repeat the body's own words. */
  readonly pullQuotes: boolean;
  /** Captions and credits in the text; the HTML keeps them with their figures in any case. */
  readonly captions: boolean;
  /** Authors and dates on lines of their own. */
  readonly byline: boolean;
  readonly headline: boolean;
  /** Posts of social networks. */
  readonly embeds: boolean;
  readonly related: boolean;
  readonly promotions: boolean;
  readonly corrections: boolean;
  readonly footnotes: boolean;
  readonly comments: boolean;
}

/** What belongs in the article unless the caller says otherwise. */
export const DEFAULT_INCLUSION: Inclusion = {
  standfirst: true,
  headings: true,
  lists: true,
  tables: true,
  quotes: true,
  pullQuotes: false,
  captions: false,
  byline: false,
  headline: false,
  embeds: false,
  related: false,
  promotions: false,
  corrections: true,
  footnotes: true,
  comments: false,
};
