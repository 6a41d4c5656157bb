import Type, { type Static } from "typebox";
import { NewsError } from "../../errors/index.ts";
import { keptAddress } from "../../url/index.ts";
import type { RouteGroup, RouteParts } from "../app-parts.ts";
import { ADDRESS, FAILURE } from "./schemas.ts";

const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
const DEFAULT_SET = "From the browser";

/** A page that a client has, and where it goes. */
const SENT_PAGE = Type.Object(
  {
    url: ADDRESS,
    html: Type.String({ description: "The page as it is on the client's screen." }),
    to: Type.Optional(Type.Enum(["library", "studio"], { description: "Default: the library." })),
    set: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: `The set of the studio that it is put into. Default: ${DEFAULT_SET}.`,
      }),
    ),
  },
  { additionalProperties: false, $id: "SentPage" },
);
type SentPage = Static<typeof SENT_PAGE>;

const ADDED_PAGE = Type.Object(
  {
    to: Type.Enum(["library", "studio"]),
    outcome: Type.Enum(["stored", "changed", "seen"], {
      description: "Whether the library has a new article, a new version of one, or had it already.",
    }),
    at: Type.String({ description: "Where people look at it: a path of this server." }),
    id: Type.Union([Type.Integer(), Type.Null()], {
      description: "The id of the article; null in the studio.",
    }),
    title: TEXT_OR_NULL,
  },
  { $id: "AddedPage" },
);
type AddedPage = Static<typeof ADDED_PAGE>;

/** `POST /pages`: a page that a client has, for the library or the studio; nothing is fetched. */
export const pagesRoutes: RouteGroup = (scope, parts) => {
  // One at a time: the index of a set is read and written as a whole.
  let last: Promise<unknown> = Promise.resolve();
  scope.post<{ Body: SentPage }>(
    "/pages",
    {
      schema: {
        operationId: "addPage",
        summary: "Add a page that the client has to the library, or to a set of the studio",
        description:
          "Its scope, add, opens nothing else. Nothing is fetched. The studio takes pages only from clients with a key.",
        body: SENT_PAGE,
        response: { 201: ADDED_PAGE, "4xx": FAILURE },
      },
      config: { scope: "add", changes: true, isForExtensions: true },
    },
    async ({ body, client }, reply) => {
      if (body.to !== "studio") return reply.code(201).send(await addToLibrary(body, client, parts));
      const added = last.then(() => addToStudio(body, parts));
      last = added.catch(() => undefined);
      return reply.code(201).send(await added);
    },
  );
};

async function addToLibrary(
  { url, html }: SentPage,
  client: string,
  { sites, security }: RouteParts,
): Promise<AddedPage> {
  // Without keys a client is known by its address, which says nothing.
  const source = security.keys === undefined ? "browser" : `browser ${client}`;
  const { id, outcome, title } = await sites.addPage({ url, html, source });
  return { to: "library", outcome, at: `/read/${id}`, id, title };
}

async function addToStudio(
  { url: given, html, set = DEFAULT_SET }: SentPage,
  { studio, security }: RouteParts,
): Promise<AddedPage> {
  if (studio === undefined) throw new NewsError("NOT_FOUND", "This server has no studio.");
  // Otherwise other programs on the machine could reach it, and the studio is only for browsers that signed in.
  if (security.keys === undefined)
    throw new NewsError("KEY_REQUIRED", "The studio takes pages only from clients with a key.");
  const url = keptAddress(given);
  if (url === undefined) throw new NewsError("BAD_URL", "The address of the page is not http or https.");
  if (html.trim() === "") throw new NewsError("EMPTY_INPUT", "The page is empty.");
  const { id } = await studio.sets.open({ kind: "files", name: set, files: [{ name: url, url, html }] });
  return {
    to: "studio",
    outcome: "stored",
    at: `/studio/set/${encodeURIComponent(id)}`,
    id: null,
    title: null,
  };
}
