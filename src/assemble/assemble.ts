import type { Article, Contribution, Media, ProfileFit, ReaderComment } from "../article/index.ts";
import { parseHtml, TAG } from "../html/index.ts";
import type { Found, Metadata, ShownParts } from "../metadata/index.ts";
import {
  type Extraction,
  KEEP_SCORE,
  MIN_PROSE_WORDS,
  Page,
  readComments,
  reasonCode,
  TEXT_LEAF,
} from "../page/index.ts";
import { copyOf, countWordsIn } from "../text/index.ts";
import {
  addByRole,
  addInner,
  addShown,
  completeBlocks,
  headlineIndex,
  leavesByRole,
  type RequestedParts,
  requestedParts,
} from "./add-parts.ts";
import { baseOf } from "./address.ts";
import { buildContent, type Kept } from "./build-content.ts";
import type { Block, Content } from "./content.ts";
import { explain } from "./explain.ts";
import { isPictureWithWords } from "./frames.ts";
import { blocksHtml } from "./html.ts";
import { type ArticleSource, hasKeptTable, KeptText, leavesInside } from "./kept-text.ts";
import type { PictureFault, PictureReader } from "./pictures/reader.ts";
import { ALL_EXTRAS, DEFAULT_INCLUSION, dropExtras, type Inclusion, LeafOutcomes } from "./roles.ts";
import { blocksText, cleanLabel } from "./text.ts";
import { collectWarnings, type WarningSources } from "./warnings.ts";

/** The inputs of an article besides its page. */
export interface AssembleOptions extends WarningSources, Omit<ContentOptions, "title" | "purpose"> {
  readonly url?: string | undefined;
  /** The id of the extractor that judged the leaves. */
  readonly extractor: string;
  readonly explain?: boolean | undefined;
  /** The contributions to a leaf's score, where the extractor can give them; the explanation lists the strongest. */
  readonly contributions?: ((leaf: number) => readonly Contribution[]) | undefined;
  /** How the page fits the profile of its site, for the explanation. */
  readonly profileFit?: ProfileFit | undefined;
}

/** The article of a page: what the extractor kept, under the page's own metadata. */
export function assemble(
  page: Page,
  extraction: Extraction,
  metadata: Metadata,
  options: AssembleOptions,
): Article {
  const title = metadata.title.value;
  // A requested headline is put back from where the page shows it; other copies are left out.
  const outcomes = options.explain
    ? new LeafOutcomes({ ...DEFAULT_INCLUSION, ...options.include, headline: false })
    : undefined;
  const made = assembleContent(page, extraction, { ...options, title: () => title }, outcomes);
  const { source, content, text, wordCount, isOfExtras } = made;
  const paywall = metadata.paywall.value;
  const pageType = metadata.pageType.value;
  const image = leadOf(metadata.image, content.media);
  const article: Article = {
    url: options.url ?? page.url ?? null,
    canonicalUrl: ownText(metadata.canonicalUrl.value),
    title: ownText(title),
    statedTitle: ownText(metadata.statedTitle.value),
    authors: metadata.authors.value.map(copyOf),
    published: ownText(metadata.published.value),
    modified: ownText(metadata.modified.value),
    language: metadata.language.value,
    direction: metadata.direction.value,
    site: ownText(metadata.site.value),
    section: ownText(metadata.section.value),
    tags: metadata.tags.value.map(copyOf),
    excerpt: ownText(metadata.excerpt.value),
    image: ownText(image.value),
    media: content.media.map(ownMedia),
    text,
    html: blocksHtml(content.blocks),
    wordCount,
    pageType,
    isArticle: extraction.verdict?.isArticle ?? null,
    confidence: extraction.verdict?.confidence ?? null,
    fieldConfidence: {
      title: confidenceOf(metadata.title),
      authors: confidenceOf(metadata.authors),
      published: confidenceOf(metadata.published),
    },
    paywall,
    extractor: options.extractor,
    warnings: collectWarnings(
      page,
      extraction,
      { ...source, text, wordCount, isOfExtras, paywall, isArticle: pageType === "article" },
      options,
    ),
    ...(options.include?.comments && { comments: readComments(page).map(ownComment) }),
    ...(outcomes && {
      explanation: {
        ...explain(page, extraction, { ...metadata, image }, { ...options, outcomes }),
        ...(options.profileFit && { siteProfile: options.profileFit }),
      },
    }),
  };
  keepBlocks(article, content.blocks, page);
  return article;
}

