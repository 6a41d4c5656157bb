import type { FieldSource } from "../article/index.ts";
import { firstText, metaTexts, type Thing } from "../page/index.ts";
import type { Evidence } from "./evidence.ts";

/** A field's value with the rule that gave it; `source` is `none` if no rule did. */
export interface Found<Value> extends FieldSource {
  readonly value: Value;
}

/** Reads a field from the evidence. */
export type Read<Value> = (evidence: Evidence) => Value | undefined;

/** One way to find a field: its name, how often it was right or is judged to be (docs/metadata.md), and how it reads. */
export type Rule<Value> = readonly [name: string, confidence: number, read: Read<Value>];

/** The answer of the first rule that has one, with its name; `none` if no rule has. */
export function firstOf<Value, None>(
  rules: readonly Rule<Value>[],
  evidence: Evidence,
  none: None,
): Found<Value | None> {
  for (const rule of rules) {
    const value = rule[2](evidence);
    if (value !== undefined) return { value, source: rule[0], confidence: rule[1] };
  }
  return { value: none, source: "none", confidence: 0 };
}

/** The first answer that `read` gives for one of some items. */
export function firstAnswer<Item, Value>(
  items: Iterable<Item>,
  read: (item: Item) => Value | undefined,
): Value | undefined {
  for (const item of items) {
    const value = read(item);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Reads the first of these metas that has words. */
export function metaText(...names: readonly string[]): Read<string> {
  return ({ page }) => metaTexts(page, names, 1)[0];
}

/** Reads the first of these properties of the article in JSON-LD. */
export function articleText(...properties: readonly string[]): Read<string> {
  return ({ page }) => anyText(page.mainThings.article, properties);
}

/** Reads the first of these properties of the page in JSON-LD. */
export function webPageText(...properties: readonly string[]): Read<string> {
  return ({ page }) => anyText(page.mainThings.webPage, properties);
}

/** Reads the first of these properties of the article in microdata, else one outside of any item. */
export function microdataText(...properties: readonly string[]): Read<string> {
  return ({ page }) => anyText(page.mainThings.item, properties) ?? anyText(page.microdata.loose, properties);
}

function anyText(thing: Thing | undefined, properties: readonly string[]): string | undefined {
  return firstAnswer(properties, (property) => firstText(thing, property));
}

/** The same reading with its answer converted, or dropped. */
export function mapRead<From, To>(
  read: Read<From>,
  convert: (from: From, evidence: Evidence) => To | undefined,
): Read<To> {
  return (evidence) => {
    const from = read(evidence);
    return from === undefined ? undefined : convert(from, evidence);
  };
}

/** The same rules with their answers converted, or dropped. */
export function mapRules<From, To>(
  rules: readonly Rule<From>[],
  convert: (from: From, evidence: Evidence) => To | undefined,
): readonly Rule<To>[] {
  return rules.map(([name, confidence, read]) => [name, confidence, mapRead(read, convert)]);
}
