import type { FieldSource, PageType } from "../article/index.ts";

/** A field's value with the rule that gave it; `value` null where no rule did. */
export interface Found<Value> extends FieldSource {
  readonly value: Value;
}

/** What the page says about its article, every field with its source. */
export interface Metadata {
  readonly canonicalUrl: Found<string | null>;
  readonly title: Found<string | null>;
  readonly authors: Found<readonly string[]>;
  readonly published: Found<string | null>;
  readonly modified: Found<string | null>;
  readonly language: Found<string | null>;
  readonly direction: Found<"ltr" | "rtl" | null>;
  readonly site: Found<string | null>;
  readonly section: Found<string | null>;
  readonly tags: Found<readonly string[]>;
  readonly excerpt: Found<string | null>;
  readonly image: Found<string | null>;
  readonly pageType: Found<PageType | null>;
  readonly paywall: Found<boolean | null>;
}
