import {
  blocksHtml,
  blocksOf,
  cleanLabel,
  escapeText,
  escapeValue,
  webAddress,
} from "../../assemble/index.ts";
import { BLOCK_TAGS, contains } from "../../html/index.ts";
import { headlineKey } from "../../page/index.ts";
import { documentMarkup, sourceLine } from "../article-head.ts";
import { type BodySource, writeElement } from "./body-writer.ts";
import {
  type Addresses,
  type CapturedArticle,
  type LayoutMode,
  makeAddresses,
  type StyleValues,
} from "./captured-article.ts";
import { type AddressRule, cleanValue, fontFaceRules, keyframeRules } from "./clean-css.ts";
import { ElementStyles } from "./element-styles.ts";
import { bodyOf, findKeptParts, type KeptParts } from "./kept-parts.ts";
import { isArranged, styleValue } from "./own-style.ts";
import type { StyleProperty } from "./styled.data.ts";

/** How an article in its page's style is written; every option has a default. */
export interface StyledOptions {
  /** Whether pictures and fonts are embedded, as far as the page had loaded them; else they stay addresses. */
  readonly inline?: boolean;
}

/** No scripts and no requests but for what can be seen, even if our own rules had a hole. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; media-src http: https:; font-src http: https: data:; base-uri 'none'; form-action 'none'";
/** An article without a measured width is as wide as a column of text reads well. */
const DEFAULT_WIDTH = 680;

/** The page's doctype decides the layout mode. */
const DOCTYPES: Readonly<Record<LayoutMode, readonly string[]>> = {
  quirks: [],
  "limited quirks": ['<!doctype html public "-//W3C//DTD XHTML 1.0 Transitional//EN">'],
  standards: ["<!doctype html>"],
};

interface Framed {
  readonly captured: CapturedArticle;
  readonly parts: KeptParts;
  readonly addresses: Addresses;
  /** How wide the body was, in pixels. */
  readonly width: number;
}

/** An article as one HTML file that looks as its page did: title, byline and body, without scripts, and without needing the page. */
export function toStyled(captured: CapturedArticle, { inline = false }: StyledOptions = {}): string {
  const { article, page, look } = captured;
  const base = page.baseUrl ?? page.canonicalUrl;
  const addresses = makeAddresses({
    files: look.files,
    base: base === undefined ? undefined : (URL.parse(base) ?? undefined),
    inline,
  });
  const parts = findKeptParts(page, article);
  const styles = new ElementStyles(captured, parts, addresses);
  const backgrounds = new Map<string, string>();
  const body = bodyMarkup({ ...captured, parts, styles, addresses, backgrounds });
  const width = page.layout?.width[parts.root] || DEFAULT_WIDTH;
  const sheet = [
    ...fontFaceRules(look, styles.families, addresses),
    ...keyframeRules(look, styles.animations, addresses),
    ...frameRules({ captured, parts, addresses, width }),
    ...[...backgrounds].map(([own, name]) => `.${name}{display:flow-root;padding:0 16px;${own}}`),
    styles.sheet(),
    narrowRule(width),
  ];
  const origin = webAddress(article.canonicalUrl ?? article.url ?? "", undefined);
  return documentMarkup(article, {
    doctype: DOCTYPES[look.mode],
    policy: POLICY,
    title: cleanLabel(article.title ?? undefined) ?? "",
    links: origin === undefined ? [] : [`<link rel="canonical" href="${escapeValue(origin)}">`],
    style: `\n${sheet.filter((rule) => rule !== "").join("\n")}\n`,
    main: body,
  });
}

/** Title, byline and body: at their places in one element, or before it; what the page does not show of them is on an added line. */
function bodyMarkup(source: BodySource): string {
  const { article, page, parts } = source;
  const { root, title, bylines } = parts;
  const { document } = page;
  const isInside = title >= 0 && root >= 0 && contains(document, root, title);
  const label = title < 0 ? cleanLabel(article.title ?? undefined) : null;
  const line = plainLine(article, parts);
  const after = line === "" ? -1 : lineAfter(source);
  const written = after < 0 ? source : { ...source, line: { markup: line, after } };
  const outside = [...(isInside || title < 0 ? [] : [title]), ...bylines].sort((a, b) => a - b);
  const [before, below] = [outside.filter((node) => node < root), outside.filter((node) => node >= root)];
  const body =
    root >= 0 ? writeElement(written, root) : `<div class="plain">${blocksHtml(blocksOf(article))}</div>`;
  return [
    ...(label === null ? [] : [`<h1 class="plain">${escapeText(label)}</h1>`]),
    ...(root < 0 ? outside : before).map((node) => onBackground(source, node)),
    ...(after < 0 && line !== "" ? [line] : []),
    body,
    ...(root < 0 ? [] : below).map((node) => onBackground(source, node)),
  ].join("\n");
}

/** Title or byline from outside of the body, on its original background: white letters of a dark header would be invisible elsewhere. */
function onBackground(source: BodySource, node: number): string {
  const { page, parts, addresses } = source;
  const own = backgroundOf(source, page.document.parent[node]!, addresses).declarations;
  const isSame = own === backgroundOf(source, backgroundNode(source, parts), addresses).declarations;
  const markup = writeElement(source, node);
  if (isSame) return markup;
  const known = source.backgrounds.get(own) ?? `behind${source.backgrounds.size + 1}`;
  source.backgrounds.set(own, known);
  return `<div class="${known}">${markup}</div>`;
}

