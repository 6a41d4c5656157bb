import { plainText } from "./plain-text.ts";

/** An object of structured data (schema.org, by JSON-LD or microdata); nothing in it is known until a reader below has read it. */
export type Thing = Readonly<Record<string, unknown>>;

/** Lists are read up to here, so that a page with a million authors costs no more than a page with these. */
const MAX_VALUES = 100;

/** Lists inside lists and values inside `@value` are followed this deep; real pages need two. */
const MAX_DEPTH = 4;

/** Whether a value is an object of structured data. */
export function isThing(value: unknown): value is Thing {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The values of a property, however it was stated: none, one or a list; also under schema.org's prefix. */
export function valuesOf(thing: Thing | undefined, property: string): readonly unknown[] {
  if (thing === undefined) return [];
  return listOf(thing[property] ?? thing[prefixed(property)]);
}

/** Joined anew for each look, a name would have to be hashed and found among all of the engine's names. */
const PREFIXED = new Map<string, string>();

function prefixed(property: string): string {
  const known = PREFIXED.get(property);
  if (known !== undefined) return known;
  const name = `schema:${property}`;
  PREFIXED.set(property, name);
  return name;
}

/** A value as a flat list, `@list` and `@set` opened. */
export function listOf(value: unknown, depth = 0): readonly unknown[] {
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
  const stated = thing?.[property] ?? thing?.[prefixed(property)];
  if (typeof stated === "string") return textOf(stated);
  for (const value of listOf(stated)) {
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
  const types: string[] = [];
  for (const type of listOf(thing["@type"])) {
    if (typeof type !== "string") continue;
    types.push(bareType(type));
  }
  return types;
}

/** A type without the vocabulary's address or prefix. */
export function bareType(type: string): string {
  return type.slice(Math.max(type.lastIndexOf("/"), type.lastIndexOf(":"), type.lastIndexOf("#")) + 1);
}
