export {
  type Article,
  type Contribution,
  type ExplainedLeaf,
  type Explanation,
  type FieldSource,
  MEDIA_KINDS,
  type Media,
  type ProfileFit,
  type Warning,
  type WarningCode,
  warn,
} from "./article.ts";
export { ARTICLE_FIELDS } from "./fields.data.ts";
export { isPageType, PAGE_TYPES, type PageType } from "./page-types.data.ts";
export { ARTICLE_SCHEMA } from "./schema.data.ts";
export { WARNINGS } from "./warnings.data.ts";
