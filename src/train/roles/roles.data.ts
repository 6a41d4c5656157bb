/** What a block is to its article. */
export const ROLES = [
  ...(["headline", "standfirst", "byline", "date", "body", "caption", "credit", "related link"] as const),
  ...(["promotion", "comment", "quote", "list", "table", "code", "embed", "other"] as const),
] as const;
/** What a block is to its article. */
export type BlockRole = (typeof ROLES)[number];

/** How credits of pictures begin, in the languages of the labelled sets; written for this list. */
export const CREDIT_START =
  /^\W*(?:©|\(c\)|(?:photo(?:graph|s)?|picture|image|illustration|credit|courtesy|foto|bild|fotografia|fotografie|zdjęcie|fot|crédito|crédit|imagen|immagine|imagem|фото|写真|图片|圖片|사진)s?(?:\s+(?:by|of|courtesy|credit|von|por|di|par))?\s*[:/：©]|(?:photo(?:graph)?|image|picture|illustration)s?\s+(?:by|courtesy)\b)/iu;

/** Class and id words of a site's promotions inside an article. */
export const PROMOTION_NAME =
  /(?:^|[\s_-])(?:ad|ads|advert|advertisement|advertising|sponsor|sponsored|promo|promotion|newsletter|subscribe|subscription|signup|sign-up|paywall|donate|donation|cta)(?:$|[\s_-])/i;

/** Class and id words of picture credits. */
export const CREDIT_NAME = /(?:^|[\s_-])(?:credits?|copyright|photographer|attribution)(?:$|[\s_-])/i;

/** Class and id words of captions outside of `figcaption`. */
export const CAPTION_NAME = /(?:^|[\s_-])(?:captions?|legend|cutline)(?:$|[\s_-])/i;
