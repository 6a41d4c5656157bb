import type { CDPSession } from "playwright-core";

/** The opcodes of `Walked.steps`. */
export const STEP = { close: 0, element: 1, text: 2 } as const;

/** The computed styles in `Walked.styles`, in order. */
const WALKED_STYLES = [
  "fontSize",
  "fontWeight",
  "fontFamily",
  "color",
  "backgroundColor",
  "display",
  "visibility",
] as const;

/** A live page as flat lists, which travel as one JSON string. */
export interface Walked {
  /** Distinct names, values and texts of the page. */
  readonly strings: readonly string[];
  /** `close`; `text`, string; `element`, name, style or -1, number of attributes, then a name and a value for each. */
  readonly steps: readonly number[];
  /** Left, top, width, height, scroll width and scroll height of each element with a style, in hundredths of a pixel. */
  readonly boxes: readonly number[];
  /** Distinct combinations of the values of `WALKED_STYLES`. */
  readonly styles: readonly (readonly string[])[];
  /** Addresses of style sheets that do not apply to this screen. */
  readonly otherSheets: readonly string[];
  /** False on a machine without fonts, where text has no size. */
  readonly hasFonts: boolean;
  readonly isTooLarge: boolean;
}

interface WalkLimits {
  /** The walk stops after this many nodes. */
  readonly maxNodes: number;
}

/** Runs a program in an isolated world of a page and returns the string that it evaluates to. */
export async function runInside(session: CDPSession, contextId: number, program: string): Promise<string> {
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    contextId,
    expression: program,
    returnByValue: true,
  });
  if (exceptionDetails === undefined) return result.value;
  throw new Error(
    `The page was not read: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`,
  );
}

/** The source of a program that walks a live page and returns a `Walked` as JSON. */
export function walkProgram(limits: WalkLimits): string {
  const functions = [walkPage, makeReaders, childrenOf, frameRoot, openElement, styleOf, nameOf, numberOf];
  return `(() => {
    const STEP = ${JSON.stringify(STEP)};
    const WALKED_STYLES = ${JSON.stringify(WALKED_STYLES)};
    ${[...functions, otherSheets].map(String).join("\n")}
    return walkPage(${JSON.stringify(limits)});
  })()`;
}

/** The source of a program that moves streamed parts of a live page into place, as html/ does when no scripts run. */
export function streamedPartsProgram(): string {
  const functions = [placeStreamedParts, firstById, putPart, fallbackEnd, commentOf];
  return `(() => {\n${functions.map(String).join("\n")}\nplaceStreamedParts();\n})()`;
}

interface Origin {
  readonly left: number;
  readonly top: number;
}

/** A node to visit, with the state inherited from its ancestors. */
interface Waiting {
  readonly node: Node;
  /** Whether its parent has a box, so that it can have one. */
  readonly isLaidOut: boolean;
  /** The origin of its document in page coordinates. */
  readonly origin: Origin;
}

interface Output {
  readonly strings: Map<string, number>;
  readonly steps: number[];
  readonly boxes: number[];
  readonly styles: Map<string, number>;
  /** The elements of `steps`, in order. */
  readonly nodes: Node[];
}

type Readers = ReturnType<typeof makeReaders>;

// Everything below runs inside the page and sees only what its program lists.

function walkPage({ maxNodes }: WalkLimits): string {
  const read = makeReaders();
  const output: Output = { strings: new Map(), steps: [], boxes: [], styles: new Map(), nodes: [] };
  // The capture of styles looks some of them up again.
  Object.assign(globalThis, { walkedNodes: output.nodes });
  const origin = { left: window.scrollX, top: window.scrollY };
  // An explicit stack: pages nest deeper than the call stack allows. `undefined` closes an element.
  const stack: (Waiting | string | undefined)[] = childrenOf(
    { node: document, isLaidOut: true, origin },
    read,
  ).reverse();
  let nodes = 0;
  while (stack.length > 0 && nodes <= maxNodes) {
    const next = stack.pop();
    if (next === undefined) {
      output.steps.push(STEP.close);
      continue;
    }
    nodes++;
    if (typeof next === "string") {
      output.steps.push(STEP.text, numberOf(output.strings, next));
      continue;
    }
    const inside = openElement(next, read, output);
    stack.push(undefined);
    const children = childrenOf(inside, read);
    for (let at = children.length - 1; at >= 0; at--) stack.push(children[at]);
  }
  return JSON.stringify({
    strings: [...output.strings.keys()],
    steps: output.steps,
    boxes: output.boxes,
    styles: [...output.styles.keys()].map((key) => JSON.parse(key)),
    otherSheets: otherSheets(),
    hasFonts: (new OffscreenCanvas(1, 1).getContext("2d")?.measureText("x").width ?? 0) > 0,
    isTooLarge: nodes > maxNodes,
  } satisfies Walked);
}

