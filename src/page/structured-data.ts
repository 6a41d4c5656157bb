import { attribute, type Document, rawText, TAG } from "../html/index.ts";
import type { Landmarks } from "./landmarks.ts";
import { plainText } from "./plain-text.ts";

/** An object of structured data (schema.org, by JSON-LD or microdata); nothing in it is known until a reader below has read it. */
export type Thing = Readonly<Record<string, unknown>>;

/** Longer lists are cut, so that a page with a million authors costs no more than one with these. */
const MAX_VALUES = 100;

/** Lists inside lists and values inside `@value` are followed this deep; real pages need two. */
const MAX_DEPTH = 4;

/** Whether a value is an object of structured data. */
export function isThing(value: unknown): value is Thing {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The values of a property, however it was stated: none, one or a list; also under schema.org's prefix. */
export function valuesOf(thing: Thing | undefined, property: string): readonly unknown[] {
  return listOf(thing?.[property] ?? thing?.[`schema:${property}`]);
}

/** A value as a flat list, `@list` and `@set` opened. */
function listOf(value: unknown, depth = 0): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) {
    const firsts = value.slice(0, MAX_VALUES);
    if (depth >= MAX_DEPTH || !firsts.some((one) => Array.isArray(one))) return firsts;
    return firsts.flatMap((one) => listOf(one, depth + 1)).slice(0, MAX_VALUES);
  }
  if (isThing(value) && depth < MAX_DEPTH) {
    const inner = value["@list"] ?? value["@set"];
    if (inner !== undefined) return listOf(inner, depth + 1);
  }
  return [value];
}

/** A value as text: a string, a number, or the `@value` of an object. */
export function textOf(value: unknown): string | undefined {
  const stated = isThing(value) ? value["@value"] : value;
  if (typeof stated === "number") return String(stated);
  if (typeof stated !== "string") return undefined;
  return plainText(stated) || undefined;
}

