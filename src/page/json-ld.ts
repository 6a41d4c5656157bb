import { type Document, rawText } from "../html/index.ts";
import type { Landmarks } from "./landmarks.ts";
import { parseJson } from "./repair-json.ts";
import { isThing, type Thing } from "./thing.ts";

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
