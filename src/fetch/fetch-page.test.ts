import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import {
  type FetchOptions,
  fetchPage,
  makeResourceFetcher,
  mayBeHtml,
  readContentType,
  readRetryAfter,
} from "./fetch-page.ts";
import { type Loopback, serve } from "./loopback.testing.ts";

const HERE: FetchOptions = { allow: ["127.0.0.1"], ignoreRobots: true, timeoutMs: 5000 };

const PAGE = "<!doctype html><title>Harbour</title><p>The wall gave way.";

const failure = (code: string, message = /./) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

/** The server sees the end of a connection a moment after the client has closed it. */
async function expectAllClosed(server: Loopback): Promise<void> {
  await expect.poll(() => server.open(), { interval: 5, timeout: 20_000 }).toBe(0);
}

describe("fetchPage", () => {
  test("gives the page with its address, type, charset and time", async () => {
    const server = await serve((_, response) => {
      response.setHeader("content-type", "Text/HTML; charset=UTF-8").end(PAGE);
    });
    const requestedUrl = `${server.origin}/story?id=1#comments`;
    const page = await fetchPage(requestedUrl, { ...HERE, now: () => new Date(0) });
    expect({ ...page, bytes: Buffer.from(page.bytes).toString() }).toEqual({
      url: `${server.origin}/story?id=1`,
      requestedUrl,
      redirects: [],
      status: 200,
      contentType: "text/html",
      charset: "utf-8",
      bytes: PAGE,
      fetchedAt: "1970-01-01T00:00:00.000Z",
      validators: {},
    });
    await expectAllClosed(server);
  });

  test("says who it is, what it wants and which host it means", async () => {
    let seen: NodeJS.Dict<string | string[]> = {};
    const server = await serve((request, response) => {
      seen = request.headers;
      response.end(PAGE);
    });
    await fetchPage(`http://news.example:${server.port}/`, { ...HERE, lookup: async () => ["127.0.0.1"] });
    expect(seen).toMatchObject({
      host: `news.example:${server.port}`,
      "user-agent": "galley/0.1 (news article extractor)",
      accept: expect.stringContaining("text/html"),
      "accept-encoding": "gzip, deflate, br, zstd",
    });
    await fetchPage(server.origin, { ...HERE, userAgent: "desk/2" });
    expect(seen["user-agent"]).toBe("desk/2");
  });

  test("unpacks what the server packed", async () => {
    const server = await serve((_, response) => {
      response.setHeader("content-encoding", "gzip").end(gzipSync(PAGE));
    });
    expect(Buffer.from((await fetchPage(server.origin, HERE)).bytes).toString()).toBe(PAGE);
  });

  test.each([
    [404, "HTTP_REFUSED", false],
    [403, "HTTP_REFUSED", false],
    [304, "HTTP_REFUSED", false],
    [408, "HTTP_STATUS", true],
    [425, "HTTP_STATUS", true],
    [429, "HTTP_STATUS", true],
    [503, "HTTP_STATUS", true],
  ])("answers status %i with %s, for which a retry helps: %s", async (status, code, retry) => {
    const server = await serve((_, response) => {
      response.writeHead(status).end();
    });
    await expect(fetchPage(server.origin, HERE)).rejects.toMatchObject({
      code,
      retry,
      message: `The server ${server.origin.slice("http://".length)} answered ${status}.`,
    });
    await expectAllClosed(server);
  });

  test("says for how long a busy server asks to be left alone, by the clock that it is given", async () => {
    const until = "Mon, 16 Nov 2026 09:01:30 GMT";
    const server = await serve((_, response) => {
      response.writeHead(503, { "retry-after": until }).end();
    });
    const now = () => new Date("2026-11-16T09:00:00Z");
    await expect(fetchPage(server.origin, { ...HERE, now })).rejects.toMatchObject({ retryAfterMs: 90_000 });
  });

  test("turns a PDF away without downloading it", async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { "content-type": "application/pdf" });
      response.write("%PDF-1.7");
    });
    await expect(fetchPage(server.origin, HERE)).rejects.toThrow(failure("NOT_HTML", /application\/pdf/));
    await expectAllClosed(server);
  });

  test("refuses loopback unless allowed, and dials nothing", async () => {
    const server = await serve((_, response) => {
      response.end(PAGE);
    });
    await expect(fetchPage(server.origin)).rejects.toThrow(failure("ADDRESS_REFUSED", /loopback/));
    await expect(fetchPage(`http://localhost.:${server.port}/`)).rejects.toThrow(failure("ADDRESS_REFUSED"));
    expect(server.accepted()).toBe(0);
    expect((await fetchPage(server.origin, { allowPrivate: true, ignoreRobots: true })).status).toBe(200);
    expect((await fetchPage(`http://localhost.:${server.port}/`, HERE)).status).toBe(200);
  });

  test("dials the address it checked and never asks for another", async () => {
    const server = await serve((_, response) => {
      response.end(PAGE);
    });
    const answers = [["127.0.0.1"], ["127.0.0.2"]];
    const lookup = async () => answers.shift() ?? [];
    // With robots.txt there are two connections; both must go to the first answer.
    const page = await fetchPage(`http://rebind.example:${server.port}/`, {
      ...HERE,
      ignoreRobots: false,
      lookup,
    });
    expect(page.status).toBe(200);
    expect(server.accepted()).toBe(2);
    expect(answers).toEqual([["127.0.0.2"]]);
  });

  test("tries the next checked address when one does not answer", async () => {
    const server = await serve((_, response) => {
      response.end(PAGE);
    });
    const lookup = async () => ["127.0.0.9", "127.0.0.1"];
    const page = await fetchPage(`http://two.example:${server.port}/`, {
      ...HERE,
      allow: ["127.0.0.0/8"],
      lookup,
    });
    expect(page.status).toBe(200);
  });

  test.each(["ENOTFOUND", "EAI_AGAIN"])(
    "says DNS_FAILED at once when the look-up fails with %s",
    async (code) => {
      const lookup = async () => {
        throw Object.assign(new Error(`getaddrinfo ${code}`), { code });
      };
      await expect(fetchPage("http://example.org/", { lookup })).rejects.toThrow(
        failure("DNS_FAILED", /example\.org/),
      );
    },
  );

  test("does not wait for a look-up beyond the time limit", async () => {
    const lookup = () => new Promise<never>(() => {});
    const fetched = fetchPage("http://example.org/", { lookup, timeoutMs: 50 });
    await expect(fetched).rejects.toThrow(failure("FETCH_TIMEOUT", /within 0\.05 s from example\.org/));
  });

  test.each([
    "example.org",
    "ftp://example.org/",
    "http://user:secret@example.org/",
    "http://example.org:22/",
  ])("refuses %s as BAD_URL", async (url) => {
    await expect(fetchPage(url)).rejects.toThrow(failure("BAD_URL"));
  });

  test.each([
    { maxBytes: 0 },
    { timeoutMs: Number.NaN },
    { timeoutMs: 2 ** 31 },
    { connectTimeoutMs: -1 },
    { maxRedirects: 1.5 },
    { userAgent: "a\r\nb: c" },
    { allow: ["10.0.0.0/99"] },
  ])("refuses the option %o", async (options) => {
    await expect(fetchPage("http://example.org/", options)).rejects.toThrow(failure("BAD_OPTION"));
  });
});

