import { isThing, type Thing, textOf, valuesOf } from "../page/index.ts";
import type { Evidence } from "./evidence.ts";
import { firstAnswer, mapRead, metaText, type Rule } from "./rule.ts";

const ANSWERS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["0", false],
]);
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
  ["meta", 0.8, fromMetas],
  ["wall", 0.7, (evidence) => evidence.options.shownReader?.readWall(evidence)],
];

function fromThing(thing: Thing | undefined): boolean | undefined {
  const parts = valuesOf(thing, "hasPart").filter(isThing);
  if (parts.some((part) => isFree(part) === false)) return true;
  const free = thing === undefined ? undefined : isFree(thing);
  return free === undefined ? undefined : !free;
}

function isFree(thing: Thing): boolean | undefined {
  return firstAnswer(valuesOf(thing, "isAccessibleForFree"), (value) =>
    typeof value === "boolean" ? value : ANSWERS.get(textOf(value)?.toLowerCase() ?? ""),
  );
}

/** Names for a paywall; those with a prefix of advertising are about advertising slots. */
const PAYWALL_META =
  /^(?!adv?s?[:._-]).*(?:paywall(?:ed)?|premium|subscribers?[-_]?only|content[-_]?access|access[-_]?(?:level|type))$/;
const PAID = /^(?:true|yes|1|premium|paid|locked|hard|subscribers?|subscription|metered|registered)$/i;
const UNPAID = /^(?:false|no|0|free|open|none|public)$/i;

/** Metas of no vocabulary with such names. */
function fromMetas({ page }: Evidence): boolean | undefined {
  for (const [name, contents] of page.meta) {
    const content = contents[0]?.trim() ?? "";
    // The number of a level means nothing by itself.
    if (!PAYWALL_META.test(name) || (name.includes("access") && /^\d/.test(content))) continue;
    if (PAID.test(content)) return true;
    if (UNPAID.test(content)) return false;
  }
  return undefined;
}
