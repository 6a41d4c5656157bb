import {
  type ElementLook,
  type FontFace,
  type Look,
  PSEUDO_ELEMENTS,
  type PseudoElement,
  STYLE_PROPERTIES,
} from "../output/index.ts";

/** A style sheet as it was written, and where its addresses begin. */
export interface SheetText {
  readonly text: string;
  readonly base: string;
}

/** What is to be captured. */
export interface CaptureRequest {
  /** Places among the elements that were walked. */
  readonly places: readonly number[];
  readonly sheets: readonly SheetText[];
}

/** What the program inside the page gives: the looks of the elements asked for, null where one is none. */
export interface CapturedLooks extends Omit<Look, "elements" | "files"> {
  readonly elements: readonly (ElementLook | null)[];
}

/** The source of the capture, to be run in the world that a page was walked in; it gives `CapturedLooks` as JSON. */
export function captureProgram(request: CaptureRequest): string {
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

/** What is read of every element; imports cannot be seen from inside the page. */
interface Names {
  readonly properties: readonly string[];
  readonly parts: readonly PseudoElement[];
}

type Numbered = (values: readonly string[]) => number;
type Rules = { -readonly [Name in "fontFaces" | "keyframes"]: Look[Name][number][] };

// From here on everything runs inside the page: the functions see what the program names, and nothing else of this file.

function captureLooks({ places, sheets, ...names }: CaptureRequest & Names): string {
  // What moves is captured where it rests; it starts moving again in the article.
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

/** A property from the prototype: a document gives its picture called `compatMode` when it is asked for its mode. */
function ofDocument<Name extends "compatMode" | "doctype" | "documentElement">(name: Name): Document[Name] {
  return Object.getOwnPropertyDescriptor(Document.prototype, name)?.get?.call(document);
}

/** What the doctype asks for, by the list of the HTML standard; of old and new rules alone a browser says which it follows. */
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

/** Values as style sheets mean them: percentages, `auto` and fractions of grids, not the pixels that they came to. */
function computedValues(element: Element, { properties }: Names): string[] {
  const map = Element.prototype.computedStyleMap.call(element);
  const style = getComputedStyle(element);
  return properties.map((name) => {
    if (name === "content") return "normal";
    const values = map.getAll(name);
    return values.length === 0 ? style.getPropertyValue(name) : values.map(String).join(", ");
  });
}

/** What properties are where nothing sets them; in a shadow tree, where no style sheet of the page reaches. */
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

/** The values of a part that a style sheet adds, undefined where none does. */
function partValues(element: Element, part: PseudoElement, { properties }: Names): string[] | undefined {
  const style = getComputedStyle(element, `::${part}`);
  const isAdded = part === "before" || part === "after";
  if (isAdded ? style.content === "none" || style.content === "normal" : !isChanged(element, style, part)) {
    return undefined;
  }
  return properties.map((name) => style.getPropertyValue(name));
}

/** Whether a style sheet says something of a part that every element has. */
function isChanged(element: Element, style: CSSStyleDeclaration, part: PseudoElement): boolean {
  const own = getComputedStyle(element);
  if (own.display === (part === "marker" ? "list-item" : "inline"))
    return part === "marker" && style.color !== own.color;
  if (part === "marker") return false;
  const letters = ["fontSize", "fontFamily", "fontWeight", "fontStyle", "color", "textTransform"] as const;
  return style.float !== "none" || letters.some((name) => style[name] !== own[name]);
}

/** Fonts and animations of a style sheet, those inside of conditions that hold here included. */
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