/** Getters from the prototypes, because `form.attributes` may be an input of that name. */
function makeReaders() {
  const getter = <T>(owner: { readonly prototype: object }, name: string) => {
    const get = Object.getOwnPropertyDescriptor(owner.prototype, name)?.get as (this: unknown) => T;
    return (node: unknown): T => get.call(node);
  };
  return {
    type: getter<number>(Node, "nodeType"),
    firstChild: getter<Node | null>(Node, "firstChild"),
    nextSibling: getter<Node | null>(Node, "nextSibling"),
    data: getter<string>(CharacterData, "data"),
    localName: getter<string>(Element, "localName"),
    namespace: getter<string | null>(Element, "namespaceURI"),
    attributes: getter<NamedNodeMap>(Element, "attributes"),
    shadowRoot: getter<ShadowRoot | null>(Element, "shadowRoot"),
    shadowMode: getter<string>(ShadowRoot, "mode"),
    content: getter<DocumentFragment>(HTMLTemplateElement, "content"),
    documentElement: getter<Element | null>(Document, "documentElement"),
    body: getter<Element | null>(Document, "body"),
    clientLeft: getter<number>(Element, "clientLeft"),
    clientTop: getter<number>(Element, "clientTop"),
    scrollWidth: getter<number>(Element, "scrollWidth"),
    scrollHeight: getter<number>(Element, "scrollHeight"),
    // A Map, because an element may be called `constructor`.
    frames: new Map([
      ["iframe", getter<Document | null>(HTMLIFrameElement, "contentDocument")],
      ["frame", getter<Document | null>(HTMLFrameElement, "contentDocument")],
      ["object", getter<Document | null>(HTMLObjectElement, "contentDocument")],
    ]),
  };
}

/** The shadow root, the children with adjacent texts joined, and the page in a frame. */
function childrenOf({ node, isLaidOut, origin }: Waiting, read: Readers): (Waiting | string)[] {
  const children: (Waiting | string)[] = [];
  const isHtml = read.type(node) === 1 && read.namespace(node)?.endsWith("/xhtml") === true;
  const shadow = read.type(node) === 1 ? read.shadowRoot(node) : null;
  if (shadow !== null) children.push({ node: shadow, isLaidOut, origin });
  const isTemplate = isHtml && read.localName(node) === "template";
  let text: string | undefined;
  for (
    let child = read.firstChild(isTemplate ? read.content(node) : node);
    child !== null;
    child = read.nextSibling(child)
  ) {
    const type = read.type(child);
    if (type === 3 || type === 4) {
      // Chromium splits a text after 65,536 units.
      text = (text ?? "") + read.data(child);
      continue;
    }
    if (text !== undefined) children.push(text);
    text = undefined;
    if (type === 1) children.push({ node: child, isLaidOut, origin });
  }
  if (text !== undefined) children.push(text);
  const framed = isHtml ? frameRoot(node as Element, read) : undefined;
  if (framed !== undefined) {
    const style = getComputedStyle(node as Element);
    const box = Element.prototype.getBoundingClientRect.call(node as Element);
    const left = origin.left + box.left + read.clientLeft(node) + Number.parseFloat(style.paddingLeft);
    const top = origin.top + box.top + read.clientTop(node) + Number.parseFloat(style.paddingTop);
    children.push({ node: framed, isLaidOut, origin: { left, top } });
  }
  return children;
}

/** The root element of a same-origin frame that is not empty. */
function frameRoot(element: Element, read: Readers): Element | undefined {
  const page = read.frames.get(read.localName(element))?.(element) ?? null;
  const body = page === null ? null : read.body(page);
  if (page === null || body === null || read.firstChild(body) === null) return undefined;
  return read.documentElement(page) ?? undefined;
}

/** Writes an element, or a shadow root as a declarative template; returns the state for its children. */
function openElement({ node, isLaidOut, origin }: Waiting, read: Readers, output: Output): Waiting {
  const { strings, steps } = output;
  output.nodes.push(node);
  if (read.type(node) !== 1) {
    const words = ["template", "shadowrootmode", read.shadowMode(node)].map((word) =>
      numberOf(strings, word),
    );
    steps.push(STEP.element, words[0]!, -1, 1, words[1]!, words[2]!);
    return { node, isLaidOut, origin };
  }
  const element = node as Element;
  const { style, hasBox } = isLaidOut
    ? styleOf(element, origin, { read, output })
    : { style: -1, hasBox: false };
  const attributes = read.attributes(element);
  steps.push(STEP.element, numberOf(strings, nameOf(element, read)), style, attributes.length);
  for (let at = 0; at < attributes.length; at++) {
    const { localName, prefix, value } = attributes[at]!;
    // As our parser does: known prefixes of foreign elements are dropped, others stay in the name.
    const isForeign = prefix === "xlink" || prefix === "xml" || prefix === "xmlns";
    const name = prefix === null || isForeign ? localName : `${prefix}:${localName}`;
    steps.push(numberOf(strings, name), numberOf(strings, value));
  }
  return { node, isLaidOut: hasBox, origin };
}

