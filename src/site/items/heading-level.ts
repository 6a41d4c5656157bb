import { attribute, type Document, HEADING_TAGS, TAG } from "../../html/index.ts";
import { NO_LEVEL } from "./headline.ts";

/** `headline`, `card__headline`, `teaser-headline-text`, `articleHeadline`. */
const HEADLINE_NAME = /(?:^|[\s_-])headline(?:$|[\s_-])|[a-z]Headline\b/;
const HEADLINE_PROPERTY = /\bheadline\b/;

/** The level of a heading, `NO_LEVEL` for what only its attributes call a headline; undefined for other elements. */
export function headingLevel(document: Document, node: number): number | undefined {
  const tag = document.tag[node]!;
  if (HEADING_TAGS[tag] === 1) return 1 + tag - TAG.h1;
  if (tag === TAG.hgroup) return NO_LEVEL;
  if (document.attributeStart[node] === document.attributeStart[node + 1]) return undefined;
  const isMarked =
    attribute(document, node, "role") === "heading" ||
    HEADLINE_PROPERTY.test(attribute(document, node, "itemprop") ?? "") ||
    HEADLINE_NAME.test(attribute(document, node, "class") ?? "");
  return isMarked ? NO_LEVEL : undefined;
}
