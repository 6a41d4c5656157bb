import { attribute, type Document, rawText, TAG } from "../html/index.ts";
import type { Landmarks } from "./landmarks.ts";
import type { Thing } from "./thing.ts";

/** The annotations of a page's own elements, microdata and RDFa Lite alike, in the shape of JSON-LD. */
export interface Microdata {
  /** Items that are no other item's property, in document order. */
  readonly items: readonly Thing[];
  /** Properties that stand in no item. */
  readonly loose: Thing;
}

type Properties = Record<string, unknown>;

interface Scope {
  readonly end: number;
  readonly properties: Properties;
}

/** A product listing can annotate thousands of things; beyond this the rest is left unread. */
const MAX_ANNOTATED = 10_000;
const VOCABULARY = /^(?:schema:|https?:\/\/schema\.org\/)/i;

/** Which attribute holds an element's value, as the microdata standard says; `content` goes before all of them. */
const VALUE_ATTRIBUTE: ReadonlyMap<number, string> = new Map([
  [TAG.area, "href"],
  [TAG.link, "href"],
  [TAG.img, "src"],
  [TAG.audio, "src"],
  [TAG.video, "src"],
  [TAG.source, "src"],
  [TAG.iframe, "src"],
  [TAG.embed, "src"],
  [TAG.object, "data"],
  [TAG.data, "value"],
  [TAG.meter, "value"],
  [TAG.time, "datetime"],
  [TAG.abbr, "title"],
]);

/** Reads the annotated elements in document order with a stack of the items that are open. */
export function readMicrodata(document: Document, landmarks: Landmarks): Microdata {
  const items: Thing[] = [];
  const loose = emptyThing();
  const scopes: Scope[] = [];
  for (const node of landmarks.annotated.slice(0, MAX_ANNOTATED)) {
    while (scopes.length > 0 && scopes.at(-1)!.end <= node) scopes.pop();
    const outer = scopes.at(-1);
    const names = propertyNames(document, node, outer !== undefined);
    const item = openItem(document, node);
    if (item !== undefined) {
      scopes.push({ end: document.end[node]!, properties: item });
      if (names.length === 0) items.push(item);
    }
    for (const name of names) add(outer?.properties ?? loose, name, item ?? statedValue(document, node));
  }
  return { items, loose };
}

function openItem(document: Document, node: number): Properties | undefined {
  const type = attribute(document, node, "itemtype") ?? attribute(document, node, "typeof");
  if (type === undefined && attribute(document, node, "itemscope") === undefined) return undefined;
  const item = emptyThing();
  if (type !== undefined) item["@type"] = tokens(type);
  const id = attribute(document, node, "itemid") ?? attribute(document, node, "resource");
  if (id !== undefined) item["@id"] = id;
  return item;
}

function propertyNames(document: Document, node: number, isInside: boolean): readonly string[] {
  const microdata = attribute(document, node, "itemprop");
  if (microdata !== undefined) return tokens(microdata);
  // Outside an item a `meta property` is OpenGraph's, which the view of metas holds.
  if (!isInside && document.tag[node] === TAG.meta) return [];
  return tokens(attribute(document, node, "property") ?? "");
}

function statedValue(document: Document, node: number): unknown {
  const content = attribute(document, node, "content");
  if (content !== undefined) return content;
  if (document.tag[node] === TAG.a) return anchorValue(document, node);
  const from = VALUE_ATTRIBUTE.get(document.tag[node]!);
  return (from === undefined ? undefined : attribute(document, node, from)) ?? rawText(document, node);
}

// Deviation: by the standard an anchor's value is its address; pages also mean its words (`<a itemprop="author">`).
function anchorValue(document: Document, node: number): Thing {
  const words = rawText(document, node);
  return { "@value": words, name: words, url: attribute(document, node, "href") ?? "" };
}

function tokens(list: string): readonly string[] {
  const found = list.split(/\s+/).filter((token) => token !== "");
  return found.map((token) => token.replace(VOCABULARY, ""));
}

function add(properties: Properties, name: string, value: unknown): void {
  const before = properties[name];
  if (before === undefined) properties[name] = value;
  else if (Array.isArray(before)) before.push(value);
  else properties[name] = [before, value];
}

// No prototype: a page may name its property "constructor".
function emptyThing(): Properties {
  return Object.create(null) as Properties;
}
