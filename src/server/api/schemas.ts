import Type, { type Static } from "typebox";
import { ARTICLE_SCHEMA, type Article } from "../../article/index.ts";
import { EXTRACTOR_IDS } from "../../extractors/index.ts";
import { FORMATS } from "../../output/index.ts";

/** Addresses above this are attacks or mistakes; the fetcher refuses them too. */
export const MAX_URL_LENGTH = 8192;

/** The address of a page. */
export const ADDRESS = Type.String({ minLength: 1, maxLength: MAX_URL_LENGTH });

/** An article, as `extract` gives it. Schemas with an `$id` are components of the description. */
export const ARTICLE = Type.Unsafe<Article>({ ...ARTICLE_SCHEMA, $schema: undefined, $id: "Article" });

/** The answer to every failed request. */
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

const EXTRACTOR = Type.Enum([...EXTRACTOR_IDS], {
  $id: "ExtractorId",
  description: "The extraction method. Default: fused.",
});
const FORMAT = Type.Enum([...FORMATS], {
  $id: "Format",
  description: "The format of the article. Default: json.",
});

/** How a page is extracted; the same names in the query and in a JSON body. */
const HOW = {
  url: Type.Optional(
    Type.String({
      maxLength: MAX_URL_LENGTH,
      description: "The address of the page; fetched where there is no HTML.",
    }),
  ),
  extractor: Type.Optional(EXTRACTOR),
  format: Type.Optional(FORMAT),
  explain: Type.Optional(
    Type.Boolean({
      description: "Adds where every field came from and why every leaf was kept or dropped; JSON only.",
    }),
  ),
  collectedTitle: Type.Optional(
    Type.String({ maxLength: 1000, description: "The title under which the page was collected." }),
  ),
};

const HOW_HTML = Type.Optional(Type.String({ description: "The page; without it, url is fetched." }));

/** How to extract, as a query. */
export const EXTRACT_QUERY = Type.Object(HOW, { additionalProperties: false });

export type ExtractQuery = Static<typeof EXTRACT_QUERY>;

/** A page with how to extract it. */
export const EXTRACT_BODY = Type.Object(
  {
    ...HOW,
    html: HOW_HTML,
  },
  { additionalProperties: false, $id: "ExtractRequest" },
);

export type ExtractBody = Static<typeof EXTRACT_BODY>;

/** How the pages of a batch are extracted. */
export const BATCH_QUERY = Type.Object({ extractor: HOW.extractor }, { additionalProperties: false });

/** A page of a batch. */
export const BATCH_LINE = Type.Object(
  {
    id: Type.Optional(
      Type.Union([Type.String(), Type.Number()], {
        description: "Given back. Default: the number of the line.",
      }),
    ),
    html: HOW_HTML,
    url: HOW.url,
    encoding: Type.Optional(
      Type.String({ description: "The charset that the page was saved in, where it is certain." }),
    ),
    collectedTitle: HOW.collectedTitle,
  },
  { $id: "BatchLine", description: "A page of a batch; unknown fields are ignored." },
);

/** What became of a page of a batch. */
export const BATCH_ANSWER = Type.Object(
  {
    id: Type.String(),
    error: Type.Optional(
      Type.Object(
        { code: Type.String(), message: Type.String() },
        { description: "Why there is no article." },
      ),
    ),
    title: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    text: Type.Optional(Type.String()),
  },
  {
    $id: "BatchAnswer",
    description:
      "The id and an error, or the id and all fields of an Article, some of which are listed here.",
  },
);
