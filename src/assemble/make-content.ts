import { TAG } from "../html/index.ts";
import { type Extraction, leafAt, MIN_PROSE_WORDS, type Page, TEXT_LEAF } from "../page/index.ts";
import { copyOf, countWordsIn } from "../text/index.ts";
import { type AskedParts, addInner, addShown, completeBlocks, headlineIndex } from "./add-parts.ts";
import { type ArticleSource, articleSource } from "./article-source.ts";
import { buildContent, type Kept } from "./build-content.ts";
import { cleanLabel } from "./clean-text.ts";
import type { Content } from "./content.ts";
import type { Fates } from "./fates.ts";
import { isPictureWithWords } from "./frames.ts";
import { KeptText } from "./kept-text.ts";
import type { PictureFault, PictureReader } from "./pictures/index.ts";
import { ALL_EXTRAS, dropExtras, type Wanted } from "./roles.ts";
import { blocksText } from "./text.ts";

/** What an article holds and where it is from. */
interface MadeContent {
  readonly source: ArticleSource;
  readonly content: Content;
  readonly text: string;
  readonly wordCount: number;
  /** Whether captions and other extras are all that was kept, and are the article for want of anything else. */
  readonly isOfExtras: boolean;
}

/** What is wanted of an article, for the text alone or for all of it. */
type ContentOptions = Pick<Wanted, "include" | "title"> &
  Pick<Kept, "purpose"> & {
    /** Parts that were asked for by name; they are found on the page whatever was kept. */
    readonly asked?: AskedParts | undefined;
    /** Tells which pictures are the article's; without it they are those that the extractor kept. */
    readonly pictureReader?: PictureReader | undefined;
  };

/** The content of what an extractor kept, without what is not wanted and with the parts that were asked for. */
export function makeContent(
  page: Page,
  extraction: Extraction,
  wanted: ContentOptions,
  fates?: Fates,
): MadeContent {
  const source = articleSource(page, extraction);
  // What becomes of leaves is told of the page, which a body in data is not part of.
  const noted = source.page === page ? fates : undefined;
  // Asked for, the headline is put back where the page shows it, once.
  const include = wanted.asked?.include.headline ? { ...wanted.include, headline: false } : wanted.include;
  const made = makeBody(source, { ...wanted, include }, noted);
  // Parts belong to an article: a page that has none gives none of them either.
  if (wanted.asked === undefined || made.wordCount === 0) return made;
  const content = withParts(page, made, wanted.asked, { purpose: wanted.purpose, fates: noted });
  return { ...made, ...textOf(content, wanted) };
}

/** What was made of a body, with the leaves and pictures that it was made of. */
interface MadeBody extends MadeContent {
  readonly shown: ShownLeaves;
}

type ShownLeaves = Pick<Kept, "leaves" | "sources" | "frames" | "readCaption">;

function makeBody(source: ArticleSource, wanted: ContentOptions, fates: Fates | undefined): MadeBody {
  const made = buildFrom(source, wanted, fates);
  if (made.wordCount > 0) return made;
  // A gallery is all captions, a short post may stand in its page's title: where nothing else is left, they are the article.
  const include = { ...wanted.include, ...ALL_EXTRAS };
  const whole = buildFrom(source, { ...wanted, include, purpose: "article" });
  if (whole.wordCount < MIN_PROSE_WORDS) return made;
  fates?.startAgain(include);
  return { ...buildFrom(source, { ...wanted, include, purpose: "article" }, fates), isOfExtras: true };
}

function buildFrom(source: ArticleSource, wanted: ContentOptions, fates?: Fates): MadeBody {
  const { page, cuts, titleNode } = source;
  const { purpose = "article" } = wanted;
  const leaves = dropExtras(page, source.kept, { ...wanted, titleNode }, fates);
  // To a text pictures make a difference only in the cells of a table, and with parts that are looked for around them.
  const isBare = purpose === "text" && wanted.asked === undefined && !page.document.tag.includes(TAG.table);
  const reader = isBare ? undefined : wanted.pictureReader;
  const shown = reader === undefined ? { leaves } : withPictures(source, leaves, { reader, fates });
  const content = buildContent(page, { ...shown, purpose, ...(cuts && { cuts }) }, fates);
  return { source, shown, isOfExtras: false, ...textOf(content, wanted) };
}