function confidenceOf({ source, confidence }: Found<unknown>): number | null {
  return source === "none" ? null : confidence;
}

const SHOWN = "shown";

/** The picture that represents the article: the one that the page states, else the first that the article shows. */
function leadOf(stated: Found<string | null>, media: readonly Media[]): Found<string | null> {
  if (stated.value !== null && stated.source !== SHOWN) return stated;
  const first = media.find(({ kind, src }) => kind === "image" && src.startsWith("http"));
  if (first === undefined) return { value: null, source: "none", confidence: 0 };
  return { value: first.src, source: SHOWN, confidence: 0.6 };
}

/** A copy of a text: a slice would keep the whole page alive as long as the article. */
function ownText(text: string | null): string | null {
  return text === null ? null : copyOf(text);
}

function ownComment({ author, date, text }: ReaderComment): ReaderComment {
  const clean = (label: string | null) => ownText(cleanLabel(label ?? undefined));
  const paragraphs = text.split("\n\n").flatMap((paragraph) => cleanLabel(paragraph) ?? []);
  return { author: clean(author), date: clean(date), text: copyOf(paragraphs.join("\n\n")) };
}

function ownMedia({ kind, src, alt, caption, credit }: Media): Media {
  return { kind, src: copyOf(src), alt: ownText(alt), caption: ownText(caption), credit: ownText(credit) };
}

/** The fields of an article that come from its text and the verdict on it alone. */
type AssembledText = Pick<Article, "text" | "wordCount" | "isArticle" | "confidence" | "warnings">;

/** The text of a page as `assemble` gives it, without its metadata. */
export function assembleText(
  page: Page,
  extraction: Extraction,
  options: WarningSources & Omit<ContentOptions, "purpose">,
): AssembledText {
  // Captions are placed with their pictures.
  const purpose = options.include?.captions ? "article" : "text";
  const { source, text, wordCount } = assembleContent(page, extraction, { ...options, purpose });
  // Without metadata nothing says whether the page is an article: only why it is empty is reported.
  const made = { ...source, text, wordCount, paywall: null, isArticle: false };
  return {
    text,
    wordCount,
    isArticle: extraction.verdict?.isArticle ?? null,
    confidence: extraction.verdict?.confidence ?? null,
    warnings: collectWarnings(page, extraction, made, options),
  };
}

/** What the caller wants of an article. */
interface ContentOptions {
  readonly include?: Partial<Inclusion> | undefined;
  /** Where the page shows headline, standfirst and byline: for requested parts, and for the explanation. */
  readonly shown?: ShownParts | undefined;
  /** Decides which pictures are the article's; without it they are those that the extractor kept. */
  readonly pictureReader?: PictureReader | undefined;
  /** Reads the title, which is not part of the text; called only where a line can be the title. */
  readonly title: () => string | null;
  readonly purpose?: Kept["purpose"];
}

/** What an article holds and where it is from. */
interface ArticleContent {
  readonly source: ArticleSource;
  readonly content: Content;
  readonly text: string;
  readonly wordCount: number;
  /** Whether only captions and other extras were kept, so that they are the article. */
  readonly isOfExtras: boolean;
}

/** The content of what an extractor kept, without excluded parts and with requested ones. */
function assembleContent(
  page: Page,
  extraction: Extraction,
  options: ContentOptions,
  outcomes?: LeafOutcomes,
): ArticleContent {
  const source = articleSource(page, extraction, options.include?.comments ? COMMENT : undefined);
  // The explanation is about the page's leaves; a body from data has others.
  const noted = source.page === page ? outcomes : undefined;
  const requested = requestedParts({ ...options, roles: extraction.roles });
  const include = { ...DEFAULT_INCLUSION, ...options.include };
  // A requested headline is put back once, where the page shows it.
  const ofBody = requested?.include.headline ? { ...include, headline: false } : include;
  const ofPage = source.page === page ? extraction.roles : undefined;
  const named = ofPage && leavesByRole(ofPage, options.include ?? {}, false);
  const made = makeBody(source, { ...options, include: ofBody, requested, named }, noted);
  // Parts belong to an article: an empty one gets none.
  if (requested === undefined || made.wordCount === 0) return made;
  const content = withParts(page, made, requested, { purpose: options.purpose, outcomes: noted });
  return { ...made, ...textOf(content, include) };
}

