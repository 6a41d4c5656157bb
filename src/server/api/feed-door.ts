import Type, { type Static } from "typebox";
import type { Door } from "../door.ts";
import { FullFeeds } from "./full-feed.ts";
import { ADDRESS, FAILURE } from "./schemas.ts";

const FEED_QUERY = Type.Object({ url: ADDRESS }, { additionalProperties: false });

const RSS = {
  description: "RSS 2.0 with whole articles.",
  content: { "application/rss+xml": { schema: { type: "string" } } },
} as const;

/** `/feeds?url=`: a feed with whole articles. */
export const feedDoor: Door = (scope, { sites, fetchPolitely: fetchPage, pool, now }) => {
  const feeds = new FullFeeds({ list: (url, limit) => sites.list(url, limit), fetchPage, pool, now });
  scope.get<{ Querystring: Static<typeof FEED_QUERY> }>(
    "/feeds",
    {
      schema: {
        operationId: "fullFeed",
        summary: "Make a feed with whole articles of a feed with short ones, or of a site without a feed",
        querystring: FEED_QUERY,
        response: { 200: RSS, "4xx": FAILURE },
      },
      config: { scope: "extract" },
    },
    async ({ query }, reply) =>
      reply.type("application/rss+xml; charset=utf-8").send(await feeds.make(query.url)),
  );
};
