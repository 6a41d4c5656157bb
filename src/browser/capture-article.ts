import type { CDPSession } from "playwright-core";
import type { Article } from "../article/index.ts";
import {
  type CapturedArticle,
  type ElementLook,
  elementsToCapture,
  type FontFace,
  findKeptParts,
  type LoadedFile,
  type Look,
  PSEUDO_ELEMENTS,
  type PseudoElement,
  STYLE_PROPERTIES,
} from "../output/index.ts";
import type { Page } from "../page/index.ts";
import { runInside } from "./walk-page.ts";

/** An open page that has been walked. */
interface WalkedPage {
  readonly session: CDPSession;
  /** The isolated world of the walk. */
  readonly contextId: number;
  /** The nodes of the walked elements, in order. */
  readonly walked: readonly number[];
  readonly files: ReadonlyMap<string, LoadedFile>;
}

/** Style sheets that are searched for fonts and animations; no real page has more. */
const MAX_SHEETS = 200;
const MAX_SHEET_CHARACTERS = 10_000_000;
const WANTED_RULES = /@(?:-webkit-)?(?:font-face|keyframes)/i;

/** Captures the styles of an article's elements on its page. */
export async function captureArticle(
  open: WalkedPage,
  page: Page,
  article: Article,
): Promise<CapturedArticle> {
  const { session, contextId, walked, files } = open;
  const places = new Map(walked.map((node, place) => [node, place]));
  const wanted = elementsToCapture(page, findKeptParts(page, article)).filter((node) => places.has(node));
  const program = captureProgram({
    places: wanted.map((node) => places.get(node)!),
    sheets: await readSheets(session, files),
  });
  const captured: CapturedLooks = JSON.parse(await runInside(session, contextId, program));
  const elements = new Map<number, ElementLook>();
  captured.elements.forEach((element, at) => {
    if (element !== null) elements.set(wanted[at]!, element);
  });
  const look: Look = { ...captured, elements, files };
  return { article, page, look };
}

/** The texts of linked and inline style sheets that declare fonts or animations. */
async function readSheets(session: CDPSession, files: WalkedPage["files"]): Promise<SheetText[]> {
  const headers: { readonly styleSheetId: string; readonly sourceURL: string }[] = [];
  session.on("CSS.styleSheetAdded", ({ header }) => headers.push(header));
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const sheets: SheetText[] = [];
  let characters = 0;
  for (const { styleSheetId, sourceURL } of headers.slice(0, MAX_SHEETS)) {
    const sent = files.get(sourceURL);
    const isLinked = sent?.contentType.startsWith("text/css") === true;
    const text = isLinked ? new TextDecoder().decode(sent.bytes) : await sheetText(session, styleSheetId);
    characters += text.length;
    if (characters > MAX_SHEET_CHARACTERS) break;
    if (WANTED_RULES.test(text)) sheets.push({ text, base: sourceURL });
  }
  return sheets;
}

async function sheetText(session: CDPSession, styleSheetId: string): Promise<string> {
  try {
    return (await session.send("CSS.getStyleSheetText", { styleSheetId })).text;
  } catch {
    // A script removed the sheet; if the page itself is gone, the next call fails too.
    return "";
  }
}

interface SheetText {
  readonly text: string;
  readonly base: string;
}

interface CaptureRequest {
  /** Indices into the walked elements. */
  readonly places: readonly number[];
  readonly sheets: readonly SheetText[];
}

/** The result of the program inside the page; null for what is not an element or is gone. */
interface CapturedLooks extends Omit<Look, "elements" | "files"> {
  readonly elements: readonly (ElementLook | null)[];
}

/** The source of a program for the isolated world of the walk; it returns `CapturedLooks` as JSON. */
function captureProgram(request: CaptureRequest): string {
  const functions = [
    captureLooks,
    ofDocument,
    layoutMode,
    lookOf,
    computedValues,
    initialValues,
    partValues,
    isChanged,
    readRules,
    fontFace,
  ];
  return `(() => {
    ${[...functions, keyframesOf].map(String).join("\n")}
    return captureLooks(${JSON.stringify({ ...request, properties: STYLE_PROPERTIES, parts: PSEUDO_ELEMENTS })});
  })()`;
}

/** Passed as data, because imports are not visible inside the page. */
interface Names {
  readonly properties: readonly string[];
  readonly parts: readonly PseudoElement[];
}

type Numbered = (values: readonly string[]) => number;
type Rules = { -readonly [Name in "fontFaces" | "keyframes"]: Look[Name][number][] };

// Everything below runs inside the page and sees only what the program lists.

function captureLooks({ places, sheets, ...names }: CaptureRequest & Names): string {
  // Animated elements are captured at rest; the animation runs again in the article.
  for (const animation of Document.prototype.getAnimations.call(document)) animation.cancel();
  const styles = new Map<string, number>();
  const numberOf: Numbered = (values) => {
    const key = JSON.stringify(values);
    if (!styles.has(key)) styles.set(key, styles.size);
    return styles.get(key)!;
  };
  const { walkedNodes } = globalThis as unknown as { readonly walkedNodes: readonly Node[] };
  const elements = places.map((place) => {
    const node = walkedNodes[place];
    return node instanceof Element && node.isConnected ? lookOf(node, names, numberOf) : null;
  });
  const rules: Rules = { fontFaces: [], keyframes: [] };
  for (const { text, base } of sheets) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    readRules(sheet.cssRules, base, rules);
  }
  return JSON.stringify({
    mode: layoutMode(),
    initial: initialValues(names),
    styles: [...styles.keys()].map((key) => JSON.parse(key)),
    elements,
    ...rules,
  } satisfies CapturedLooks);
}

