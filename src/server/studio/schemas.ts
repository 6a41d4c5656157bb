import Type, { type Static } from "typebox";
import { LEAF_ROLES } from "../../article/index.ts";
import { EXTRACTOR_NAMES } from "../../extractors/index.ts";
import { makeReader } from "../api/read-body.ts";

/** No person makes more labels: a page with 300 labelled comments is far below. */
const MAX_LABELS = 20_000;
const MAX_PEOPLE_NAME = 200;
const MAX_PEOPLE = 100;

const NAME = Type.String({ minLength: 1, maxLength: MAX_PEOPLE_NAME });
const FILE_NAME = Type.String({ minLength: 1, maxLength: 1000 });
const ADDRESS = Type.String({ minLength: 1, maxLength: 8000 });

const GIVEN_FILE = Type.Union([
  Type.Object({ name: FILE_NAME, url: Type.Optional(ADDRESS), html: Type.String() }),
  Type.Object({ name: FILE_NAME, url: Type.Optional(ADDRESS), base64: Type.String() }),
]);

/** A file of a person: its text, or its bytes, whose charset the server finds. A further request of the same name adds to the set. */
export type GivenFile = Static<typeof GIVEN_FILE>;

/** POST /sets. */
export const readOpenRequest = /* @__PURE__ */ makeReader(
  Type.Union([
    Type.Object({ kind: Type.Literal("folder"), path: Type.String({ minLength: 1, maxLength: 4000 }) }),
    Type.Object({ kind: Type.Literal("samples") }),
    Type.Object({
      kind: Type.Literal("address"),
      url: ADDRESS,
      render: Type.Optional(Type.Boolean()),
    }),
    Type.Object({
      kind: Type.Literal("library"),
      domain: Type.Optional(Type.String({ maxLength: 300 })),
      query: Type.Optional(Type.String({ maxLength: 1000 })),
      limit: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    Type.Object({
      kind: Type.Literal("files"),
      name: NAME,
      files: Type.Array(GIVEN_FILE, { maxItems: 1000 }),
    }),
    Type.Object({
      /** The text of an index.jsonl whose pages are in its lines, and of files of labels. */
      kind: Type.Literal("set"),
      name: NAME,
      index: Type.String(),
      labels: Type.Optional(
        Type.Array(Type.Object({ by: NAME, text: Type.String() }), { maxItems: MAX_PEOPLE }),
      ),
    }),
  ]),
  { what: "body" },
);

/** What a set is opened from. */
export type OpenRequest = ReturnType<typeof readOpenRequest>;

/** POST /session. */
export const readTokenBody = /* @__PURE__ */ makeReader(
  Type.Object({ token: Type.String({ maxLength: 200 }) }),
  { what: "body" },
);

/** PUT …/labels. */
export const readLabelSave = /* @__PURE__ */ makeReader(
  Type.Object({
    by: NAME,
    pageHash: Type.String({ maxLength: 200 }),
    state: Type.Enum(["done", "skipped", "open"]),
    reason: Type.Optional(Type.String({ maxLength: 1000 })),
    labels: Type.Array(
      Type.Object({ node: Type.Integer({ minimum: 1 }), role: Type.Enum([...LEAF_ROLES]) }),
      { maxItems: MAX_LABELS },
    ),
    /** The revision of the labels that this save replaces; null where there were none. */
    revision: Type.Union([Type.String({ maxLength: 100 }), Type.Null()]),
  }),
  { what: "body" },
);

export type LabelSave = ReturnType<typeof readLabelSave>;

/** GET …/pages. */
export const readPageQuery = /* @__PURE__ */ makeReader(
  Type.Object({
    by: NAME,
    show: Type.Optional(Type.Enum(["all", "open", "done", "skipped", "conflict"])),
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    order: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  { what: "query", isText: true },
);

/** GET …/pages/PAGE and all below it, and frames. */
export const readViewQuery = /* @__PURE__ */ makeReader(
  Type.Object({
    by: Type.Optional(NAME),
    /** If present, with any value: the page as a browser shows it. */
    render: Type.Optional(Type.String()),
    extractor: Type.Optional(Type.String({ maxLength: 100 })),
    extractors: Type.Optional(Type.String({ maxLength: 300 })),
  }),
  { what: "query", isText: true },
);

/** POST /jobs. */
export const readJobRequest = /* @__PURE__ */ makeReader(
  Type.Union([
    Type.Object({ kind: Type.Literal("train"), set: NAME, by: Type.String({ maxLength: MAX_PEOPLE_NAME }) }),
    Type.Object({
      kind: Type.Literal("evaluate"),
      set: NAME,
      extractors: Type.Array(Type.Enum([...EXTRACTOR_NAMES]), { maxItems: 8 }),
      /** Trained models to compare, of jobs; with some, `extractors` may be empty. */
      models: Type.Optional(Type.Array(Type.Object({ job: NAME, method: NAME }), { maxItems: 4 })),
    }),
    Type.Object({
      kind: Type.Literal("mine"),
      set: Type.Optional(NAME),
      domain: Type.Optional(Type.String({ pattern: "^[a-z0-9.-]{1,253}$" })),
    }),
  ]),
  { what: "body" },
);

export type JobRequest = ReturnType<typeof readJobRequest>;

const FILE = Type.Object({ file: Type.String({ minLength: 1 }) });

/** PUT /sites/DOMAIN/model. */
export const readKeepModel = /* @__PURE__ */ makeReader(
  Type.Union([Type.Object({ job: NAME, method: NAME }), FILE]),
  { what: "body" },
);

/** PUT /sites/DOMAIN/profile. */
export const readFileBody = /* @__PURE__ */ makeReader(FILE, { what: "body" });

/** GET …/agreement. */
export const readPair = /* @__PURE__ */ makeReader(Type.Object({ a: NAME, b: NAME }), {
  what: "query",
  isText: true,
});

/** POST …/report. */
export const readReportBody = /* @__PURE__ */ makeReader(
  Type.Object({
    leaf: Type.Integer({ minimum: 0 }),
    anonymise: Type.Optional(Type.Boolean()),
    extractor: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  { what: "body" },
);
