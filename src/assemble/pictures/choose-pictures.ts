import { IMAGE_LEAF, leafAt, type Page, TEXT_LEAF } from "../../page/index.ts";
import { KeptText } from "../kept-text.ts";
import { findEmptyFrames, findHero } from "./empty-frames.ts";
import { ArticlePlace, type Candidate, PictureEvidence } from "./evidence.ts";
import { headlineAbove, MIN_LONG_SIDE, PictureJudge } from "./judge-picture.ts";
import { emojiOf, imageOf, sidesOfImage, sourceOf } from "./picture-source.ts";
import type { ChosenPictures, PictureFault, PictureOptions, PictureRule } from "./reader.ts";

/** Texts between a picture and the article, at most: a header with menu and byline above, a caption below. */
const MAX_ABOVE = 40;
const MAX_BELOW = 10;

/** Decides which pictures of a page are the article's, from where its text stands and what is known of each. */
export function choosePictures(
  page: Page,
  kept: Uint8Array,
  base: URL | undefined,
  { without, trace }: PictureOptions = {},
): ChosenPictures {
  const place = new ArticlePlace(page, new KeptText(page, kept), base);
  const faults = new Map<number, PictureFault>();
  const sources = new Map<number, string>();
  const frames: Candidate[] = [];
  if (place.first < 0) return { sources, frames, faults };
  const near = nearTexts(page, place);
  noteKept(page, kept, { ...near, faults });
  const judge = new PictureJudge(place, kept, without);
  for (const candidate of candidates(page, base, { ...near, first: place.first, faults, without })) {
    const { leaf, src } = candidate;
    const picture = new PictureEvidence(place, candidate, near.distances[leaf - near.from] ?? 0);
    const fault = judge.faultOf(picture);
    trace?.(picture, fault);
    if (!picture.isLeaf) {
      if (fault === undefined) frames.push(candidate);
    } else if (fault === undefined) {
      faults.delete(leaf);
      sources.set(leaf, src);
    } else {
      faults.set(leaf, fault);
    }
  }
  return { sources, frames, faults };
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
  /** How many texts stand between each of them and the article's. */
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
  /** Takes down those that are not worth a closer look. */
  readonly faults: Map<number, PictureFault>;
  readonly without: PictureRule | undefined;
}

/** The pictures near the text, in page order. */
function candidates(
  page: Page,
  base: URL | undefined,
  { from, to, first, faults, without }: Range,
): Candidate[] {
  const { document, leaves } = page;
  const found: Candidate[] = [];
  for (let leaf = from; leaf < to; leaf++) {
    if (!isPicture(page, leaf)) continue;
    const node = leaves.node[leaf]!;
    const image = imageOf(document, node);
    const stated = image < 0 ? undefined : sidesOfImage(document, image);
    // Most pictures that are not the article's are small: nothing more is asked of them.
    const isTiny = stated !== undefined && Math.max(...stated) < (without === "size" ? 4 : MIN_LONG_SIDE);
    const src = isTiny ? undefined : sourceOf(document, node, base);
    if (isTiny) faults.set(leaf, "small");
    else if (src !== undefined) found.push({ node, src, leaf, stated });
  }
  if (without === "frames") return found;
  const span = { from: leaves.node[from]!, to: to < leaves.count ? leaves.node[to]! : document.size };
  const hero = findHero(page, headlineAbove(page, first), base);
  const frames = [...(hero ? [{ ...hero, isHero: true }] : []), ...findEmptyFrames(page, span, base)];
  if (frames.length === 0) return found;
  const placed = frames.map((frame) => ({ ...frame, leaf: leafAt(leaves, frame.node) }));
  return [...found, ...placed].sort((a, b) => a.node - b.node);
}

/** Whether a leaf is a picture; one that stands for an emoji is text. */
function isPicture({ document, leaves }: Page, leaf: number): boolean {
  return leaves.kind[leaf] === IMAGE_LEAF && emojiOf(document, leaves.node[leaf]!) === undefined;
}