const COMMENT = reasonCode("a reader's comment");

/** The kept leaves of a page or, where the body is only in data, all that is shown of that body. */
function articleSource(
  page: Page,
  { scores, reasons, statedBody, cuts, titleNode, isHeadlineOut }: Extraction,
  requested: number | undefined,
): ArticleSource {
  if (statedBody !== undefined) return { page: statedBody.page, kept: statedBody.page.leaves.visible };
  const kept = new Uint8Array(scores.length);
  for (let leaf = 0; leaf < scores.length; leaf++) {
    if (scores[leaf]! >= KEEP_SCORE || reasons[leaf] === requested) kept[leaf] = 1;
  }
  return { page, kept, cuts, titleNode, isHeadlineOut };
}

interface Wanted extends ContentOptions {
  readonly include: Inclusion;
  /** Parts requested by name; they are found on the page whatever was kept. */
  readonly requested: RequestedParts | undefined;
  readonly named: ReturnType<typeof leavesByRole> | undefined;
}

/** The content of a body, with the leaves and pictures it was made of. */
interface Body extends ArticleContent {
  readonly shown: ShownLeaves;
}

type ShownLeaves = Pick<Kept, "leaves" | "sources" | "backgrounds" | "readCaption">;

function makeBody(source: ArticleSource, wanted: Wanted, outcomes: LeafOutcomes | undefined): Body {
  const made = buildFrom(source, wanted, outcomes);
  if (made.wordCount > 0) return made;
  // A gallery is all captions, a short post may be all of its page's title: where nothing else is left, they are the article.
  const include = { ...wanted.include, ...ALL_EXTRAS };
  const whole = { ...wanted, include, named: undefined, purpose: "article" } as const;
  if (buildFrom(source, whole).wordCount < MIN_PROSE_WORDS) return made;
  outcomes?.startAgain(include);
  return { ...buildFrom(source, whole, outcomes), isOfExtras: true };
}

function buildFrom(source: ArticleSource, wanted: Wanted, outcomes?: LeafOutcomes): Body {
  const { page, cuts, titleNode, isHeadlineOut } = source;
  const { include, title, named, purpose = "article" } = wanted;
  const leaves = dropExtras(page, source.kept, { include, title, titleNode, isHeadlineOut, named }, outcomes);
  // Pictures change a text only in the cells of a table, and where parts around them are searched for.
  const isBare = purpose === "text" && wanted.requested === undefined && !hasKeptTable(source);
  const reader = isBare ? undefined : wanted.pictureReader;
  const shown = reader === undefined ? { leaves } : withPictures(source, leaves, { reader, outcomes });
  const content = buildContent(page, { ...shown, purpose, cuts }, outcomes);
  return { source, shown, isOfExtras: false, ...textOf(content, include) };
}

function textOf(
  content: Content,
  { captions }: Inclusion,
): Pick<ArticleContent, "content" | "text" | "wordCount"> {
  const joined = blocksText(content.blocks, { captions });
  const wordCount = countWordsIn(joined, 0, joined.length);
  // One paragraph alone is still a slice of its page.
  return { content, text: copyOf(joined), wordCount };
}

interface PartOptions {
  readonly purpose: Kept["purpose"] | undefined;
  readonly outcomes: LeafOutcomes | undefined;
}

