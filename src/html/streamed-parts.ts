import type { DefaultTreeAdapterTypes } from "parse5";

type ParseNode = DefaultTreeAdapterTypes.Node;
type ParseElement = DefaultTreeAdapterTypes.Element;
type ParseParent = DefaultTreeAdapterTypes.ParentNode;
type ParseChild = DefaultTreeAdapterTypes.ChildNode;

/** A part is `S:1f`; the template where it belongs is `B:1f`, or `P:1f` inside another part. */
const PART_ID = /^S:([\da-f]+)$/;
const PLACE_ID = /^[BP]:([\da-f]+)$/;
/** More parts stay where they are. Of 33 pages that stream, the one with the most has 59. */
const MAX_PARTS = 1_000;
/** Nodes beside and above their places that are looked at for all parts together, so that many among many cost no more. */
const MAX_STEPS = 5_000_000;

/** Whether a template with these attributes waits for a part. */
export function isStreamedPlace(attributes: ParseElement["attrs"]): boolean {
  return attributes.some(({ name, value }) => name === "id" && PLACE_ID.test(value));
}

/**
 * React streams the slow parts of a page behind its end, hidden. Puts them where its script would, in place of their loading
 * signs. Only React's own convention is followed: this moves what is there, runs nothing and needs no script.
 */
export function placeStreamedParts(top: readonly ParseNode[]): void {
  const { parts, places } = findParts(top);
  let steps = 0;
  for (const [key, part] of parts) {
    const place = places.get(key);
    const depth = place === undefined || steps > MAX_STEPS ? -1 : depthOutside(place, part);
    if (place !== undefined && depth >= 0) steps += depth + (place.parentNode?.childNodes.length ?? 0);
    if (place === undefined || depth < 0 || !put(part, place)) show(part);
  }
}

interface Found {
  readonly parts: ReadonlyMap<string, ParseElement>;
  readonly places: ReadonlyMap<string, ParseElement>;
}

// A work list instead of recursion: nesting is the page's choice.
function findParts(top: readonly ParseNode[]): Found {
  const parts = new Map<string, ParseElement>();
  const places = new Map<string, ParseElement>();
  const work: (readonly ParseNode[])[] = [top];
  for (let list = work.pop(); list !== undefined; list = work.pop()) {
    for (const node of list) {
      if (!("childNodes" in node)) continue;
      if ("attrs" in node) {
        const id = idOf(node);
        if (node.tagName === "template") setFirst(places, PLACE_ID.exec(id)?.[1], node);
        else if (isHidden(node) && parts.size < MAX_PARTS) setFirst(parts, PART_ID.exec(id)?.[1], node);
      }
      if (node.childNodes.length > 0) work.push(node.childNodes);
    }
  }
  return { parts, places };
}

function idOf({ attrs }: ParseElement): string {
  return attrs.find(({ name }) => name === "id")?.value ?? "";
}

function setFirst(map: Map<string, ParseElement>, key: string | undefined, node: ParseElement): void {
  if (key !== undefined && !map.has(key)) map.set(key, node);
}

function isHidden({ tagName, attrs }: ParseElement): boolean {
  return tagName === "div" && attrs.some(({ name }) => name === "hidden");
}

/** How many elements a node is inside of; -1 where the outer one is among them. */
function depthOutside(node: ParseElement, outer: ParseElement): number {
  let depth = 0;
  for (let at: ParseParent | null = node; at !== null; at = "parentNode" in at ? at.parentNode : null) {
    if (at === outer) return -1;
    depth++;
  }
  return depth;
}

function show(part: ParseElement): void {
  part.attrs = part.attrs.filter(({ name }) => name !== "hidden");
}

/** False where the place went with a loading sign that held it. */
function put(part: ParseElement, place: ParseElement): boolean {
  const parent = place.parentNode;
  const from = parent?.childNodes.indexOf(place) ?? -1;
  if (parent === null || from < 0) return false;
  const children = part.childNodes;
  part.childNodes = [];
  for (const child of children) child.parentNode = parent;
  // A place inside another part has no sign of its own, but may stand where the sign of that part did.
  const isBoundary = idOf(place).startsWith("B:");
  const end = isBoundary ? fallbackEnd(parent.childNodes, from) : from + 1;
  // Spread into a list: a page may have more children than a call takes arguments.
  parent.childNodes = [...parent.childNodes.slice(0, from), ...children, ...parent.childNodes.slice(end)];
  return true;
}

/** Just behind what is shown until the part is there: up to the comment that ends it, where comments were kept. */
function fallbackEnd(siblings: readonly ParseChild[], place: number): number {
  if (commentOf(siblings[place - 1]) !== "$?") return place + 1;
  let depth = 0;
  for (let at = place + 1; at < siblings.length; at++) {
    const comment = commentOf(siblings[at]);
    if (comment === "/$") {
      if (depth-- === 0) return at;
    } else if (comment?.startsWith("$")) depth++;
  }
  return place + 1;
}

function commentOf(node: ParseChild | undefined): string | undefined {
  return node !== undefined && node.nodeName === "#comment" && "data" in node ? node.data : undefined;
}