/** The first value of a property that is text. */
export function firstText(thing: Thing | undefined, property: string): string | undefined {
  for (const value of valuesOf(thing, property)) {
    const text = textOf(value);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The first value of a property that is an object. */
export function firstThing(thing: Thing | undefined, property: string): Thing | undefined {
  return valuesOf(thing, property).find(isThing);
}

/** The types of a thing, without the vocabulary's address or prefix. */
export function typesOf(thing: Thing): readonly string[] {
  return listOf(thing["@type"])
    .filter((type) => typeof type === "string")
    .map((type) =>
      type.slice(Math.max(type.lastIndexOf("/"), type.lastIndexOf(":"), type.lastIndexOf("#")) + 1),
    );
}

/** Whether one of a thing's types is in a set of lower-case names. */
export function isOfType(thing: Thing, types: ReadonlySet<string>): boolean {
  return typesOf(thing).some((type) => types.has(type.toLowerCase()));
}

/** The structured data in a page's JSON-LD scripts. */
export interface JsonLd {
  /** Every object at the top, in a `@graph` or named as a page's main entity; outer ones before inner ones. */
  readonly things: readonly Thing[];
  /** Things that others refer to by `@id`. */
  readonly byId: ReadonlyMap<string, Thing>;
  /** Whether a script could not be read. */
  readonly isBroken: boolean;
}

/** Real pages have up to 30 scripts and 400 KB of them; beyond these bounds the rest is left unread. */
const MAX_SCRIPTS = 200;
const MAX_CHARACTERS = 2_000_000;
const MAX_VISITED = 5_000;

/** Reads every JSON-LD script within bounds. */
export function readJsonLd(document: Document, landmarks: Landmarks): JsonLd {
  const roots: unknown[] = [];
  let isBroken = false;
  let left = MAX_CHARACTERS;
  for (const node of landmarks.jsonLdScripts.slice(0, MAX_SCRIPTS)) {
    const text = rawText(document, node);
    left -= text.length;
    if (left < 0) break;
    try {
      roots.push(parseJson(text));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      isBroken = true;
    }
  }
  const things = flatten(roots);
  return { things, byId: indexById(things), isBroken };
}

// A work list instead of recursion: nesting is the page's choice.
function flatten(roots: readonly unknown[]): readonly Thing[] {
  const work = [...roots];
  const things: Thing[] = [];
  for (let at = 0; at < work.length && at < MAX_VISITED; at++) {
    const value = work[at];
    if (Array.isArray(value)) {
      append(work, value);
    } else if (isThing(value)) {
      things.push(value);
      append(work, value["@graph"]);
      append(work, value.mainEntity);
      append(work, value.mainEntityOfPage);
    }
  }
  return things;
}

function append(work: unknown[], value: unknown): void {
  if (Array.isArray(value)) for (const one of value.slice(0, MAX_VISITED)) work.push(one);
  else if (isThing(value)) work.push(value);
}

function indexById(things: readonly Thing[]): ReadonlyMap<string, Thing> {
  const byId = new Map<string, Thing>();
  for (const thing of things) {
    const id = thing["@id"];
    if (typeof id !== "string" || isReference(thing)) continue;
    if (!byId.has(id)) byId.set(id, thing);
  }
  return byId;
}

/** The thing itself where a value only refers to it by `@id`. */
export function resolveReference(value: Thing, jsonLd: JsonLd): Thing {
  const id = value["@id"];
  return typeof id === "string" && isReference(value) ? (jsonLd.byId.get(id) ?? value) : value;
}

function isReference(thing: Thing): boolean {
  for (const key in thing) if (key !== "@id" && key !== "@type") return false;
  return true;
}

/** Wrappers from the days when scripts were hidden from old browsers. */
const OPENING = /^(?:\s|<!--|\/\/\s*<!\[CDATA\[|\/\*\s*<!\[CDATA\[\s*\*\/|<!\[CDATA\[)+/;
const CLOSING = /(?:\s|;|\/\/\s*-->|-->|\/\/\s*\]\]>|\/\*\s*\]\]>\s*\*\/|\]\]>)+$/;
/** The closing wrapper is within this many characters of the end. */
const MAX_CLOSING = 64;

/** Reads JSON as strictly as it is written, then once more with the usual slips of templates repaired. */
export function parseJson(text: string): unknown {
  const bare = unwrap(text);
  if (bare === "") return undefined;
  try {
    return JSON.parse(bare);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return JSON.parse(repairJson(bare));
  }
}

function unwrap(text: string): string {
  const start = OPENING.exec(text)?.[0].length ?? 0;
  const tailStart = Math.max(start, text.length - MAX_CLOSING);
  const closing = CLOSING.exec(text.slice(tailStart));
  return text.slice(start, closing === null ? text.length : tailStart + closing.index);
}

/** The text with raw line breaks in strings, wrong escapes, comments and trailing commas repaired; one pass. */
function repairJson(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text[at]!;
    if (character === '"') {
      at = repairString(text, at, pieces);
    } else if (character === "/" && (text[at + 1] === "/" || text[at + 1] === "*")) {
      at = commentEnd(text, at);
    } else {
      if ((character === "}" || character === "]") && pieces.at(-1) === ",") pieces.pop();
      if (character.trim() !== "") pieces.push(character);
      at++;
    }
  }
  return pieces.join("");
}

const VALID_ESCAPE = /["\\/bfnrtu]/;

function repairString(text: string, start: number, pieces: string[]): number {
  let from = start;
  let at = start + 1;
  for (; at < text.length && text[at] !== '"'; at++) {
    const isEscape = text[at] === "\\";
    if (isEscape && VALID_ESCAPE.test(text[at + 1] ?? "")) {
      at++;
    } else if (isEscape || text.charCodeAt(at) < 0x20) {
      pieces.push(text.slice(from, at), isEscape ? "" : " ");
      from = at + 1;
    }
  }
  pieces.push(text.slice(from, at + 1));
  return at + 1;
}

function commentEnd(text: string, start: number): number {
  const mark = text[start + 1] === "/" ? "\n" : "*/";
  const end = text.indexOf(mark, start + 2);
  return end < 0 ? text.length : end + mark.length;
}

/** The annotations of a page's own elements, microdata and RDFa Lite alike, in the shape of JSON-LD. */
export interface Microdata {
  /** Items that are not a property of another item, in document order. */
  readonly items: readonly Thing[];
  /** Properties outside all items. */
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
  return list
    .split(/\s+/)
    .filter((token) => token !== "")
    .map((token) => token.replace(VOCABULARY, ""));
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
