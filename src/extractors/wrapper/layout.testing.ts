import { nodeAt, parseHtml } from "../../html/index.ts";
import { emptyLayout } from "../../layout/laid-out.testing.ts";
import { type Layout, Page } from "../../page/index.ts";
import { type Manner, MeasuredPage, WRAPPER_DEFAULTS, type WrapperSettings } from "./measured-page.ts";

/** Position, size and font size (16 by default) of an element. */
export type Box = readonly [left: number, top: number, width: number, height: number, fontSize?: number];

/** A page whose boxes are given by node path; elements that are not named have none. */
export function pageWithBoxes(
  html: string,
  boxes: Readonly<Record<string, Box>>,
  change: Partial<Layout> = {},
): Page {
  const document = parseHtml(html);
  const layout: Layout = { ...emptyLayout(document.size), ...change };
  for (const [path, [left, top, width, height, fontSize = 16]] of Object.entries(boxes)) {
    const node = nodeAt(document, path);
    if (node < 0) throw new Error(`There is no ${path}.`);
    layout.left[node] = left;
    layout.top[node] = top;
    layout.width[node] = width;
    layout.height[node] = height;
    layout.fontSize[node] = fontSize;
    layout.visible[node] = 1;
  }
  return new Page(document, "https://harbour-courier.example/story", layout);
}

/** Measures a page, by default with the rules of the paper. */
export function measure(page: Page, manner: Manner, settings: Partial<WrapperSettings> = {}): MeasuredPage {
  return new MeasuredPage(
    page,
    page.layout!,
    { ...WRAPPER_DEFAULTS, firstScreens: "one", ...settings },
    manner,
  );
}
