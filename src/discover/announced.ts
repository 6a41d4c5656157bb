/** An entry of a list: an address that may be an article. */
export interface Announced {
  /** Absolute, http or https. */
  readonly url: string;
  readonly title: string | undefined;
  /** ISO 8601. */
  readonly published: string | undefined;
  /** When it was last changed, ISO 8601. */
  readonly modified?: string | undefined;
  /** The paper that an aggregator names. */
  readonly publisher?: string | undefined;
}