/** Writes the box and style of an element; `style` is -1 where it has no box. */
function styleOf(
  element: Element,
  { left, top }: Origin,
  { read, output }: { readonly read: Readers; readonly output: Output },
) {
  const box = Element.prototype.getBoundingClientRect.call(element);
  const style = getComputedStyle(element);
  const isFlat = box.width === 0 && box.height === 0;
  const hasOwnBox = !isFlat || Element.prototype.getClientRects.call(element).length > 0;
  const isContents = !hasOwnBox && style.display === "contents";
  if (!hasOwnBox && !isContents) return { style: -1, hasBox: false };
  const sizes = hasOwnBox
    ? [
        box.left + left,
        box.top + top,
        box.width,
        box.height,
        read.scrollWidth(element),
        read.scrollHeight(element),
      ]
    : [0, 0, 0, 0, 0, 0];
  for (const size of sizes) output.boxes.push(Math.round(size * 100));
  const key = JSON.stringify(WALKED_STYLES.map((property) => style[property]));
  return { style: numberOf(output.styles, key), hasBox: true };
}

/** The name that our parser gives: foreign elements get a namespace prefix, except for the roots. */
function nameOf(element: Element, read: Readers): string {
  const name = read.localName(element);
  const namespace = read.namespace(element) ?? "";
  if (namespace.endsWith("/xhtml") || name === "svg" || name === "math") return name;
  if (namespace.endsWith("/svg")) return `svg:${name.toLowerCase()}`;
  return namespace.endsWith("/MathML") ? `math:${name.toLowerCase()}` : name.toLowerCase();
}

function numberOf(numbers: Map<string, number>, value: string): number {
  const known = numbers.get(value);
  if (known !== undefined) return known;
  numbers.set(value, numbers.size);
  return numbers.size - 1;
}

/** Linked style sheets for print, other widths, or alternates. */
function otherSheets(): string[] {
  const links = Document.prototype.querySelectorAll.call(document, "link[rel~='stylesheet' i][href]");
  return (Array.from(links) as HTMLLinkElement[])
    .filter(({ relList, disabled, media }) => {
      return disabled || relList.contains("alternate") || !(media === "" || matchMedia(media).matches);
    })
    .map(({ href }) => href);
}

function placeStreamedParts(): void {
  const places = firstById("template[id]", /^[BP]:([\da-f]+)$/);
  if (places.size === 0) return;
  for (const [key, part] of firstById("div[hidden][id]", /^S:([\da-f]+)$/)) {
    const place = places.get(key);
    if (!place?.isConnected || part.contains(place)) part.removeAttribute("hidden");
    else putPart(part, place);
  }
}

function firstById(selector: string, id: RegExp): Map<string, Element> {
  const found = new Map<string, Element>();
  for (const element of Document.prototype.querySelectorAll.call(document, selector)) {
    const key = id.exec(element.id)?.[1];
    if (key !== undefined && !found.has(key)) found.set(key, element);
  }
  return found;
}

/** Puts a part between comments, so that its text does not merge with text next to it. */
function putPart(part: Element, place: Element): void {
  const end = place.id.startsWith("B:") ? fallbackEnd(place) : place.nextSibling;
  const content = [new Comment(), ...part.childNodes, new Comment()];
  while (place.nextSibling !== end) place.nextSibling?.remove();
  place.replaceWith(...content);
}

/** The node after the fallback of a part: the comment that ends it, where comments were kept. */
function fallbackEnd(place: Element): ChildNode | null {
  if (commentOf(place.previousSibling) !== "$?") return place.nextSibling;
  let depth = 0;
  for (let at = place.nextSibling; at !== null; at = at.nextSibling) {
    const comment = commentOf(at);
    if (comment === "/$") {
      if (depth-- === 0) return at;
    } else if (comment?.startsWith("$")) depth++;
  }
  return place.nextSibling;
}

function commentOf(node: Node | null): string | null | undefined {
  return node?.nodeType === Node.COMMENT_NODE ? node.nodeValue : undefined;
}
