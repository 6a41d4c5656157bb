import { type Extraction, MIN_PROSE_WORDS, type Page } from "../page/index.ts";
import { copyOf, countWordsIn } from "../text/index.ts";
import { type AskedParts, addInner, addShown, completeBlocks, headlineIndex } from "./add-parts.ts";
import { type ArticleSource, articleSource } from "./article-source.ts";
import { buildContent, type Kept } from "./build-content.ts";
import { cleanLabel } from "./clean-text.ts";
import type { Content } from "./content.ts";
import type { Fates } from "./fates.ts";
import { KeptText } from "./kept-text.ts";
import { ALL_EXTRAS, dropExtras, type Wanted } from "./roles.ts";
import { blocksText } from "./text.ts";

/** What an article holds and where it is from. */
export interface MadeContent {
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

/** What was made of a body, with the leaves that it was made of. */
interface MadeBody extends MadeContent {
  readonly leaves: Uint8Array;
}

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
  const { cuts, titleNode } = source;
  const leaves = dropExtras(source.page, source.kept, { ...wanted, titleNode }, fates);
  const { purpose = "article" } = wanted;
  const content = buildContent(source.page, { leaves, purpose, ...(cuts && { cuts }) }, fates);
  return { source, leaves, isOfExtras: false, ...textOf(content, wanted) };
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
  { source, leaves: body }: MadeBody,
  asked: AskedParts,
  { purpose = "article", fates }: PartOptions,
): Content {
  const inner = addInner(source.page, body, asked, fates);
  const build = (parts: AskedParts): Content => {
    if (source.page === page) {
      const leaves = addShown(inner, parts, fates);
      return buildContent(page, { leaves, purpose, ...(source.cuts && { cuts: source.cuts }) }, fates);
    }
    // A body that stands in data alone comes after what the page shows.
    const shown = buildContent(page, { leaves: addShown(new Uint8Array(page.leaves.count), parts), purpose });
    const { blocks, media } = buildContent(source.page, { leaves: inner, purpose });
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
