import Type from "typebox";
import { ARTICLE_SCHEMA, type Article } from "../article/index.ts";
import { EXTRACTOR_IDS, type ExtractorId } from "../extractors/index.ts";
import { FORMATS, type Format } from "../output/index.ts";

/** Addresses above this are attacks or mistakes; the fetcher refuses them too. */
const MAX_URL_LENGTH = 8192;

/** An article, as `extract` gives it. Schemas with an `$id` are components of the description. */
export const ARTICLE = Type.Unsafe<Article>({ ...ARTICLE_SCHEMA, $schema: undefined, $id: "Article" });

/** What every failed request is answered with. */
export const FAILURE = Type.Object(
  {
    error: Type.Object({
      code: Type.String({ description: "Stable; listed in docs/errors.md." }),
      message: Type.String({ description: "What happened." }),
      help: Type.String({ description: "What to do." }),
      retry: Type.Boolean({ description: "Whether asking again later can help." }),
      requestId: Type.String({ description: "The same as in the header x-request-id and in the log." }),
    }),
  },
  { $id: "Failure" },
);

/** How a page is extracted; the same names in the query and in a JSON body. */
const HOW = {
  url: Type.Optional(
    Type.String({
      maxLength: MAX_URL_LENGTH,
      description: "The address of the page; fetched where there is no HTML.",
    }),
  ),
  extractor: Type.Optional(
    Type.Enum([...EXTRACTOR_IDS], { description: "The extraction method; fused where it is not said." }),
  ),
  format: Type.Optional(Type.Enum([...FORMATS], { description: "json where it is not said." })),
  explain: Type.Optional(
    Type.Boolean({
      description: "Adds where every field came from and what became of every leaf; JSON only.",
    }),
  ),
  collectedTitle: Type.Optional(
    Type.String({ maxLength: 1000, description: "The title under which the page was collected." }),
  ),
};

/** How to extract, as a query. */
export const EXTRACT_QUERY = Type.Object(HOW, { additionalProperties: false });

/** How to extract. */
export interface ExtractQuery {
  url?: string;
  extractor?: ExtractorId;
  format?: Format;
  explain?: boolean;
  collectedTitle?: string;
}

/** A page with how to extract it. */
export const EXTRACT_BODY = Type.Object(
  {
    ...HOW,
    html: Type.Optional(Type.String({ description: "The page; without it, url is fetched." })),
  },
  { additionalProperties: false, $id: "ExtractRequest" },
);

/** A page with how to extract it. */
export interface ExtractBody extends ExtractQuery {
  html?: string;
}
