import type { Article, Contribution, Media, ProfileFit } from "../article/index.ts";
import type { Found, Metadata, ShownParts } from "../metadata/index.ts";
import type { Extraction, Page } from "../page/index.ts";
import { askedParts } from "./add-parts.ts";
import { collectWarnings, type Warners } from "./collect-warnings.ts";
import { explain } from "./explain.ts";
import { Fates } from "./fates.ts";
import { blocksHtml } from "./html.ts";
import { DEFAULT_INCLUSION, type Inclusion } from "./inclusion.ts";
import { makeContent } from "./make-content.ts";
import { ownMedia, ownText, ownTexts } from "./own-texts.ts";
import type { PictureReader } from "./pictures/index.ts";
import { keepBlocks } from "./read-content.ts";

/** What an article is made of besides its page. */
export interface AssembleOptions extends Warners {
  readonly url?: string | undefined;
  /** The id of the extractor that judged the leaves. */
  readonly extractor: string;
  readonly include?: Partial<Inclusion> | undefined;
  readonly explain?: boolean | undefined;
  /** What a leaf's score is made of, from extractors that weigh; the explanation tells the strongest. */
  readonly contributions?: ((leaf: number) => readonly Contribution[]) | undefined;
  /** Where the page shows headline, standfirst and byline: for parts that are asked for, and for the explanation. */
  readonly shown?: ShownParts | undefined;
  /** Tells which pictures are the article's; without it they are those that the extractor kept. */
  readonly pictureReader?: PictureReader | undefined;
  /** How the page fits the profile of its site; the explanation tells it. */
  readonly profileFit?: ProfileFit | undefined;
}

/** The article of a page: what the extractor kept, under the page's own metadata. */
export function assemble(
  page: Page,
  extraction: Extraction,
  metadata: Metadata,
  options: AssembleOptions,
): Article {
  const include = { ...DEFAULT_INCLUSION, ...options.include };
  const title = metadata.title.value;
  // A headline that was asked for is put back from where the page shows it; other copies are left out.
  const fates = options.explain ? new Fates({ ...include, headline: false }) : undefined;
  const { source, content, text, wordCount, isOfExtras } = makeContent(
    page,
    extraction,
    { include, title: () => title, asked: askedParts(options), pictureReader: options.pictureReader },
    fates,
  );
  const paywall = metadata.paywall.value;
  const image = leadOf(metadata.image, content.media);
  const article: Article = {
    url: options.url ?? page.url ?? null,
    canonicalUrl: ownText(metadata.canonicalUrl.value),
    title: ownText(title),
    authors: ownTexts(metadata.authors.value),
    published: ownText(metadata.published.value),
    modified: ownText(metadata.modified.value),
    language: metadata.language.value,
    direction: metadata.direction.value,
    site: ownText(metadata.site.value),
    section: ownText(metadata.section.value),
    tags: ownTexts(metadata.tags.value),
    excerpt: ownText(metadata.excerpt.value),
    image: ownText(image.value),
    media: content.media.map(ownMedia),
    text,
    html: blocksHtml(content.blocks),
    wordCount,
    pageType: metadata.pageType.value,
    isArticle: extraction.verdict?.isArticle ?? null,
    confidence: extraction.verdict?.confidence ?? null,
    paywall,
    extractor: options.extractor,
    warnings: collectWarnings(
      page,
      extraction,
      { ...source, text, wordCount, isOfExtras, paywall, isArticle: metadata.pageType.value === "article" },
      options,
    ),
    ...(fates && {
      explanation: {
        ...explain(page, extraction, { ...metadata, image }, { ...options, fates }),
        ...(options.profileFit && { siteProfile: options.profileFit }),
      },
    }),
  };
  keepBlocks(article, content.blocks);
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