/** The element with the background of the whole article; the root has its own. */
function backgroundNode({ page }: Pick<CapturedArticle, "page">, { root }: KeptParts): number {
  return root >= 0 ? page.document.parent[root]! : bodyOf(page);
}

/** What the page does not show of writers and date, and where it is from; a digit in the byline is a date's. */
function plainLine(article: CapturedArticle["article"], { bylineText }: KeptParts): string {
  const key = headlineKey(bylineText);
  const isNamed = article.authors.some((author) => key.includes(headlineKey(author)));
  const line = sourceLine({
    ...article,
    authors: isNamed ? [] : article.authors,
    published: /\d/.test(bylineText) ? null : article.published,
  });
  return line === "" ? "" : `<p class="plain about">${line}</p>`;
}

/** The element inside of the root that a line below title and byline comes after, -1 where these are before the root. */
function lineAfter({ page: { document }, look, parts }: BodySource): number {
  const { root, lastOfHead } = parts;
  const isRow = (node: number) => {
    const known = look.elements.get(node);
    return known !== undefined && isArranged(styleValue(look.styles[known.style]!, "display"));
  };
  const isLine = (node: number) => BLOCK_TAGS[document.tag[node]!] !== 1;
  let at = lastOfHead;
  // Not into a row of columns, nor into a line of text.
  while (at > root && document.parent[at]! > root && (isRow(document.parent[at]!) || isLine(at)))
    at = document.parent[at]!;
  return at;
}

function frameRules({ captured, parts, addresses, width }: Framed): string[] {
  const { declarations, isDark } = backgroundOf(captured, backgroundNode(captured, parts), addresses);
  return [
    `html{color-scheme:light;${declarations}}`,
    "body{margin:0;padding:24px}",
    `main{width:${Math.ceil(width)}px;max-width:100%;margin:0 auto;display:flow-root}`,
    // Browsers differ in their default styles; the classes state all that the page had.
    ":where(main :not(.plain,.plain *)){all:unset}",
    `.plain{${plainText(captured, parts)}}`,
    ".about{font-size:.8rem;margin:.5rem 0 1.5rem}.about a{color:inherit}",
    "main a[href]{cursor:pointer}",
    "main a[href]:focus-visible{outline:2px solid}",
    "@media print{body{padding:0}main img,main video{break-inside:avoid}}",
    // Browsers leave backgrounds out in print, and pale text would be lost on white.
    ...(isDark ? ["@media print{html{print-color-adjust:exact}}"] : []),
  ];
}

/** The font of the body, for the added line. */
function plainText({ page, look }: CapturedArticle, { root }: KeptParts): string {
  const known = look.elements.get(root >= 0 ? root : bodyOf(page));
  if (known === undefined) return "";
  return declarations(
    look.styles[known.style]!,
    ["color", "font-family", "line-height"],
    () => undefined,
  ).join(";");
}

/** On a narrower screen than the page's, nothing must be cut off. */
function narrowRule(width: number): string {
  const boxes = "main *{max-width:100%!important;min-width:0!important;box-sizing:border-box!important}";
  return `@media(max-width:${Math.ceil(width) + 48}px){${boxes}main img,main video{height:auto!important}}`;
}

interface Background {
  readonly declarations: string;
  readonly isDark: boolean;
}

const RGB = /^rgba?\((\d+), ?(\d+), ?(\d+)(?:, ?([\d.]+))?\)$/;
/** Text on a background of less luminance must be pale. */
const DARK = 0.5;

/** The background of an element: the nearest opaque one from there on up. */
function backgroundOf({ page, look }: CapturedArticle, inside: number, { picture }: Addresses): Background {
  const { document } = page;
  for (let at = inside; at > 0; at = document.parent[at]!) {
    const known = look.elements.get(at);
    if (known === undefined) continue;
    const values = look.styles[known.style]!;
    const color = cleanValue(styleValue(values, "background-color"), () => undefined) ?? "";
    const image = cleanValue(styleValue(values, "background-image"), picture) ?? "none";
    if (isClear(color) && image === "none") continue;
    const layers = image === "none" ? [] : declarations(values, LAYERS, picture);
    return {
      declarations: [`background-color:${isClear(color) ? "#fff" : color}`, ...layers].join(";"),
      isDark: lightOf(color) < DARK,
    };
  }
  return { declarations: "background-color:#fff", isDark: false };
}

const LAYERS = ["background-image", "background-size", "background-repeat", "background-position"] as const;

/** The properties of a style that a styled article can use. */
function declarations(
  values: StyleValues,
  names: readonly StyleProperty[],
  addressRule: AddressRule,
): string[] {
  return names.flatMap((name) => {
    const value = cleanValue(styleValue(values, name), addressRule);
    return value === undefined ? [] : [`${name}:${value}`];
  });
}

function isClear(color: string): boolean {
  const [, , , , alpha] = RGB.exec(color) ?? [];
  return color === "" || color === "transparent" || (alpha !== undefined && Number(alpha) === 0);
}

function lightOf(color: string): number {
  const [, red = 255, green = 255, blue = 255] = RGB.exec(color) ?? [];
  return (0.2126 * Number(red) + 0.7152 * Number(green) + 0.0722 * Number(blue)) / 255;
}
