export {
  ARTICLE_FIELDS,
  type Article,
  type Contribution,
  type ExplainedLeaf,
  type Explanation,
  type ExtractionNotes,
  type FieldSource,
  isPageType,
  MEDIA_KINDS,
  type Media,
  PAGE_TYPES,
  type PageType,
  type ProfileFit,
  type ReaderComment,
  TITLE_SITUATIONS,
  type TitleNotes,
  type Warning,
  type WarningCode,
  warn,
} from "./article.ts";
export { ARTICLE_SCHEMA } from "./schema.data.ts";
export { WARNINGS } from "./warnings.data.ts";
