/** What the walk may cost. */
export interface WalkLimits {
  /** Nodes after which it is given up. */
  readonly maxNodes: number;
}

/** The computed styles that are read, in the order of `Walked.styles`. */
export const WALKED_STYLES = [
  "fontSize",
  "fontWeight",
  "fontFamily",
  "color",
  "backgroundColor",
  "display",
  "visibility",
] as const;

/** What the walk writes before each node of `Walked.steps`. */
export const STEP = { close: 0, element: 1, text: 2 } as const;

/** A live page as flat lists, small enough to be sent as one string. */
export interface Walked {
  /** Every name, value and text of the page, each once. */
  readonly strings: readonly string[];
  /** `close`; `text`, string; `element`, name, style or -1, number of attributes, then a name and a value for each. */
  readonly steps: readonly number[];
  /** Left, top, width, height, scroll width and scroll height of each element with a style, in hundredths of a pixel. */
  readonly boxes: readonly number[];
  /** The values of `WALKED_STYLES`, each combination once. */
  readonly styles: readonly (readonly string[])[];
  /** Addresses of style sheets that are not meant for this screen. */
  readonly otherSheets: readonly string[];
  /** Whether text has a size: on a machine without fonts it has none. */
  readonly hasFonts: boolean;
  readonly isTooLarge: boolean;
}

interface Origin {
  readonly left: number;
  readonly top: number;
}

/** A node that waits for its turn, with what is known of it from above. */
interface Waiting {
  readonly node: Node;
  /** Whether what is around it has a box, so that it can have one. */
  readonly isLaidOut: boolean;
  /** Where the coordinates of its document begin on the page. */
  readonly origin: Origin;
}

interface Output {
  readonly strings: Map<string, number>;
  readonly steps: number[];
  readonly boxes: number[];
  readonly styles: Map<string, number>;
  /** What the elements of `steps` were written from. */
  readonly nodes: Node[];
}

type Readers = ReturnType<typeof makeReaders>;

/** The source of the walk, to be run inside a page; it gives a `Walked` as JSON. */
export function walkProgram(limits: WalkLimits): string {
  const functions = [walkPage, makeReaders, childrenOf, frameRoot, openElement, styleOf, nameOf, numberOf];
  return `(() => {
    const STEP = ${JSON.stringify(STEP)};
    const WALKED_STYLES = ${JSON.stringify(WALKED_STYLES)};
    ${[...functions, otherSheets].map(String).join("\n")}
    return walkPage(${JSON.stringify(limits)});
  })()`;
}

// From here on everything runs inside the page: the functions see what the program names, and nothing else of this file.

function walkPage({ maxNodes }: WalkLimits): string {
  const read = makeReaders();
  const output: Output = { strings: new Map(), steps: [], boxes: [], styles: new Map(), nodes: [] };
  // For those who look at some of them again before the page closes.
  Object.assign(globalThis, { walkedNodes: output.nodes });
  const origin = { left: window.scrollX, top: window.scrollY };
  // A stack of our own: scripts nest deeper than calls may. An undefined closes the element before it.
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

/** Readers from the prototypes: a form gives its input called `attributes` when it is asked for its attributes. */
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
    // No object: an element may be called `constructor`.
    frames: new Map([
      ["iframe", getter<Document | null>(HTMLIFrameElement, "contentDocument")],
      ["frame", getter<Document | null>(HTMLFrameElement, "contentDocument")],
      ["object", getter<Document | null>(HTMLObjectElement, "contentDocument")],
    ]),
  };
}

/** What a node holds: its shadow root, its children, texts side by side as one, and the page in a frame. */
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
      // A parser ends a text after 65,536 units and begins another beside it.
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

/** The root element of the page inside a frame, where it is of the same origin and holds something. */
function frameRoot(element: Element, read: Readers): Element | undefined {
  const page = read.frames.get(read.localName(element))?.(element) ?? null;
  const body = page === null ? null : read.body(page);
  if (page === null || body === null || read.firstChild(body) === null) return undefined;
  return read.documentElement(page) ?? undefined;
}

/** Writes an element, or a shadow root as the template it could have been written as; returns what its children need. */
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
    // The parser's spelling: it knows the prefixes that foreign elements may have, and keeps all others in the name.
    const isForeign = prefix === "xlink" || prefix === "xml" || prefix === "xmlns";
    const name = prefix === null || isForeign ? localName : `${prefix}:${localName}`;
    steps.push(numberOf(strings, name), numberOf(strings, value));
  }
  return { node, isLaidOut: hasBox, origin };
}

/** Writes the box of an element; `style` is -1 where it has none, and then what it holds may still have one. */
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
        ...[box.left + left, box.top + top, box.width, box.height],
        ...[read.scrollWidth(element), read.scrollHeight(element)],
      ]
    : [0, 0, 0, 0, 0, 0];
  for (const size of sizes) output.boxes.push(Math.round(size * 100));
  const key = JSON.stringify(WALKED_STYLES.map((property) => style[property]));
  return { style: numberOf(output.styles, key), hasBox: true };
}

/** As the parser names it: foreign elements with their vocabulary, but for the roots. */
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

/** Style sheets that are linked for print, for other widths or as alternatives. */
function otherSheets(): string[] {
  const links = Document.prototype.querySelectorAll.call(document, "link[rel~='stylesheet' i][href]");
  return (Array.from(links) as HTMLLinkElement[])
    .filter(({ relList, disabled, media }) => {
      return disabled || relList.contains("alternate") || !(media === "" || matchMedia(media).matches);
    })
    .map(({ href }) => href);
}
