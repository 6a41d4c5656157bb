import { estimateLayout, layoutOf } from "../../layout/index.ts";
import type { Layout, Page, Screen } from "../../page/index.ts";

/** The layout that a page was given, else the estimate for a screen. */
export function layoutFor(page: Page, screen: Screen): Layout {
  const layout = layoutOf(page);
  const isFixed = page.layout !== undefined || isSameScreen(layout.screen, screen);
  return isFixed ? layout : estimateLayout(page.document, screen);
}

/** Whether two screens are of one size. */
export function isSameScreen(a: Screen, b: Screen): boolean {
  return a.width === b.width && a.height === b.height;
}
