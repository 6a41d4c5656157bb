import { attribute, type Document, HEADING_TAGS, NODE_FLAG, TAG, tagTable } from "../../html/index.ts";
import { IMAGE_LEAF, leafAt, type Page, TEXT_LEAF } from "../../page/index.ts";
import { isCredit, MAX_CAPTION_CHARACTERS, MAX_CAPTIONED, MAX_FIGURE_NODES } from "../frames.ts";
import { leavesInside } from "../kept-text.ts";
import { cleanLabel } from "../text.ts";
import { isFigure, kindNamed } from "./evidence.ts";
import type { Caption } from "./reader.ts";

/** Class names of captions, in the languages that pages are written in. */
const CAPTION_NAME =
  /caption|legend|leyenda|didascalia|pie-?de-?foto|piefoto|bildunterschrift|bildtext|bildetekst|billedtekst|podpis|popisek|fotobijschrift|bijschrift/i;
const CREDIT_NAME =
  /(?:^|[\s_-])(?:credits?|copyright|photographer|fotograf|photo-?by|image-?source|bildquelle|byline)(?:$|[\s_-])/i;
/** Attributes that scripts of galleries show as the caption. */
const CAPTION_ATTRIBUTES = [
  "data-caption",
  "data-image-caption",
  "data-img-caption",
  "data-sub-html",
  "caption",
] as const;
const MIN_CAPTION_CHARACTERS = 3;
/** A caption with its markup, as an attribute has it. */
const MAX_WRITTEN_CHARACTERS = 4_000;
const MAX_COUNTER_CHARACTERS = 80;
/** Words without a name of their own beside a picture are a caption up to this length. */
const MAX_PLAIN_CHARACTERS = 600;
/** A paragraph of a picture and no more words than these has its caption below the picture. */
const MAX_LINE_CHARACTERS = 160;
/** Ancestors to search; a picture's own box is small. */
const MAX_LEVELS = 6;
const MAX_LEAVES = 60;
const CONTROLS = tagTable("button", "nav", "form", "time", "address");
const EMPHASIS = tagTable("em", "i", "small");
const PARAGRAPHS = tagTable("p", "div", "td");
/** Captions are hidden from screen readers where the picture's `alt` says the same: they are read even so. */
const UNSEEN = NODE_FLAG.hidden | NODE_FLAG.noscript | NODE_FLAG.template;
const TAGS = /<[^>]*>/g;
/** "3 / 12", "View 6 images": the count of a gallery. */
const COUNTER =
  /^\W*(?:\d+\W+(?:of|von|de|di|sur|av|z|из)?\W*\d+|(?:view|see|show|open)\b.{0,30}\b(?:images?|photos?|pictures?|gallery)|(?:slideshow|gallery|photos?|images?|pictures?)\W*\d*\W*(?:images?|photos?|pictures?)?)\W*$/i;

/** Finds the words beside a picture, wherever the page puts them: in its figure, an element named after them, or its box. */
export function readCaption(page: Page, node: number, kept: Uint8Array): Caption {
  const named = namedCaption(page, node, kept);
  const { caption, credit } = named >= 0 ? wordsOf(page, named) : plainCaption(page, node, kept);
  const whole = caption ?? statedCaption(page.document, node);
  const mayHoldCredit = credit === null && whole !== null && whole.length <= MAX_CAPTION_CHARACTERS;
  return mayHoldCredit ? splitCredit(whole) : { caption: whole, credit };
}

/** Labels before the name of who made or owns a picture, in the languages that pages are written in. */
const CREDIT_LABEL =
  /(?<![\p{L}\p{N}])(?:(?:(?:AP|file|photo|image|picture)\s+)?(?:photo(?:s|graph|graphs|grapher|graphy)?|photographie|fotos?|fot\.?|fotó|fotoğraf|fotograf[ií]a|pics?|pictures?|images?|imagen|imagem|bild|beeld|kuva|illustrations?|credits?|crédits?(?:\sphoto)?|créditos?|courtesy|quelle|source|fuente|fonte|zdroj|autor|фото(?:графия)?|иллюстрация|источник|джерело|φωτογραφία|ảnh|사진|写真|攝影|摄影|撮影|圖片?|图片?|[圖图]片[來来]源)(?:\s?[:：]|\s[/|]\s|\s(?:by|via|courtesy of)(?=\s)|(?<=courtesy)\sof(?=\s)|(?<=fot\.)(?=\s))|AP Photo\/|©)\s*/giu;
