import { isThing, type Thing, textOf, valuesOf } from "../page/index.ts";
import type { Rule } from "./rule.ts";
import { mapRead, metaText } from "./stated.ts";

const TIERS: ReadonlyMap<string, boolean> = new Map([
  ["free", false],
  ["metered", true],
  ["locked", true],
]);

/** Whether the publisher asks for money or a subscription to read the whole article. Most trusted first. */
export const PAYWALL_RULES: readonly Rule<boolean>[] = [
  ["json-ld", 0.9, ({ page }) => fromThing(page.mainThings.article) ?? fromThing(page.mainThings.webPage)],
  ["microdata", 0.9, ({ page }) => fromThing(page.mainThings.item)],
  [
    "content-tier",
    0.9,
    mapRead(metaText("article:content_tier", "og:article:content_tier"), (tier) =>
      TIERS.get(tier.toLowerCase()),
    ),
  ],
];

function fromThing(thing: Thing | undefined): boolean | undefined {
  const parts = valuesOf(thing, "hasPart").filter(isThing);
  if (parts.some((part) => isFree(part) === false)) return true;
  const free = thing === undefined ? undefined : isFree(thing);
  return free === undefined ? undefined : !free;
}

function isFree(thing: Thing): boolean | undefined {
  for (const value of valuesOf(thing, "isAccessibleForFree")) {
    if (typeof value === "boolean") return value;
    const word = textOf(value)?.toLowerCase();
    if (word === "true" || word === "yes" || word === "1") return true;
    if (word === "false" || word === "no" || word === "0") return false;
  }
  return undefined;
}