/** Reads from the prototype, because `document.compatMode` may be an image of that name. */
function ofDocument<Name extends "compatMode" | "doctype" | "documentElement">(name: Name): Document[Name] {
  return Object.getOwnPropertyDescriptor(Document.prototype, name)?.get?.call(document);
}

/** The layout mode of the doctype, by the list of the HTML standard; `compatMode` does not tell limited quirks. */
function layoutMode(): Look["mode"] {
  if (ofDocument("compatMode") === "BackCompat") return "quirks";
  const { publicId = "", systemId = "" } = ofDocument("doctype") ?? {};
  const isLimited =
    /^-\/\/W3C\/\/DTD XHTML 1\.0 (?:Frameset|Transitional)\/\//i.test(publicId) ||
    (systemId !== "" && /^-\/\/W3C\/\/DTD HTML 4\.01 (?:Frameset|Transitional)\/\//i.test(publicId));
  return isLimited ? "limited quirks" : "standards";
}

function lookOf(element: Element, names: Names, numberOf: Numbered): ElementLook {
  const values = computedValues(element, names);
  const parts: Partial<Record<PseudoElement, number>> = {};
  for (const part of names.parts) {
    const found = partValues(element, part, names);
    if (found !== undefined) parts[part] = numberOf(found);
  }
  const isLoaded = element instanceof HTMLImageElement && element.naturalWidth > 0;
  return { style: numberOf(values), parts, ...(isLoaded && { picture: element.currentSrc }) };
}

/** Computed values (percentages, `auto`, `fr`), not the used values in pixels. */
function computedValues(element: Element, { properties }: Names): string[] {
  const map = Element.prototype.computedStyleMap.call(element);
  const style = getComputedStyle(element);
  return properties.map((name) => {
    if (name === "content") return "normal";
    const values = map.getAll(name);
    return values.length === 0 ? style.getPropertyValue(name) : values.map(String).join(", ");
  });
}

/** Initial values of the properties, from a shadow tree out of reach of the page's style sheets. */
function initialValues(names: Names): string[] {
  const create = Document.prototype.createElement.bind(document);
  const host = create("div");
  const probe = create("span");
  probe.style.setProperty("all", "initial", "important");
  host.attachShadow({ mode: "closed" }).append(probe);
  ofDocument("documentElement").append(host);
  const values = computedValues(probe, names);
  host.remove();
  return values;
}

/** The values of a pseudo-element, undefined where no style sheet changes it. */
function partValues(element: Element, part: PseudoElement, { properties }: Names): string[] | undefined {
  const style = getComputedStyle(element, `::${part}`);
  const isAdded = part === "before" || part === "after";
  if (isAdded ? style.content === "none" || style.content === "normal" : !isChanged(element, style, part)) {
    return undefined;
  }
  return properties.map((name) => style.getPropertyValue(name));
}

/** Whether a style sheet changes a pseudo-element that exists by default. */
function isChanged(element: Element, style: CSSStyleDeclaration, part: PseudoElement): boolean {
  const own = getComputedStyle(element);
  if (own.display === (part === "marker" ? "list-item" : "inline"))
    return part === "marker" && style.color !== own.color;
  if (part === "marker") return false;
  const letters = ["fontSize", "fontFamily", "fontWeight", "fontStyle", "color", "textTransform"] as const;
  return style.float !== "none" || letters.some((name) => style[name] !== own[name]);
}

/** Fonts and animations of a style sheet, including those inside matching conditions. */
function readRules(list: CSSRuleList, base: string, rules: Rules): void {
  for (const rule of Array.from(list)) {
    if (rule instanceof CSSFontFaceRule) rules.fontFaces.push(fontFace(rule, base));
    else if (rule instanceof CSSKeyframesRule) rules.keyframes.push(keyframesOf(rule, base));
    else if (rule instanceof CSSMediaRule && !matchMedia(rule.conditionText).matches) continue;
    else if (rule instanceof CSSSupportsRule && !CSS.supports(rule.conditionText)) continue;
    else if (rule instanceof CSSGroupingRule && !(rule instanceof CSSStyleRule))
      readRules(rule.cssRules, base, rules);
  }
}

function fontFace({ style }: CSSFontFaceRule, base: string): FontFace {
  const descriptors = Array.from(style, (name) => [name, style.getPropertyValue(name)] as const);
  const { "font-family": family = "", src = "", ...others } = Object.fromEntries(descriptors);
  return { base, family, src, descriptors: others };
}

function keyframesOf(course: CSSKeyframesRule, base: string): Look["keyframes"][number] {
  const frames = (Array.from(course.cssRules) as CSSKeyframeRule[]).map(({ keyText, style }) => ({
    at: keyText,
    values: Array.from(style, (name) => [name, style.getPropertyValue(name)] as const),
  }));
  return { base, name: course.name, frames };
}
