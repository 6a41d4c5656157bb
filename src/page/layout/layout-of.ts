import type { Page } from "../page.ts";
import { estimateLayout } from "./estimate-layout.ts";
import { DEFAULT_SCREEN, type Layout } from "./layout.ts";

/** Kept beside the pages, not in them, so that what never asks for a layout does not carry the code that makes one. */
const estimated = new WeakMap<Page, Layout>();

/** The layout that a browser measured, or an estimate of it that is made once. */
export function layoutOf(page: Page): Layout {
  const known = page.layout ?? estimated.get(page);
  if (known !== undefined) return known;
  const layout = estimateLayout(page.document, DEFAULT_SCREEN);
  estimated.set(page, layout);
  return layout;
}
