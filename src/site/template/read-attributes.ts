import { templateRoles } from "../../extractors/index.ts";
import { LEAF_KINDS, type Page, type SiteProfile } from "../../page/index.ts";
import { countWords, foldSpaces } from "../../text/index.ts";
import { partitionPage, type SemanticNode } from "../partition/index.ts";

const TEXT = LEAF_KINDS.indexOf("text");

/** Longer texts are sentences, and what they stand before is no value of theirs. */
const MAX_LABEL_WORDS = 6;
/** Longer values are sections of the story under their heading. */
const MAX_VALUE_WORDS = 40;
const MAX_ATTRIBUTES = 50;

/** Something that a page itself labels: the label without its colon, and what stands under or behind it. */
export interface Attribute {
  readonly label: string;
  readonly value: string;
}

/**
 * The labelled values of an article by promotion (section 4): a value is named by the emphasised text before it, or by a text
 * that the template's articles have in common. Only what differs from page to page is a value.
 */
export function readAttributes(page: Page, profile: SiteProfile): readonly Attribute[] {
  const roles = templateRoles(page, profile);
  if (!roles.includes("body")) return [];
  const labels = profile.templates.flatMap((template) => template.labels);
  const isVarying = (leaf: number) => roles[leaf] !== undefined && roles[leaf] !== "title";
  const found: Attribute[] = [];
  const open: SemanticNode[] = [partitionPage(page, { labels })];
  for (let node = open.pop(); node !== undefined && found.length < MAX_ATTRIBUTES; node = open.pop()) {
    const attribute = readAttribute(page, node, isVarying);
    if (attribute !== undefined) found.push(attribute);
    open.push(...node.children.toReversed());
  }
  return found;
}

function readAttribute(
  page: Page,
  { label, from, to }: SemanticNode,
  isVarying: (leaf: number) => boolean,
): Attribute | undefined {
  if (label === undefined || label.url !== undefined) return undefined;
  const texts: string[] = [];
  for (let leaf = from; leaf < to; leaf++) {
    const isOwn = leaf >= label.leaf && leaf < label.to;
    if (isOwn || page.leaves.kind[leaf] !== TEXT || page.leaves.visible[leaf] === 0) continue;
    if (!isVarying(leaf)) return undefined;
    texts.push(textOf(page, leaf));
  }
  const value = foldSpaces(texts.join(" "));
  const name = foldSpaces(label.text).replace(/\s*[:：]$/u, "");
  const isPair =
    isBetween(countWords(name), MAX_LABEL_WORDS) && isBetween(countWords(value), MAX_VALUE_WORDS);
  return isPair ? { label: name, value } : undefined;
}

function isBetween(words: number, most: number): boolean {
  return words > 0 && words <= most;
}

function textOf({ document, leaves }: Page, leaf: number): string {
  const node = leaves.node[leaf]!;
  return document.text.slice(document.textStart[node], document.textEnd[node]);
}
