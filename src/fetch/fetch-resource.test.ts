import { expect, test } from "vitest";
import { makeResourceFetcher } from "./fetch-resource.ts";
import { serve } from "./loopback.testing.ts";

const LOOPBACK = { allow: ["127.0.0.1"] };
const never = new AbortController().signal;

test("a resource comes as it was sent, whatever its status, at the end of its redirects", async () => {
  const { origin } = await serve((request, response) => {
    if (request.url === "/old") return response.writeHead(302, { location: "/new" }).end();
    return response
      .writeHead(404, { "content-type": "image/png", "access-control-allow-origin": "*" })
      .end("no picture");
  });
  const { bytes, ...head } = await makeResourceFetcher(LOOPBACK)(`${origin}/old`, never);
  expect(head).toEqual({ status: 404, contentType: "image/png", allowOrigin: "*" });
  expect(Buffer.from(bytes).toString()).toBe("no picture");
});

test("a resource of a private address is refused, also behind a redirect", async () => {
  const { origin, port } = await serve((_, response) => {
    response.writeHead(302, { location: `http://127.0.0.2:${port}/` }).end();
  });
  const refused = { code: "ADDRESS_REFUSED" };
  await expect(makeResourceFetcher()(origin, never)).rejects.toMatchObject(refused);
  await expect(makeResourceFetcher(LOOPBACK)(origin, never)).rejects.toMatchObject(refused);
});

test("a resource that is too large or no longer wanted is given up", async () => {
  const { origin } = await serve((request, response) => {
    if (request.url === "/large") response.end("x".repeat(2000));
  });
  const fetchSmall = makeResourceFetcher({ ...LOOPBACK, maxBytes: 1000 });
  await expect(fetchSmall(`${origin}/large`, never)).rejects.toMatchObject({ code: "FETCH_TOO_LARGE" });
  const stop = new AbortController();
  const waiting = fetchSmall(`${origin}/hanging`, stop.signal);
  stop.abort(new Error("no longer wanted"));
  await expect(waiting).rejects.toThrow("no longer wanted");
});
