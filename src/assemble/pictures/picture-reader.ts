import { attribute, type Document, TAG } from "../../html/index.ts";
import { hasToken, IMAGE_LEAF, isThing, leafAt, type Page, TEXT_LEAF, valuesOf } from "../../page/index.ts";
import { namesFurniture, namesOffer, pictureKey } from "../../url/index.ts";
import { KeptText } from "../kept-text.ts";
import { findBackgroundPictures, findHero } from "./background-pictures.ts";
import { readCaption } from "./captions.ts";
import { ArticlePlace, type Candidate, PictureEvidence, type Sides, WEAK_KINDS } from "./evidence.ts";
import { emojiOf, imageOf, sidesOfImage, sourceOf } from "./picture-source.ts";
import { AD_SIZES } from "./pictures.data.ts";
import type { ChosenPictures, PictureFault, PictureReader } from "./reader.ts";

/** Separates the pictures of an article from those around it, and finds captions that are outside of figures. */
export const pictureReader: PictureReader = { choose: choosePictures, readCaption };

/** Texts between a picture and the article, at most: a header with menu and byline above, a caption below. */
const MAX_ABOVE = 40;
const MAX_BELOW = 10;

/** Decides which pictures of a page are the article's, from where its text is and what is known of each. */
export function choosePictures(page: Page, kept: Uint8Array, base: URL | undefined): ChosenPictures {
  const place = new ArticlePlace(page, new KeptText(page, kept), base);
  const faults = new Map<number, PictureFault>();
  const sources = new Map<number, string>();
  const backgrounds: Candidate[] = [];
  if (place.first < 0) return { sources, backgrounds, faults };
  const near = nearTexts(page, place);
  noteKept(page, kept, { ...near, faults });
  const judge = new PictureJudge(place, kept);
  for (const candidate of candidates(page, base, { ...near, first: place.first, faults })) {
    const { leaf, src } = candidate;
    const picture = new PictureEvidence(place, candidate, near.distances[leaf - near.from] ?? 0);
    const fault = judge.faultOf(picture);
    if (!picture.isLeaf) {
      if (fault === undefined) backgrounds.push(candidate);
    } else if (fault === undefined) {
      faults.delete(leaf);
      sources.set(leaf, src);
    } else {
      faults.set(leaf, fault);
    }
  }
  return { sources, backgrounds, faults };
}

/** Notes kept pictures as left out until they are found to be the article's: some are far from the text or have no address. */
function noteKept(
  page: Page,
  kept: Uint8Array,
  { from, to, faults }: Pick<Range, "from" | "to" | "faults">,
): void {
  for (let leaf = 0; leaf < kept.length; leaf++) {
    if (kept[leaf] !== 1 || page.leaves.kind[leaf] !== IMAGE_LEAF || !isPicture(page, leaf)) continue;
    faults.set(leaf, leaf >= from && leaf < to ? "blank" : "elsewhere");
  }
}

/** The leaves near the article's text. */
interface Near {
  readonly from: number;
  readonly to: number;
  /** How many texts are between each of them and the article's. */
  readonly distances: Uint8Array;
}

function nearTexts({ leaves }: Page, { first, last }: ArticlePlace): Near {
  const isText = (leaf: number) => leaves.kind[leaf] === TEXT_LEAF && leaves.visible[leaf] === 1;
  let from = first;
  for (let texts = 0; from > 0 && texts < MAX_ABOVE; from--) if (isText(from - 1)) texts++;
  let to = last + 1;
  for (let texts = 0; to < leaves.count && texts < MAX_BELOW; to++) if (isText(to)) texts++;
  const distances = new Uint8Array(to - from);
  for (let leaf = first - 1, texts = 0; leaf >= from; leaf--)
    distances[leaf - from] = isText(leaf) ? ++texts : texts;
  for (let leaf = last + 1, texts = 0; leaf < to; leaf++)
    distances[leaf - from] = isText(leaf) ? ++texts : texts;
  return { from, to, distances };
}

interface Range extends Omit<Near, "distances"> {
  /** The first leaf of kept text. */
  readonly first: number;
  /** Records the pictures that are left out, with the reason. */
  readonly faults: Map<number, PictureFault>;
}

/** The pictures near the text, in page order. */
function candidates(page: Page, base: URL | undefined, { from, to, first, faults }: Range): Candidate[] {
  const { document, leaves } = page;
  const found: Candidate[] = [];
  for (let leaf = from; leaf < to; leaf++) {
    if (!isPicture(page, leaf)) continue;
    const node = leaves.node[leaf]!;
    const image = imageOf(document, node);
    const stated = image < 0 ? undefined : sidesOfImage(document, image);
    // Most pictures that are not the article's are small: no other rule is needed.
    const isTiny = stated !== undefined && Math.max(...stated) < MIN_LONG_SIDE;
    const src = isTiny ? undefined : sourceOf(document, node, base);
    if (isTiny) faults.set(leaf, "small");
    else if (src !== undefined) found.push({ node, src, leaf, stated });
  }
  const span = { from: leaves.node[from]!, to: to < leaves.count ? leaves.node[to]! : document.size };
  const hero = findHero(page, headlineAbove(page, first), base);
  const backgrounds = [
    ...(hero ? [{ ...hero, isHero: true }] : []),
    ...findBackgroundPictures(page, span, base),
  ];
  if (backgrounds.length === 0) return found;
  const placed = backgrounds.map((background) => ({ ...background, leaf: leafAt(leaves, background.node) }));
  return [...found, ...placed].sort((a, b) => a.node - b.node);
}

