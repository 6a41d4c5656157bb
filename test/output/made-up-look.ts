import { extract } from "../../src/default-extract.ts";
import { NODE_KIND, parseHtml } from "../../src/html/index.ts";
import {
  type CapturedArticle,
  type Look,
  STYLE_PROPERTIES,
  type StyleProperty,
} from "../../src/output/index.ts";
import { Page } from "../../src/page/index.ts";

const NOTHING_SET: Partial<Record<StyleProperty, string>> = {
  display: "inline",
  position: "static",
  float: "none",
  color: "rgb(0, 0, 0)",
  "border-top-style": "none",
  "text-decoration-line": "none",
  "background-image": "none",
};

function madeUpValues(set: Partial<Record<StyleProperty, string>> = {}): string[] {
  return STYLE_PROPERTIES.map((name) => set[name] ?? NOTHING_SET[name] ?? "initial");
}

/** An article with everything of a page, and the look that a test gives to its elements. */
export function madeUpArticle(
  html: string,
  set: Partial<Record<StyleProperty, string>> = {},
  look: Partial<Look> = {},
): CapturedArticle {
  const page = new Page(parseHtml(html), "https://harbour-courier.example/story");
  const article = extract({ page }, { extractor: "everything", explain: true });
  const elements = new Map<number, { style: number; parts: object }>();
  page.document.kind.forEach((kind, node) => {
    if (kind === NODE_KIND.element) elements.set(node, { style: 0, parts: {} });
  });
  const whole = {
    mode: "standards" as const,
    initial: madeUpValues(),
    styles: [madeUpValues(set)],
    elements,
  };
  return { article, page, look: { ...whole, fontFaces: [], keyframes: [], files: new Map(), ...look } };
}
