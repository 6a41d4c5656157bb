import { firstText, isThing, type Page, plainText, type Thing, valuesOf } from "../page/index.ts";
import { resolveUrl } from "../url/index.ts";
import type { Evidence, Rule } from "./rule.ts";

const NONE: readonly string[] = [];

type Read<Value> = Rule<Value>[2];

/** Reads the first of these metas that has words. */
export function metaText(...names: readonly string[]): Read<string> {
  return ({ page }) => {
    for (const name of names) {
      const contents = page.meta.get(name) ?? NONE;
      for (let at = 0; at < contents.length && at < MAX_CONTENTS; at++) {
        const text = plainText(contents[at]!);
        if (text !== "") return text;
      }
    }
    return undefined;
  };
}

/** No page names more authors, tags or images than this under one name. */
const MAX_CONTENTS = 100;

/** The contents of these metas, in the order of the names. */
export function metaTexts(page: Page, names: readonly string[]): readonly string[] {
  const texts: string[] = [];
  for (const name of names) {
    const contents = page.meta.get(name) ?? NONE;
    for (let at = 0; at < contents.length && at < MAX_CONTENTS; at++) {
      const text = plainText(contents[at]!);
      if (text !== "") texts.push(text);
    }
  }
  return texts;
}

/** Reads the first of these properties of the article in JSON-LD. */
export function articleText(...properties: readonly string[]): Read<string> {
  return ({ page }) => anyText(page.mainThings.article, properties);
}

/** Reads the first of these properties of the page in JSON-LD. */
export function webPageText(...properties: readonly string[]): Read<string> {
  return ({ page }) => anyText(page.mainThings.webPage, properties);
}

/** Reads the first of these properties of the article in microdata, else one that stands in no item. */
export function microdataText(...properties: readonly string[]): Read<string> {
  return ({ page }) => anyText(page.mainThings.item, properties) ?? anyText(page.microdata.loose, properties);
}

function anyText(thing: Thing | undefined, properties: readonly string[]): string | undefined {
  for (const property of properties) {
    const text = firstText(thing, property);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The same reading with its answer made into a value, or dropped. */
export function mapRead<From, To>(
  read: Read<From>,
  make: (from: From, evidence: Evidence) => To | undefined,
): Read<To> {
  return (evidence) => {
    const from = read(evidence);
    return from === undefined ? undefined : make(from, evidence);
  };
}

/** The same rules with their answers made into values, or dropped. */
export function mapRules<From, To>(
  rules: readonly Rule<From>[],
  make: (from: From, evidence: Evidence) => To | undefined,
): readonly Rule<To>[] {
  return rules.map(([name, confidence, read]) => [name, confidence, mapRead(read, make)]);
}

/** An address as an absolute http or https one. */
export function webUrl(stated: string, page: Page): string | undefined {
  const url = stated === "" ? undefined : resolveUrl(stated, page.baseUrl);
  return url?.startsWith("http") ? url : undefined;
}

/** The first address of a property: a string, or an object that has one. */
export function firstUrl(thing: Thing | undefined, property: string, page: Page): string | undefined {
  for (const value of valuesOf(thing, property)) {
    const stated = isThing(value)
      ? (firstText(value, "url") ?? firstText(value, "contentUrl") ?? firstText(value, "@id"))
      : value;
    const url = typeof stated === "string" ? webUrl(plainText(stated), page) : undefined;
    if (url !== undefined) return url;
  }
  return undefined;
}