/** Whether a leaf is a picture; pictures of emoji are text. */
function isPicture({ document, leaves }: Page, leaf: number): boolean {
  return leaves.kind[leaf] === IMAGE_LEAF && emojiOf(document, leaves.node[leaf]!) === undefined;
}

/** No right picture of the labelled pages states a longer side shorter than this, but a quarter of the wrong ones do. */
const MIN_LONG_SIDE = 120;
/** Browsers give up on longer addresses, and expressions on them are not linear. */
const MAX_STATED_CHARACTERS = 8_192;
const MIN_SHORT_SIDE = 51;
/** Links to other pages are thumbnails up to this size. */
const MIN_LINKED_SIDE = 200;
const LARGE_SIDE = 300;
/** Shorter inline pictures are placeholders. */
const MIN_INLINE_CHARACTERS = 4_000;
/** Boxes with a larger share of links are lists of other stories. */
const MAX_LINKED_SHARE = 0.5;
/** Links that are this much longer than high are buttons and banners. */
const BANNER_RATIO = 3.5;
/** The longest format of advertisements. */
const MAX_BANNER_SIDE = 1_200;
/** Texts between a picture right below the headline, or above its end, and the text. */
const MAX_LEAD_DISTANCE = 2;
/** Texts between a large picture over the headline and the text. */
const MAX_HEADER_DISTANCE = 15;
/** Shorter pictures below the text are portraits and stamps. */
const MIN_TAIL_SIDE = 250;

/** Judges the pictures one by one; repeated ones are left out. */
class PictureJudge {
  readonly #page: Page;
  readonly #kept: Uint8Array;
  readonly #shown = new Set<string>();
  readonly #headline: number;
  #stated: ReadonlySet<string> | undefined;

  constructor({ page, first }: ArticlePlace, kept: Uint8Array) {
    this.#page = page;
    this.#kept = kept;
    this.#headline = headlineAbove(page, first);
  }

  /** The fault of a picture, undefined where it is the article's. */
  faultOf(picture: PictureEvidence): PictureFault | undefined {
    const fault = picture.isHero ? undefined : this.#fault(picture);
    const shown = fault ?? (this.#isShown(picture) ? "copy" : undefined);
    if (shown === undefined) this.#shown.add(picture.src).add(picture.key);
    return shown;
  }

  /** The cheapest rules come first. */
  #fault(picture: PictureEvidence): PictureFault | undefined {
    return (
      unseenFault(picture) ??
      sizeFault(picture, this.#isStated) ??
      this.#placeFault(picture) ??
      nameFault(picture, this.#isStated) ??
      linkFault(picture) ??
      fileFault(picture, this.#isStated)
    );
  }

  readonly #isStated = (picture: PictureEvidence): boolean => {
    this.#stated ??= statedPictures(this.#page);
    return this.#stated.has(picture.key);
  };

  #isShown({ src, key }: PictureEvidence): boolean {
    return this.#shown.has(src) || this.#shown.has(key);
  }

  #placeFault(picture: PictureEvidence): PictureFault | undefined {
    if (picture.place === "among") return undefined;
    const isRight = picture.place === "above" ? this.#isLead(picture) : isTail(picture, this.#isStated);
    return isRight ? undefined : "elsewhere";
  }

  /** Whether a picture above the text is the article's: the page states it, or it is by the headline, alone. */
  #isLead(picture: PictureEvidence): boolean {
    const { node, distance, sides } = picture;
    const isTaken = this.#kept[picture.leaf] === 1 || this.#isStated(picture);
    const isLarge = (sides.longSide ?? 0) >= LARGE_SIDE;
    if (isTaken) return picture.link === "none" || isLarge || picture.isCaptioned;
    const isBelowHeadline = this.#headline >= 0 && node > this.#headline;
    const isNear = isBelowHeadline
      ? isLarge || distance <= MAX_LEAD_DISTANCE
      : isLarge && !sides.isSizeOfFile && distance <= MAX_HEADER_DISTANCE;
    if (!isNear || picture.unseen !== "no" || picture.link !== "none") return false;
    return picture.linkedShare <= MAX_LINKED_SHARE;
  }
}

/** Whether the page states a picture as the article's. */
type IsStated = (picture: PictureEvidence) => boolean;

function unseenFault({ unseen, place }: PictureEvidence): PictureFault | undefined {
  if (unseen === "hidden") return "unseen";
  return unseen === "noscript" && place === "below" ? "unseen" : undefined;
}