/** The content of a body with the requested parts, in the order of the page. */
function withParts(
  page: Page,
  { source, shown: body }: Body,
  requested: RequestedParts,
  { purpose = "article", outcomes }: PartOptions,
): Content {
  const inner = addInner(source.page, body.leaves, requested, outcomes);
  const build = (parts: RequestedParts): Content => {
    if (source.page === page) {
      const leaves = addByRole(page, addShown(inner, parts, outcomes), parts, outcomes);
      return buildContent(page, { ...body, leaves, purpose, cuts: source.cuts }, outcomes);
    }
    // A body that is in data alone comes after what the page shows.
    const shown = buildContent(page, { leaves: addShown(new Uint8Array(page.leaves.count), parts), purpose });
    const { blocks, media } = buildContent(source.page, { ...body, leaves: inner, purpose });
    return { blocks: [...shown.blocks, ...blocks], media: [...shown.media, ...media] };
  };
  const { headline: leaves } = requested.shown;
  const headline = requested.include.headline
    ? (cleanLabel(new KeptText(page, new Uint8Array(0)).text(leaves)) ?? "")
    : "";
  const content = build(requested);
  const isApart = headline === "" || headlineIndex(content.blocks, headline) >= 0;
  // In a list, or in one line with other words, it would not be a heading: it is then written before the body.
  const { blocks, media } = isApart
    ? content
    : build({ ...requested, include: { ...requested.include, headline: false } });
  // A body in data has no leaves, so no parts are found by roles beside it.
  const parts = source.page === page ? requested : { ...requested, roles: undefined };
  return { blocks: completeBlocks(blocks, parts, headline), media };
}

/** The leaves to show: without the pictures that are not the article's, and with those that the extractor missed. */
function withPictures(
  { page, kept }: ArticleSource,
  leaves: Uint8Array,
  { reader, outcomes }: { readonly reader: PictureReader; readonly outcomes: LeafOutcomes | undefined },
): ShownLeaves {
  const chosen = reader.choose(page, kept, baseOf(page));
  const shown = leaves.slice();
  for (const leaf of chosen.sources.keys()) {
    // A picture of an extra stays out with it.
    if (kept[leaf] === 1) continue;
    shown[leaf] = 1;
    outcomes?.note(leaf, "picture");
  }
  for (const [leaf, fault] of chosen.faults) {
    if (shown[leaf] === 1) outcomes?.note(leaf, fault);
    shown[leaf] = 0;
  }
  for (const [leaf, fault] of chosen.faults) {
    if (!OF_OTHERS.has(fault)) continue;
    for (const word of captionOf(page, leaf, shown)) {
      shown[word] = 0;
      outcomes?.note(word, fault);
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

/** The kept words of the figure of a picture that is left out: without the picture they mean nothing. */
function captionOf(page: Page, picture: number, shown: Uint8Array): number[] {
  const { document, leaves } = page;
  let figure = leaves.node[picture]!;
  for (let level = 0; level < MAX_FIGURE_LEVELS && document.tag[figure] !== TAG.figure; level++) {
    figure = document.parent[figure]!;
    if (figure <= 0) return [];
  }
  if (document.tag[figure] !== TAG.figure || !isPictureWithWords(document, figure)) return [];
  const words: number[] = [];
  const { from, to } = leavesInside(page, figure);
  for (let leaf = from; leaf < to; leaf++) {
    if (shown[leaf] !== 1) continue;
    if (leaves.kind[leaf] !== TEXT_LEAF) return [];
    words.push(leaf);
  }
  return words;
}

/** The content of HTML: everything that the content model has. */
export function parseContent(html: string, url?: string, { isOfArticle = false } = {}): Content {
  const page = new Page(parseHtml(html), url);
  return buildContent(page, { leaves: new Uint8Array(page.leaves.count).fill(1), isOfArticle });
}

interface Assembled {
  readonly article: Article;
  readonly html: string;
  readonly blocks: readonly Block[];
}

/**
 * Formats are written right after extraction, so the blocks of the latest article are kept; only of one, since they are slices of
 * its page, and keeping many articles must not keep their pages alive. This only saves time: parsing the article's HTML gives
 * the same blocks.
 */
let latest: Assembled | undefined;

/** The blocks of longer pages are not kept: the page would take memory after its article is dropped. */
const MAX_MARKUP_UNITS = 1_000_000;

/** Keeps the blocks that the article of a page was assembled from until the next one is. */
function keepBlocks(article: Article, blocks: readonly Block[], { document }: Page): void {
  const isLong = Math.max(document.text.length, document.attributes.markupLength) > MAX_MARKUP_UNITS;
  latest = isLong ? undefined : { article, html: article.html, blocks };
}

/** The blocks of an article: as assembled, or parsed from its HTML, which sanitises an article from a file or a network. */
export function blocksOf(article: Article): readonly Block[] {
  if (latest?.article === article && latest.html === article.html) return latest.blocks;
  return parseContent(article.html, article.url ?? undefined, { isOfArticle: true }).blocks;
}
