import type { Article, Contribution, Media, ProfileFit } from "../article/index.ts";
import type { Found, Metadata } from "../metadata/index.ts";
import type { Extraction, Page } from "../page/index.ts";
import { copyOf } from "../text/index.ts";
import { assembleContent, type ContentOptions, keepBlocks } from "./article-content.ts";
import { explain, LeafOutcomes } from "./explain.ts";
import { blocksHtml } from "./html.ts";
import { DEFAULT_INCLUSION } from "./roles.ts";
import { collectWarnings, type Warners } from "./warnings.ts";

/** What an article is made of besides its page. */
export interface AssembleOptions extends Warners, Omit<ContentOptions, "title" | "purpose"> {
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
  // A headline that was asked for is put back from where the page shows it; other copies are left out.
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
    paywall,
    extractor: options.extractor,
    warnings: collectWarnings(
      page,
      extraction,
      { ...source, text, wordCount, isOfExtras, paywall, isArticle: pageType === "article" },
      options,
    ),
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

const SHOWN = "shown";

/** The picture that stands for the article: the one that the page states, else the first that the article shows. */
function leadOf(stated: Found<string | null>, media: readonly Media[]): Found<string | null> {
  if (stated.value !== null && stated.source !== SHOWN) return stated;
  const first = media.find(({ kind, src }) => kind === "image" && src.startsWith("http"));
  if (first === undefined) return { value: null, source: "none", confidence: 0 };
  return { value: first.src, source: SHOWN, confidence: 0.6 };
}

/** A text with storage of its own: who keeps an article must not keep its whole page, which a slice would. */
function ownText(text: string | null): string | null {
  return text === null ? null : copyOf(text);
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
  options: Warners & Omit<ContentOptions, "purpose">,
): AssembledText {
  // Captions stand with their pictures.
  const purpose = options.include?.captions ? "article" : "text";
  const { source, text, wordCount } = assembleContent(page, extraction, { ...options, purpose });
  // Without metadata nobody knows whether the page is an article: only why it is empty is reported.
  const made = { ...source, text, wordCount, paywall: null, isArticle: false };
  return {
    text,
    wordCount,
    isArticle: extraction.verdict?.isArticle ?? null,
    confidence: extraction.verdict?.confidence ?? null,
    warnings: collectWarnings(page, extraction, made, options),
  };
}