function sizeFault(picture: PictureEvidence, isStated: IsStated): PictureFault | undefined {
  const { src, sides } = picture;
  if (src.startsWith("data:") && src.length < MIN_INLINE_CHARACTERS) return "small";
  // The address of a stated picture often asks for the smallest size.
  if (isSmall(sides)) return sides.isSizeOfFile && isStated(picture) ? undefined : "small";
  const { longSide, shortSide } = sides;
  if (longSide === undefined || longSide > MAX_BANNER_SIDE || picture.link === "none") return undefined;
  if (longSide < MIN_LINKED_SIDE) return sides.isSizeOfFile && isStated(picture) ? undefined : "teaser";
  const isBanner = shortSide !== undefined && longSide > shortSide * BANNER_RATIO;
  return isBanner || AD_SIZES.has(`${longSide}x${shortSide}`) ? "advertisement" : undefined;
}

function isSmall({ longSide = LARGE_SIDE, shortSide = LARGE_SIDE }: Sides): boolean {
  return longSide < MIN_LONG_SIDE || shortSide < MIN_SHORT_SIDE;
}

function nameFault(picture: PictureEvidence, isStated: IsStated): PictureFault | undefined {
  const { named } = picture;
  if (named === undefined || named === "portrait") return named;
  if (picture.linkedShare <= MAX_LINKED_SHARE && isStated(picture)) return undefined;
  // Large pictures are named after the buttons that lie on them.
  const isOverlaid = WEAK_KINDS.has(named) && picture.link === "none";
  if (isOverlaid && ((picture.sides.longSide ?? 0) >= LARGE_SIDE || picture.isCaptioned)) return undefined;
  return named === "related" ? "teaser" : named;
}

/** Whether the file name marks a picture as page furniture; drawings are, unless they stand alone or are large. */
function fileFault(picture: PictureEvidence, isStated: IsStated): PictureFault | undefined {
  const { src, sides } = picture;
  if (namesOffer(src) && picture.link === "away") return "advertisement";
  const isDrawing = DRAWING.test(src);
  const isLarge = (sides.longSide ?? 0) >= LARGE_SIDE && (sides.shortSide ?? 0) >= MIN_LONG_SIDE;
  const isDiagram = isLarge || (picture.isAlone && picture.place === "among" && picture.link === "none");
  const isFurniture = isDrawing
    ? !isDiagram || namesFurniture(src)
    : namesFurniture(src) && !picture.isCaptioned;
  return isFurniture && !isStated(picture) ? "icon" : undefined;
}

const DRAWING = /\.svg(?:$|[?#])/i;

function linkFault(picture: PictureEvidence): PictureFault | undefined {
  const { link } = picture;
  if (link === "front") return "icon";
  if (link === "author" && !picture.isCaptioned) return "portrait";
  if (link === "away" && (picture.isItem || picture.isTeaser)) return "teaser";
  return picture.place !== "above" && picture.linkedShare > MAX_LINKED_SHARE ? "teaser" : undefined;
}

function isTail(picture: PictureEvidence, isStated: IsStated): boolean {
  if (isStated(picture)) return picture.link === "none";
  if (picture.distance > MAX_LEAD_DISTANCE || picture.link !== "none") return false;
  const unknown = picture.isCaptioned ? MIN_TAIL_SIDE : 0;
  const isPhoto = (picture.sides.longSide ?? unknown) >= MIN_TAIL_SIDE;
  return isPhoto && picture.isBesideText && picture.linkedShare === 0;
}

const STATED_METAS = [
  "og:image",
  "og:image:url",
  "og:image:secure_url",
  "twitter:image",
  "twitter:image:src",
];

/** The pictures that the page states as the article's, by their keys. */
function statedPictures({ document, landmarks, mainThings, meta }: Page): ReadonlySet<string> {
  const stated = new Set<string>();
  for (const name of STATED_METAS) for (const url of meta.get(name) ?? []) stated.add(url.trim());
  for (const thing of [mainThings.article, mainThings.item]) {
    for (const image of valuesOf(thing, "image")) {
      const values = isThing(image) ? [...valuesOf(image, "url"), ...valuesOf(image, "contentUrl")] : [image];
      for (const value of values) if (typeof value === "string") stated.add(value.trim());
    }
  }
  for (const node of landmarks.relations) {
    if (isStating(document, node)) stated.add(attribute(document, node, "href")?.trim() ?? "");
  }
  const keys = new Set<string>();
  for (const url of stated) {
    if (url.length > MAX_STATED_CHARACTERS || !url.includes("/")) continue;
    if (!DRAWING.test(url) && !namesFurniture(url)) keys.add(pictureKey(url));
  }
  return keys;
}

function isStating(document: Document, node: number): boolean {
  const relation = attribute(document, node, "rel");
  if (relation === "stylesheet") return false;
  return (
    hasToken(relation, "image_src") || (relation === "preload" && attribute(document, node, "as") === "image")
  );
}

/** The last first-level heading that is not below the text, or -1. */
function headlineAbove({ document, landmarks, leaves }: Page, first: number): number {
  const isHeadline = (node: number) => document.tag[node] === TAG.h1 && node <= leaves.node[first]!;
  return landmarks.headings.findLast(isHeadline) ?? -1;
}
