import { LEAF_ROLES, PAGE_TYPES, TITLE_SITUATIONS } from "./article.ts";

const TEXT_OR_NULL = { type: ["string", "null"] } as const;
const URL_OR_NULL = { type: ["string", "null"], format: "uri" } as const;
const PROBABILITY_OR_NULL = { type: ["number", "null"], minimum: 0, maximum: 1 } as const;
const DATE_OR_NULL = {
  type: ["string", "null"],
  description: "ISO 8601: a day, or a day and a time, with an offset where the page gives one.",
  pattern: "^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})?)?$",
} as const;

const COMMENTS = {
  type: "array",
  description: "What readers wrote, only where comments are asked for.",
  items: {
    type: "object",
    properties: {
      author: TEXT_OR_NULL,
      date: { ...TEXT_OR_NULL, description: "As the page states it." },
      text: { type: "string", description: "Paragraphs separated by a blank line." },
    },
    required: ["author", "date", "text"],
    additionalProperties: false,
  },
} as const;

const PROPERTIES = {
  url: { ...URL_OR_NULL, description: "The address the page was found at." },
  canonicalUrl: { ...URL_OR_NULL, description: "The address the page gives as its own." },
  title: { ...TEXT_OR_NULL, description: "The headline that readers see." },
  statedTitle: { ...TEXT_OR_NULL, description: "What the head and the data of the page say the title is." },
  authors: { type: "array", items: { type: "string" } },
  published: DATE_OR_NULL,
  modified: DATE_OR_NULL,
  language: { ...TEXT_OR_NULL, description: "A BCP 47 language tag." },
  direction: { enum: ["ltr", "rtl", null] },
  site: { ...TEXT_OR_NULL, description: "The name of the publication." },
  section: TEXT_OR_NULL,
  tags: { type: "array", items: { type: "string" } },
  excerpt: TEXT_OR_NULL,
  image: { ...URL_OR_NULL, description: "The address of the lead image." },
  media: {
    type: "array",
    items: {
      type: "object",
      properties: {
        kind: { enum: ["image", "video", "audio", "frame"] },
        src: { type: "string", format: "uri" },
        alt: TEXT_OR_NULL,
        caption: TEXT_OR_NULL,
        credit: TEXT_OR_NULL,
      },
      required: ["kind", "src", "alt", "caption", "credit"],
      additionalProperties: false,
    },
  },
  text: {
    type: "string",
    description:
      "Paragraphs separated by a blank line; headings, list items and table rows on lines of their own.",
  },
  html: { type: "string", description: "Sanitised, with absolute addresses." },
  wordCount: { type: "integer", minimum: 0 },
  pageType: { enum: [...Object.keys(PAGE_TYPES), null], description: "What kind of page it is." },
  isArticle: { ...PROBABILITY_OR_NULL, description: "Probability that the page is an article." },
  confidence: { ...PROBABILITY_OR_NULL, description: "Probability that the answer is right." },
  fieldConfidence: {
    type: "object",
    description: "Probability that each of these fields is right; null where the page does not say it.",
    properties: { title: PROBABILITY_OR_NULL, authors: PROBABILITY_OR_NULL, published: PROBABILITY_OR_NULL },
    required: ["title", "authors", "published"],
    additionalProperties: false,
  },
  paywall: { type: ["boolean", "null"] },
  extractor: { type: "string", description: "The id of the method that found the article." },
  warnings: {
    type: "array",
    items: {
      type: "object",
      properties: { code: { type: "string" }, message: { type: "string" } },
      required: ["code", "message"],
      additionalProperties: false,
    },
  },
} as const;

const CONTRIBUTIONS = {
  type: "array",
  description:
    "What weighed most in the score, strongest after the base; the weights add up to its log-odds.",
  items: {
    type: "object",
    properties: {
      feature: { type: "string", description: "A feature, base, or others for all that are not listed." },
      value: { type: ["number", "null"] },
      weight: { type: "number", description: "What it adds to the log-odds of the score." },
    },
    required: ["feature", "value", "weight"],
    additionalProperties: false,
  },
} as const;

