import type { WarningCode } from "../article/index.ts";
import type { CapturedArticle } from "../output/index.ts";
import type { Page } from "../page/index.ts";

/** A page that is open in a browser. */
export interface OpenedPage {
  /** Its live tree and where everything is. */
  readonly page: Page;
  /** What was odd about it, besides what `page` tells itself. */
  readonly warnings: readonly WarningCode[];
}

/** A page as a browser shows it. */
export interface RenderedPage extends OpenedPage {
  /** Its article and how that looks on it, where `makeArticle` was given. */
  readonly captured?: CapturedArticle;
}