/** Before a label that is a word of the sentence, or of a longer credit. */
const BEFORE_WORD = /(?:[\p{L}\p{N}]\s\p{Ll}|[;&(（]\s?.)$/u;
const AGENCY =
  /^(?:AP|AFP|EPA|Associated Press|Reuters|Getty Images|PTI|Xinhua|Yonhap)(?![\p{L}\p{N}])|[/\s](?:AP|AFP|EPA|dpa|Reuters|Getty(?: Images)?)$/u;
/** A name with what its bearer did, after it. */
const MADE_BY =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}·]{2,15}(?:撮影|提供|[摄攝]影?|供[图圖])$/u;
const IN_BRACKETS = /[(（]([^()（）]+)[)）]\s*$/u;
/** Words of names that are not capitalised, and addresses of sites. */
const OF_NAME =
  /^(?:of|the|for|from|via|by|and|de|la|le|del|der|des|du|di|da|van|von|und|y|et|i|w|dpa|imago|picture|alliance|photo|courtesy|archiv|archives?|\S+\.[a-z]{2,4})$/;
/** Longer texts after a label are sentences. */
const MAX_CREDIT_CHARACTERS = 90;

/** Takes the credit off the end of a caption: "The quay. Photograph: Ann Lee", "The quay (Foto: AP)", "The quay © Ann Lee". */
function splitCredit(caption: string): Caption {
  const [brackets, inside = ""] = IN_BRACKETS.exec(caption) ?? [];
  const isBracketed =
    brackets !== undefined &&
    (creditPlace(inside) === 0 || MADE_BY.test(inside) || (AGENCY.test(inside) && isOfNames(inside)));
  // "The quay. Photo: Ann Lee (Reuters)" ends with brackets too.
  const place = isBracketed ? caption.length - brackets.length : creditPlace(caption);
  if (place === undefined) return { caption, credit: null };
  const credit = (isBracketed ? inside : caption.slice(place)).trim();
  return { caption: caption.slice(0, place).replace(/[\s|/·–—(-]+$/u, "") || null, credit };
}

/** Where the first label is that nothing but names follows. */
function creditPlace(text: string): number | undefined {
  return [...text.matchAll(CREDIT_LABEL)].find(
    ({ 0: label, index }) =>
      !BEFORE_WORD.test(text.slice(0, index + 1)) && isOfNames(text.slice(index + label.length)),
  )?.index;
}

function isOfNames(credit: string): boolean {
  const text = credit.replace(/\s?\(([^()]+)\)\s*$/u, "/$1");
  if (text.length > MAX_CREDIT_CHARACTERS || /[(（)）：？…]|[.!?]\s\p{L}+\s\p{Ll}/u.test(text)) return false;
  const words = text.split(/[\s/|,;&]+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.length > 0 && words.every((word) => /^[^\p{Ll}]/u.test(word) || OF_NAME.test(word));
}

/** The element that is named as the caption of a picture: in one of its ancestors, or right after one of them. */
function namedCaption(page: Page, node: number, kept: Uint8Array): number {
  const { document } = page;
  for (
    let around = node, level = 0;
    level < MAX_LEVELS && around > 0;
    level++, around = document.parent[around]!
  ) {
    if (document.end[around]! - around > MAX_FIGURE_NODES) return -1;
    if (level > 0) {
      const isShared = isFigure(document, around);
      if (picturesIn(page, around, kept) > (isShared ? MAX_CAPTIONED : 1)) return -1;
      const found = captionIn(document, around, document.end[node]!);
      if (found >= 0) return isShared || textsBetween(page, node, found) <= MAX_BETWEEN ? found : -1;
      if (document.tag[around] === TAG.figure && nextElement(document, around) < 0) return -1;
    }
    const next = nextElement(document, around);
    if (next >= 0 && isCaption(document, next)) return next;
  }
  return -1;
}

/** Texts between a picture and its caption: a counter, a credit. */
const MAX_BETWEEN = 2;

function textsBetween({ document, leaves }: Page, node: number, caption: number): number {
  let texts = 0;
  const to = leafAt(leaves, caption);
  for (let leaf = leafAt(leaves, document.end[node]!); leaf < to; leaf++) {
    if (leaves.kind[leaf] === TEXT_LEAF && leaves.visible[leaf] === 1) texts++;
  }
  return texts;
}

function captionIn(document: Document, around: number, from: number): number {
  for (let at = from; at < document.end[around]!; at++) if (isCaption(document, at)) return at;
  for (let at = around + 1; at < from; at++) if (document.tag[at] === TAG.figcaption) return at;
  return -1;
}

function isCaption(document: Document, node: number): boolean {
  const tag = document.tag[node]!;
  if (tag === TAG.figcaption) return true;
  if (document.firstChild[node]! < 0 || tag === TAG.figure || CONTROLS[tag] === 1) return false;
  if (document.textEnd[node]! - document.textStart[node]! > MAX_CAPTION_CHARACTERS) return false;
  return CAPTION_NAME.test(attribute(document, node, "class") ?? "");
}

function nextElement(document: Document, node: number): number {
  let next = document.nextSibling[node]!;
  while (next >= 0 && document.attributeStart[next] === undefined) next = document.nextSibling[next]!;
  while (next >= 0 && isBlankText(document, next)) next = document.nextSibling[next]!;
  return next;
}

function isBlankText(document: Document, node: number): boolean {
  return (
    document.firstChild[node]! < 0 &&
    document.tag[node] === 0 &&
    document.text.slice(document.textStart[node], document.textEnd[node]).trim() === ""
  );
}

/** The article's pictures in an element. */
function picturesIn(page: Page, node: number, kept: Uint8Array): number {
  const { from, to } = leavesInside(page, node);
  let pictures = 0;
  for (let leaf = from; leaf < to; leaf++) {
    if (page.leaves.kind[leaf] === IMAGE_LEAF && kept[leaf] === 1) pictures++;
  }
  return pictures;
}

/** The words of a picture's box where nothing else is in it: no heading, no other picture, no link, none of the article's text. */
function plainCaption(page: Page, node: number, kept: Uint8Array): Caption {
  const { document } = page;
  let box = document.parent[node]!;
  for (let level = 0; box > 0 && level < MAX_LEVELS; box = document.parent[box]!, level++) {
    const characters = document.textEnd[box]! - document.textStart[box]!;
    if (characters < MIN_CAPTION_CHARACTERS) continue;
    const isLarge = characters > MAX_PLAIN_CHARACTERS || document.end[box]! - box > MAX_FIGURE_NODES;
    if (isLarge) return emphasisedAfter(page, node, level);
    const words = wordsOf(page, box);
    if (words.caption === null && words.credit === null) continue;
    return isPlainBox(page, box, { node, kept }) ? words : emphasisedAfter(page, node, level);
  }
  return NONE;
}

const NONE: Caption = { caption: null, credit: null };

interface Beside {
  readonly node: number;
  readonly kept: Uint8Array;
}

function isPlainBox(page: Page, box: number, { node, kept }: Beside): boolean {
  const { document, leaves } = page;
  const characters = document.textEnd[box]! - document.textStart[box]!;
  if (characters > MAX_PLAIN_CHARACTERS || picturesIn(page, box, kept) > 1) return false;
  for (let at = box; at < document.end[box]!; at++) {
    const tag = document.tag[at]!;
    if (HEADING_TAGS[tag] === 1 || CONTROLS[tag] === 1 || kindNamed(document, at) === "portrait")
      return false;
  }
  if (document.tag[box] === TAG.figure) return true;
  const mayBeKept = document.tag[box] === TAG.p && characters <= MAX_LINE_CHARACTERS;
  const { from, to } = leavesInside(page, box);
  for (let leaf = from; leaf < to; leaf++) {
    if (leaves.kind[leaf] !== TEXT_LEAF || kept[leaf] !== 1) continue;
    if (!mayBeKept || leaves.node[leaf]! < node) return false;
  }
  return true;
}

/** A short line in italics right after a picture is its caption in many blogs. */
function emphasisedAfter(page: Page, node: number, level: number): Caption {
  const { document } = page;
  let block = node;
  for (let up = 0; up < level && PARAGRAPHS[document.tag[block]!] !== 1; up++)
    block = document.parent[block]!;
  const next = nextElement(document, block);
  if (next < 0 || document.tag[next] !== TAG.p) return NONE;
  const only = nextInk(document, next);
  if (only < 0 || EMPHASIS[document.tag[only]!] !== 1) return NONE;
  if (document.textEnd[next]! - document.textStart[next]! > MAX_PLAIN_CHARACTERS) return NONE;
  if (document.textEnd[next]! - document.textEnd[only]! > 2) return NONE;
  return wordsOf(page, next);
}

/** The first child that is not blank. */
function nextInk(document: Document, node: number): number {
  let child = document.firstChild[node]!;
  while (child >= 0 && isBlankText(document, child)) child = document.nextSibling[child]!;
  return child;
}

/** The words of an element in or beside a picture, without buttons, counters and links to share. */
function wordsOf({ document, leaves, blocks }: Page, box: number): Caption {
  let [caption, credit] = ["", ""];
  const from = leafAt(leaves, box);
  let before = -1;
  for (let leaf = from; leaf < Math.min(leaves.count, from + MAX_LEAVES); leaf++) {
    const node = leaves.node[leaf]!;
    if (node >= document.end[box]!) break;
    if (
      leaves.kind[leaf] !== TEXT_LEAF ||
      (document.flags[node]! & UNSEEN) !== 0 ||
      isControl(document, node, box)
    )
      continue;
    const words = document.text.slice(document.textStart[node], document.textEnd[node]);
    // Blank text between two elements is not a leaf.
    const isApart =
      before >= 0 &&
      (document.textStart[node]! > document.textEnd[leaves.node[before]!]! ||
        blocks.ofLeaf[before] !== blocks.ofLeaf[leaf]);
    const text = isApart ? ` ${words}` : words;
    before = leaf;
    if (isOfCredit(document, node, box)) credit += text;
    else caption += text;
  }
  const own = cleanLabel(caption);
  return { caption: own !== null && !isCounter(own) ? own : null, credit: cleanLabel(credit) };
}

function isControl(document: Document, node: number, box: number): boolean {
  for (let at = document.parent[node]!; at >= box; at = document.parent[at]!) {
    if (CONTROLS[document.tag[at]!] === 1) return true;
    const named = at === box ? undefined : kindNamed(document, at);
    if (named === "share" || named === "icon") return true;
  }
  return false;
}

function isOfCredit(document: Document, node: number, box: number): boolean {
  for (let at = document.parent[node]!; at > box; at = document.parent[at]!) {
    if (isCredit(document, at) || CREDIT_NAME.test(attribute(document, at, "class") ?? "")) return true;
  }
  return false;
}

/** Whether a caption only counts pictures; tested on short texts alone, as the expression is quadratic. */
function isCounter(caption: string): boolean {
  return caption.length <= MAX_COUNTER_CHARACTERS && COUNTER.test(caption);
}

/** The caption that attributes of a picture or its box state. */
function statedCaption(document: Document, node: number): string | null {
  for (let at = node, level = 0; at > 0 && level < 3; at = document.parent[at]!, level++) {
    for (const name of CAPTION_ATTRIBUTES) {
      const written = attribute(document, at, name);
      if (written === undefined || written.length > MAX_WRITTEN_CHARACTERS) continue;
      const stated = written.replace(TAGS, " ").replace(/^"+|"+$/g, "");
      const caption = stated.length > MAX_CAPTION_CHARACTERS ? null : cleanLabel(stated);
      if (caption !== null && /\s/.test(caption) && !isCounter(caption)) return caption;
    }
    if (document.tag[at] === TAG.figure) return labelOf(document, at);
  }
  return null;
}

/** The label of a figure for readers who do not see it, where it is a sentence. */
function labelOf(document: Document, figure: number): string | null {
  const label = cleanLabel(attribute(document, figure, "aria-label"));
  return label !== null && label.split(" ").length >= 4 ? label : null;
}
