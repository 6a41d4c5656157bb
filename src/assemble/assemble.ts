import {
  type Article,
  type Contribution,
  type ProfileFit,
  type Warning,
  type WarningCode,
  warn,
} from "../article/index.ts";
import type { Metadata } from "../metadata/index.ts";
import type { Extraction, Page } from "../page/index.ts";
import { countWordsIn } from "../text/index.ts";
import { articleSource } from "./article-source.ts";
import { buildContent } from "./build-content.ts";
import { explain } from "./explain.ts";
import { Fates } from "./fates.ts";
import { blocksHtml } from "./html.ts";
import { DEFAULT_INCLUSION, type Inclusion } from "./inclusion.ts";
import type { PageWarner } from "./page-warnings.ts";
import { dropExtras } from "./roles.ts";
import { blocksText } from "./text.ts";
import { verdictWarnings } from "./verdict-warnings.ts";

/** What an article is made of besides its page. */
export interface AssembleOptions {
  readonly url?: string | undefined;
  /** The id of the extractor that judged the leaves. */
  readonly extractor: string;
  readonly include?: Partial<Inclusion> | undefined;
  readonly explain?: boolean | undefined;
  /** What a leaf's score is made of, from extractors that weigh; the explanation tells the strongest. */
  readonly contributions?: ((leaf: number) => readonly Contribution[]) | undefined;
  /** How the page fits the profile of its site; the explanation tells it. */
  readonly profileFit?: ProfileFit | undefined;
  /** Judges what was made of the page. */
  readonly warnOfPage?: PageWarner | undefined;
  /** What was odd before extraction: the charset, the markup. */
  readonly warnings?: readonly WarningCode[] | undefined;
}

/** Fewer words than this make a teaser, a caption or a wrong part of the page; WARNINGS.SHORT_TEXT says so. */
const SHORT_TEXT_WORDS = 25;

/** The article of a page: what the extractor kept, under the page's own metadata. */
export function assemble(
  page: Page,
  extraction: Extraction,
  metadata: Metadata,
  options: AssembleOptions,
): Article {
  const include = { ...DEFAULT_INCLUSION, ...options.include };
  const title = metadata.title.value;
  const source = articleSource(page, extraction);
  const fates = options.explain ? new Fates(include) : undefined;
  // What becomes of leaves is told of the page, which a body in data is not part of.
  const noted = source.page === page ? fates : undefined;
  const { cuts, titleNode } = source;
  const leaves = dropExtras(source.page, source.kept, { include, title, titleNode }, noted);
  const content = buildContent(source.page, { leaves, ...(cuts && { cuts }) }, noted);
  const text = blocksText(content.blocks, { captions: include.captions });
  const wordCount = countWordsIn(text, 0, text.length);
  const isArticle = metadata.pageType.value === "article";
  return {
    url: options.url ?? page.url ?? null,
    canonicalUrl: metadata.canonicalUrl.value,
    title,
    authors: metadata.authors.value,
    published: metadata.published.value,
    modified: metadata.modified.value,
    language: metadata.language.value,
    direction: metadata.direction.value,
    site: metadata.site.value,
    section: metadata.section.value,
    tags: metadata.tags.value,
    excerpt: metadata.excerpt.value,
    image: metadata.image.value,
    media: content.media,
    text,
    html: blocksHtml(content.blocks),
    wordCount,
    pageType: metadata.pageType.value,
    isArticle: extraction.verdict?.isArticle ?? null,
    confidence: extraction.verdict?.confidence ?? null,
    paywall: metadata.paywall.value,
    extractor: options.extractor,
    warnings: collectWarnings(page, wordCount, [
      ...(options.warnings ?? []),
      ...(extraction.warnings ?? []),
      ...verdictWarnings(extraction.verdict),
      ...(options.warnOfPage?.(page, {
        ...source,
        text,
        wordCount,
        paywall: metadata.paywall.value,
        isArticle,
      }) ?? []),
    ]),
    ...(fates && {
      explanation: {
        ...explain(page, extraction, metadata, { fates, contributions: options.contributions }),
        ...(options.profileFit && { siteProfile: options.profileFit }),
      },
    }),
  };
}

function collectWarnings(page: Page, wordCount: number, before: readonly WarningCode[]): Warning[] {
  const codes = new Set(before);
  // What a page says without scripts is not the text where that comes from its data.
  if (codes.has("TEXT_FROM_DATA")) codes.delete("NOSCRIPT_USED");
  if (wordCount === 0) codes.add(showsText(page) ? "NOTHING_FOUND" : "NO_TEXT");
  else if (wordCount < SHORT_TEXT_WORDS) codes.add("SHORT_TEXT");
  return [...codes].map(warn);
}

function showsText({ leaves }: Page): boolean {
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (leaves.kind[leaf] === 0 && leaves.visible[leaf] === 1) return true;
  }
  return false;
}