function textOf(
  content: Content,
  { include }: Pick<ContentOptions, "include">,
): Pick<MadeContent, "content" | "text" | "wordCount"> {
  const joined = blocksText(content.blocks, { captions: include.captions });
  const wordCount = countWordsIn(joined, 0, joined.length);
  // One paragraph alone is still a slice of its page.
  return { content, text: copyOf(joined), wordCount };
}

interface PartOptions {
  readonly purpose: Kept["purpose"] | undefined;
  readonly fates: Fates | undefined;
}

/** The content of a body with the parts that were asked for, in the order of the page. */
function withParts(
  page: Page,
  { source, shown: body }: MadeBody,
  asked: AskedParts,
  { purpose = "article", fates }: PartOptions,
): Content {
  const inner = addInner(source.page, body.leaves, asked, fates);
  const build = (parts: AskedParts): Content => {
    if (source.page === page) {
      const leaves = addShown(inner, parts, fates);
      return buildContent(
        page,
        { ...body, leaves, purpose, ...(source.cuts && { cuts: source.cuts }) },
        fates,
      );
    }
    // A body that stands in data alone comes after what the page shows.
    const shown = buildContent(page, { leaves: addShown(new Uint8Array(page.leaves.count), parts), purpose });
    const { blocks, media } = buildContent(source.page, { ...body, leaves: inner, purpose });
    return { blocks: [...shown.blocks, ...blocks], media: [...shown.media, ...media] };
  };
  const headline = asked.include.headline ? shownHeadline(page, asked) : "";
  const content = build(asked);
  const isApart = headline === "" || headlineIndex(content.blocks, headline) >= 0;
  // In a list, or in one line with other words, it would be no heading: it is written before the body then.
  const { blocks, media } = isApart
    ? content
    : build({ ...asked, include: { ...asked.include, headline: false } });
  return { blocks: completeBlocks(blocks, asked, headline), media };
}

function shownHeadline(page: Page, { shown }: AskedParts): string {
  const { headline } = shown;
  return cleanLabel(new KeptText(page, new Uint8Array(0)).text(headline)) ?? "";
}

/** The leaves to show: without the pictures that are not the article's, and with those that the extractor missed. */
function withPictures(
  { page, kept }: ArticleSource,
  leaves: Uint8Array,
  { reader, fates }: { readonly reader: PictureReader; readonly fates: Fates | undefined },
): ShownLeaves {
  // A saved page without its address still says where it belongs.
  const base = URL.parse(page.baseUrl ?? page.canonicalUrl ?? "") ?? undefined;
  const chosen = reader.choose(page, kept, base);
  const shown = leaves.slice();
  for (const leaf of chosen.sources.keys()) {
    // A picture of an extra stays out with it.
    if (kept[leaf] === 1) continue;
    shown[leaf] = 1;
    fates?.note(leaf, "picture");
  }
  for (const [leaf, fault] of chosen.faults) {
    if (shown[leaf] === 1) fates?.note(leaf, fault);
    shown[leaf] = 0;
  }
  for (const [leaf, fault] of chosen.faults) {
    if (!OF_OTHERS.has(fault)) continue;
    for (const word of captionOf(page, leaf, shown)) {
      shown[word] = 0;
      fates?.note(word, fault);
    }
  }
  return { ...chosen, leaves: shown, readCaption: reader.readCaption };
}

/** Faults of pictures whose captions are not the article's either. */
const OF_OTHERS: ReadonlySet<PictureFault> = new Set([
  "portrait",
  "share",
  "icon",
  "advertisement",
  "teaser",
]);
/** Figures that hold a picture deeper than this are wrappers. */
const MAX_FIGURE_LEVELS = 8;

/** The kept words of the figure of a picture that is left out: without any picture they are of no use. */
function captionOf({ document, leaves }: Page, picture: number, shown: Uint8Array): number[] {
  let figure = leaves.node[picture]!;
  for (let level = 0; level < MAX_FIGURE_LEVELS && document.tag[figure] !== TAG.figure; level++) {
    figure = document.parent[figure]!;
    if (figure <= 0) return [];
  }
  if (document.tag[figure] !== TAG.figure || !isPictureWithWords(document, figure)) return [];
  const words: number[] = [];
  for (let leaf = leafAt(leaves, figure); leaf < leaves.count; leaf++) {
    if (leaves.node[leaf]! >= document.end[figure]!) break;
    if (shown[leaf] !== 1) continue;
    if (leaves.kind[leaf] !== TEXT_LEAF) return [];
    words.push(leaf);
  }
  return words;
}
