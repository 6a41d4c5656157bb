import type { WarningCode } from "../article/index.ts";
import type { Page } from "../page/index.ts";

/** A page as a browser shows it. */
export interface RenderedPage {
  /** Its live tree and where everything is. */
  readonly page: Page;
  /** What was odd about it, besides what `page` tells itself. */
  readonly warnings: readonly WarningCode[];
}
