import type { Sheet } from "./sheet.ts";

/** Custom properties by name, as the roots of a page state them. */
export type CustomProperties = ReadonlyMap<string, string>;

/** Values that name values that name values: deeper than any page means. */
const MAX_ROUNDS = 8;
/** A value that grows past this is meant to break something; what is put in at once may hold a picture. */
const MAX_VALUE_LENGTH = 1000;
const MAX_PUT_IN = 100_000;
const INNERMOST = /var\(\s*(--[^\s,()]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)/g;

const STATED = /(?:^|[;{\s])(--[^\s:;]+)\s*:([^;]*)/g;
const ROOTS = /^(?::root|:host|html|body|\*)(?:$|[\s,:])/i;

/** The custom properties of a page. Those of its roots count; one that only other elements state is better than none. */
export function customProperties(sheets: readonly Sheet[]): CustomProperties {
  const rooted = new Map<string, string>();
  const others = new Map<string, string>();
  for (const { selectors, bodies } of sheets) {
    for (const [at, body] of bodies.entries()) {
      if (!body.includes("--")) continue;
      const isRoot = ROOTS.test(selectors[at] ?? "");
      for (const [, name = "", value = ""] of body.matchAll(STATED)) {
        if (isRoot) rooted.set(name, value.trim());
        else if (!others.has(name)) others.set(name, value.trim());
      }
    }
  }
  return new Map([...others, ...rooted]);
}

/** A value with every `var()` replaced by what it stands for, undefined where one stands for nothing. */
export function withoutVariables(value: string, variables: CustomProperties): string | undefined {
  let text = value;
  for (let round = 0; round < MAX_ROUNDS && text.includes("var("); round++) {
    if (text.length > MAX_VALUE_LENGTH) return undefined;
    let isKnown = true;
    let putIn = 0;
    const next = text.replace(INNERMOST, (_, name: string, fallback: string | undefined) => {
      const stated = variables.get(name) ?? fallback?.trim();
      putIn += stated?.length ?? 0;
      isKnown &&= stated !== undefined && putIn <= MAX_PUT_IN;
      return isKnown ? (stated ?? "") : "";
    });
    if (!isKnown || next === text) return undefined;
    text = next;
  }
  return text.includes("var(") ? undefined : text.trim();
}
