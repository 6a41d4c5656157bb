/** An article that a home or section page announces. `null` means that the page does not say. */
export interface Item {
  readonly title: string;
  /** Absolute, without fragment and tracking parameters. */
  readonly url: string;
  readonly teaser: string | null;
  /** The address of its picture, absolute. */
  readonly image: string | null;
  /** The label that its part of the page stands under. */
  readonly section: string | null;
}