const PROFILE_FIT = {
  type: "object",
  description:
    "How the page fits the profile of its site; isStale where too little of the template is there.",
  properties: {
    site: { type: "string" },
    made: { type: "string" },
    isStale: { type: "boolean" },
    share: { type: "number", minimum: 0, maximum: 1 },
    coverage: { type: "number", minimum: 0, maximum: 1 },
    places: { type: "integer", minimum: 0 },
    missing: { type: "array", items: { type: "string" } },
  },
  required: ["site", "made", "isStale", "share", "coverage", "places", "missing"],
  additionalProperties: false,
} as const;

const NOTES = {
  type: "object",
  description: "How the extractor decided, if it reports that.",
  properties: {
    otherPagesWeight: {
      type: "number",
      minimum: 0,
      maximum: 1,
      description: "The weight of the ensemble for pages that are not articles.",
    },
    networkWeight: {
      type: "number",
      minimum: 0,
      maximum: 1,
      description: "The weight of the network beside the trees of articles.",
    },
    contextWeight: {
      type: "number",
      minimum: 0,
      maximum: 1,
      description: "The weight of what is around a block where the trees are unsure of it.",
    },
    threshold: {
      type: "number",
      minimum: 0,
      maximum: 1,
      description: "Blocks of this page were kept from this probability up.",
    },
    steps: {
      type: "integer",
      minimum: 0,
      description: "Steps climbed from the first text node, including the last, which gained nothing.",
    },
    title: {
      type: "object",
      description: "The search for the title under which the page was collected.",
      properties: {
        source: { enum: ["collected", "page", "none"], description: "Which title was searched for." },
        situation: {
          enum: TITLE_SITUATIONS,
          description: "How the texts that are similar to the title relate to the page's headline.",
        },
        possibleTitles: { type: "integer", minimum: 0 },
        reserveRange: {
          type: "boolean",
          description: "Whether the body was found before the first possible title.",
        },
      },
      required: ["source", "situation", "possibleTitles", "reserveRange"],
      additionalProperties: false,
    },
  },
  additionalProperties: false,
} as const;

const EXPLANATION = {
  type: "object",
  properties: {
    fields: {
      type: "object",
      additionalProperties: {
        type: "object",
        properties: { source: { type: "string" }, confidence: { type: "number", minimum: 0, maximum: 1 } },
        required: ["source", "confidence"],
        additionalProperties: false,
      },
    },
    notes: NOTES,
    leaves: {
      type: "array",
      items: {
        type: "object",
        properties: {
          path: { type: "string" },
          text: { type: "string" },
          kept: { type: "boolean", description: "Whether the article holds it: in text, html or media." },
          score: { type: "number", minimum: 0, maximum: 1, description: "What the extractor gave it." },
          reason: {
            type: "string",
            description:
              "The extractor's reason, or why assembly did not put a leaf of the body in the text.",
          },
          part: {
            enum: ["headline", "standfirst", "byline"],
            description:
              "What it shows of the article besides the body, whether the article holds it or not.",
          },
          role: { enum: LEAF_ROLES, description: "What it is, whether the article holds it or not." },
          roleChance: { type: "number", minimum: 0, maximum: 1, description: "The chance of that role." },
          contributions: CONTRIBUTIONS,
        },
        required: ["path", "text", "kept", "score", "reason"],
        additionalProperties: false,
      },
    },
    siteProfile: PROFILE_FIT,
  },
  required: ["fields", "leaves"],
  additionalProperties: false,
} as const;

/** The published JSON Schema of an Article; its properties are in the order in which JSON output writes them. */
export const ARTICLE_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "urn:galley:article",
  title: "Article",
  description: "The article of a news page. null means that the page does not say.",
  type: "object",
  properties: { ...PROPERTIES, comments: COMMENTS, explanation: EXPLANATION },
  required: Object.keys(PROPERTIES),
  additionalProperties: false,
} as const;
