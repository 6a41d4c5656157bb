import { isThing, KEEP_SCORE, type Thing, textOf, valuesOf } from "../page/index.ts";
import { elementsAround, marksOf } from "./marks.ts";
import type { Evidence, Rule } from "./rule.ts";
import { mapRead, metaText } from "./stated.ts";
import { leafText } from "./surroundings.ts";

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
  ["wall", 0.7, fromWall],
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

/** Names that speak of a wall; those of advertising speak of places for advertisements. */
const PAYWALL_META =
  /^(?!adv?s?[:._-]).*(?:paywall(?:ed)?|premium|subscribers?[-_]?only|content[-_]?access|access[-_]?(?:level|type))$/;
const PAID = /^(?:true|yes|1|premium|paid|locked|hard|subscribers?|subscription|metered|registered)$/i;
const UNPAID = /^(?:false|no|0|free|open|none|public)$/i;

/** Metas of no vocabulary whose names speak of a wall. */
function fromMetas({ page }: Evidence): boolean | undefined {
  for (const [name, contents] of page.meta) {
    const content = contents[0]?.trim() ?? "";
    // The number of a level says nothing of the others.
    if (!PAYWALL_META.test(name) || (name.includes("access") && /^\d/.test(content))) continue;
    if (PAID.test(content)) return true;
    if (UNPAID.test(content)) return false;
  }
  return undefined;
}

const WALL_MARK =
  /pay-?wall|reg-?wall|subscription-?(?:wall|barrier)|premium-?(?:wall|barrier)|piano-?(?:offer|template|inline)|subscriber-?only/i;
const FEW_WALL_WORDS = /(?:subscribe|sign up|register|log in) to (?:continue|read)|subscribers? only/i;
/** A wall stands right behind what may be read: so many leaves after the last kept one. */
const WALL_REACH = 30;
const MAX_CLIMB = 5;
/** Longer texts are whole articles with an offer below them; this is about 300 words. */
const MAX_TEASER_CHARACTERS = 1_800;

/** A short text that ends at an element or at words which ask for a subscription. */
function fromWall({ page, extraction: { scores }, shownReader }: Evidence): boolean | undefined {
  const { document, leaves } = page;
  const wallWords = shownReader?.walls ?? FEW_WALL_WORDS;
  const last = scores.findLastIndex((score) => score >= KEEP_SCORE);
  let length = 0;
  for (let leaf = 0; leaf <= last; leaf++) {
    const node = leaves.node[leaf]!;
    if (scores[leaf]! >= KEEP_SCORE) length += document.textEnd[node]! - document.textStart[node]!;
  }
  if (length === 0 || length > MAX_TEASER_CHARACTERS) return undefined;
  for (let leaf = last + 1; leaf < Math.min(leaves.count, last + WALL_REACH); leaf++) {
    if (wallWords.test(leafText(document, leaves.node[leaf]!))) return true;
    const around = elementsAround(document, document.parent[leaves.node[leaf]!]!, MAX_CLIMB);
    if (around.some((element) => WALL_MARK.test(marksOf(document, element)))) return true;
  }
  return undefined;
}