describe("content type", () => {
  describe("readContentType", () => {
    test.each([
      ["text/html", "text/html", undefined],
      ["Text/HTML; Charset=UTF-8", "text/html", "utf-8"],
      ['text/html;charset="Shift_JIS"', "text/html", "shift_jis"],
      ["text/html; x=y; charset='gbk' ; z", "text/html", "gbk"],
      ["text/html; charset=", "text/html", undefined],
      ['text/html; charset=""', "text/html", undefined],
      ["; charset=big5", undefined, "big5"],
      ["nonsense", undefined, undefined],
      [undefined, undefined, undefined],
    ])("reads %j", (header, mediaType, charset) => {
      expect(readContentType(header)).toEqual({ mediaType, charset });
    });
  });

  describe("mayBeHtml", () => {
    test("turns away what is never a page, and lets vague types through", () => {
      for (const type of ["application/pdf", "image/png", "video/mp4", "audio/mpeg", "application/zip"]) {
        expect(mayBeHtml(type)).toBe(false);
      }
      for (const type of [
        undefined,
        "text/html",
        "application/xhtml+xml",
        "text/plain",
        "application/octet-stream",
      ]) {
        expect(mayBeHtml(type)).toBe(true);
      }
    });
  });
});

describe("retry after", () => {
  const NOW = new Date("2026-11-16T09:00:00Z");

  test.each([
    ["120", 120_000],
    [" 0 ", 0],
    ["9999999999999", 30 * 24 * 3_600_000],
    ["9".repeat(400), 30 * 24 * 3_600_000],
    ["Mon, 16 Nov 2099 09:01:30 GMT", 30 * 24 * 3_600_000],
    ["Mon, 16 Nov 2026 09:01:30 GMT", 90_000],
    ["Mon, 16 Nov 2026 08:00:00 GMT", 0],
    ["soon", undefined],
    ["-5", undefined],
    ["1.5", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("a server that says %s is left alone for %s milliseconds", (header, ms) => {
    expect(readRetryAfter(header, NOW)).toBe(ms);
  });
});

describe("resources", () => {
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

  test("a resource of a private address is refused, also after a redirect", async () => {
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
});
