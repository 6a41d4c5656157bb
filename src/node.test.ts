import { expect, test } from "vitest";
import { serve } from "./fetch/loopback.testing.ts";
import { extractUrl, fetchPage } from "./node.ts";

const PAGE = "<title>Tide</title><h1>Tide</h1><p>The ferry sails at eight, as it did nine years ago.</p>";

test("extracts the article at an address that is allowed, under its final address", async () => {
  const { origin } = await serve((request, response) => {
    if (request.url === "/old") response.writeHead(301, { location: "/story" }).end();
    else response.writeHead(request.url === "/story" ? 200 : 404, { "content-type": "text/html" }).end(PAGE);
  });
  const fetch = { allow: ["127.0.0.1"] };
  const article = await extractUrl(`${origin}/old`, { extractor: "econ", fetch });
  expect(article).toMatchObject({ url: `${origin}/story`, extractor: "econ" });
  expect(article.text).toContain("sails at eight");
});

test("refuses what the guard refuses, before anything is sent", async () => {
  const { origin, accepted } = await serve((_, response) => response.end(PAGE));
  for (const call of [fetchPage, extractUrl])
    await expect(call(origin)).rejects.toMatchObject({ code: "ADDRESS_REFUSED" });
  expect(accepted()).toBe(0);
});
