import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { NewsError } from "../../errors/index.ts";
import { CLOSED_PARTS, HOST, testApp } from "../app.testing.ts";
import { run } from "../extract-worker.ts";
import { answerLines, type BatchTools } from "./extract-routes.ts";

const JSON_TYPE = { host: HOST, "content-type": "application/json" };

describe("POST /extract", () => {
  test("hands an HTML body on as it came, with the charset of its header and the query", async () => {
    const answer = await testApp().inject({
      method: "POST",
      url: "/extract?url=https://news.example/a&extractor=econ&explain=true&collectedTitle=Tide",
      headers: { host: HOST, "content-type": "text/html; charset=Shift_JIS" },
      payload: "<p>Tide</p>",
    });
    expect(answer.json()).toEqual({
      kind: "page",
      charset: "shift_jis",
      how: { url: "https://news.example/a", extractor: "econ", explain: true, collectedTitle: "Tide" },
      page: "<p>Tide</p>",
    });
  });

  test("hands a JSON body with a page on unread", async () => {
    const payload = { html: "<p>Tide</p>", format: "text" };
    const answer = await testApp().inject({ method: "POST", url: "/extract", headers: JSON_TYPE, payload });
    expect(answer.json()).toEqual({ kind: "json", how: {}, page: JSON.stringify(payload) });
  });

  test("fetches an address, and takes its final one", async () => {
    const app = testApp({
      fetchPage: async (url) => ({
        url: "https://news.example/b",
        requestedUrl: String(url),
        redirects: [],
        status: 200,
        contentType: "text/html",
        charset: "utf-8",
        bytes: new TextEncoder().encode("<p>Ebb</p>"),
        fetchedAt: "",
        validators: {},
      }),
    });
    const payload = { url: "https://news.example/a", format: "html" };
    const answer = await app.inject({ method: "POST", url: "/extract", headers: JSON_TYPE, payload });
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(JSON.parse(answer.body)).toMatchObject({
      page: "<p>Ebb</p>",
      how: { url: "https://news.example/b" },
    });
  });

  test.each([
    ["no JSON", "{", 400, "BAD_REQUEST"],
    ["no object", "[]", 400, "BAD_REQUEST"],
    ["an unknown field", '{"htm":"<p>"}', 400, "BAD_REQUEST"],
    ["a field of the wrong type", '{"url":1}', 400, "BAD_REQUEST"],
    ["an unknown extractor", '{"url":"https://news.example/","extractor":"best"}', 400, "BAD_REQUEST"],
    ["nothing to extract", "{}", 400, "BAD_REQUEST"],
    ["no bytes", "", 400, "BAD_REQUEST"],
    ["bytes that are not UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), 400, "BAD_REQUEST"],
    ["a page that cannot be reached", '{"url":"https://news.example/"}', 502, "CONNECT_FAILED"],
  ])("answers %s with a code", async (_, payload, status, code) => {
    const answer = await testApp().inject({ method: "POST", url: "/extract", headers: JSON_TYPE, payload });
    expect(answer.statusCode).toBe(status);
    expect(answer.json().error).toMatchObject({ code, help: expect.any(String), retry: expect.any(Boolean) });
  });

  test.each([
    ["text/plain", 415],
    ["application/x-www-form-urlencoded", 415],
    ["multipart/form-data; boundary=x", 415],
    ["application/json; charset=utf-16", 415],
  ])("takes no %s", async (type, status) => {
    const headers = { host: HOST, "content-type": type };
    const answer = await testApp().inject({ method: "POST", url: "/extract", headers, payload: "{}" });
    expect(answer.statusCode).toBe(status);
  });

  test("names the type that came and those it takes", async () => {
    const headers = { host: HOST, "content-type": "text/plain" };
    const answer = await testApp().inject({ method: "POST", url: "/extract", headers, payload: "{}" });
    expect(answer.json().error.message).toBe(
      "The body came as text/plain; this address takes application/json, text/html, application/xhtml+xml.",
    );
  });

  test.each([
    ["GET", "/extract?url=x", 405, "POST"],
    ["PUT", "/articles/1", 405, "GET, HEAD"],
    ["GET", "/extract/1", 404, undefined],
    ["GET", "/extractor", 404, undefined],
  ] as const)("answers %s %s with %i, and the methods there are", async (method, url, status, allow) => {
    const answer = await testApp().inject({ method, url, headers: { host: HOST } });
    expect([answer.statusCode, answer.headers.allow]).toEqual([status, allow]);
    expect(answer.json().error.code).toBe(status === 405 ? "METHOD_REFUSED" : "NOT_FOUND");
  });

  test("answers a query that is wrong with what is wrong of it", async () => {
    for (const [query, words] of [
      ["format=pdf", /format .*: text, markdown, html, json, xml\.$/],
      ["explain=perhaps", /explain/],
      ["colour=red", /colour/],
    ] as const) {
      const headers = { host: HOST, "content-type": "text/html" };
      const answer = await testApp().inject({
        method: "POST",
        url: `/extract?${query}`,
        headers,
        payload: "<p>",
      });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error.message).toMatch(words);
    }
  });

  test("refuses a body over the limit with 413 before it is read", async () => {
    const app = testApp({ maxBodyBytes: 1000 });
    const headers = { host: HOST, "content-type": "text/html" };
    const answer = await app.inject({ method: "POST", url: "/extract", headers, payload: "x".repeat(1001) });
    expect(answer.statusCode).toBe(413);
    expect(answer.json().error.code).toBe("INPUT_TOO_LARGE");
    expect(answer.headers["retry-after"]).toBeDefined();
  });

  test("an overloaded pool is a 429 that says when to come back", async () => {
    const run = async () => {
      throw new NewsError("OVERLOADED", "Full.", { retryAfterMs: 1000 });
    };
    const headers = { host: HOST, "content-type": "text/html" };
    const app = testApp({ pool: { ...CLOSED_PARTS.pool, run } });
    const answer = await app.inject({ method: "POST", url: "/extract", headers, payload: "<p>" });
    expect(answer.statusCode).toBe(429);
    expect(answer.headers["retry-after"]).toBe("1");
  });

  test("a full pool is a 429 before the body is read", async () => {
    const refuseIfFull = () => {
      throw new NewsError("OVERLOADED", "Full.", { retryAfterMs: 1000 });
    };
    const headers = { host: HOST, "content-type": "text/html" };
    const app = testApp({ pool: { ...CLOSED_PARTS.pool, refuseIfFull }, maxBodyBytes: 10 });
    const payload = "x".repeat(1000);
    expect((await app.inject({ method: "POST", url: "/extract", headers, payload })).statusCode).toBe(429);
  });

  test("what is unexpected shows nothing of the inside", async () => {
    const run = async () => {
      throw new TypeError("row 7 of table secrets");
    };
    const headers = { host: HOST, "content-type": "text/html" };
    const app = testApp({ pool: { ...CLOSED_PARTS.pool, run } });
    const answer = await app.inject({ method: "POST", url: "/extract", headers, payload: "<p>" });
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain("secrets");
  });
});

const tools: BatchTools = {
  // The worker's own code, in this thread.
  pool: {
    runLine: async (task) => {
      const answer = run({ inputs: [{ task, sites: undefined }], shared: { maxBytes: 100_000 } });
      if ("failure" in answer) throw new NewsError(answer.failure.code, answer.failure.message);
      return answer;
    },
  },
  fetchPage: async (url) => {
    throw new NewsError("ADDRESS_REFUSED", `The address ${url} is refused.`);
  },
  maxLineBytes: 2000,
  idleTimeoutMs: 200,
};

async function answersTo(
  body: Readable,
  given: Partial<BatchTools> = {},
): Promise<readonly Record<string, unknown>[]> {
  const parts: Uint8Array[] = [];
  for await (const part of answerLines(body, { extractor: "econ" }, { ...tools, ...given })) parts.push(part);
  return Buffer.concat(parts)
    .toString()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

const page = (id: string) =>
  JSON.stringify({ id, html: `<p>The ${id} comes at eight, as it did nine years ago.</p>` });

describe("the lines of a batch", () => {
  test("are answered in their order, with bad ones in the middle", async () => {
    const lines = [
      page("tide"),
      "{broken",
      "[]",
      "",
      '{"id":"path","htmlPath":"/etc/passwd"}',
      '{"id":"away","url":"http://10.0.0.1/"}',
      '{"id":"none"}',
      '{"id":"wrong","html":7}',
      `{"id":"long","html":"${"x".repeat(3000)}"}`,
      page("ebb"),
    ];
    const answers = await answersTo(Readable.from([Buffer.from(lines.join("\n"))]));
    const brief = answers.map(({ id, error, text }) => [
      id,
      (error as { code: string } | undefined)?.code ?? String(text).slice(0, 8),
    ]);
    expect(brief).toEqual([
      ["tide", "The tide"],
      ["2", "BAD_RECORD"],
      ["3", "BAD_RECORD"],
      ["path", "BAD_RECORD"],
      ["away", "ADDRESS_REFUSED"],
      ["none", "BAD_RECORD"],
      ["wrong", "BAD_RECORD"],
      ["9", "INPUT_TOO_LARGE"],
      ["ebb", "The ebb "],
    ]);
  });

  test("read no file, and tell nothing of which there are", async () => {
    const paths = ["/etc/passwd", "/nowhere/at/all", "../x", "package.json"];
    const body = paths.map((path) => JSON.stringify({ id: "a", htmlPath: path })).join("\n");
    const answers = await answersTo(Readable.from([Buffer.from(body)]));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test("a body that pauses ends with the reason, after what came before", async () => {
    const body = new Readable({ read: () => undefined });
    body.push(`${page("tide")}\n`);
    const answers = await answersTo(body);
    expect(answers).toMatchObject([{ id: "tide" }, { error: { code: "BODY_TIMEOUT" } }]);
  });

  test("a line that drips ends the batch, however often a byte of it comes", async () => {
    const body = new Readable({ read: () => undefined });
    body.push(`${page("tide")}\n`);
    const drip = setInterval(() => body.push("x"), 20);
    const answers = await answersTo(body);
    clearInterval(drip);
    expect(answers).toMatchObject([{ id: "tide" }, { error: { code: "BODY_TIMEOUT" } }]);
  });

  test("pages that take longer than a line may take to arrive are waited for", async () => {
    const lines = Array.from({ length: 12 }, (_, at) => `${page(`tide ${at}`)}\n`);
    const body = Readable.from(lines.map((line) => Buffer.from(line)));
    const runLine: BatchTools["pool"]["runLine"] = async (task) => {
      await sleep(100);
      return tools.pool.runLine(task);
    };
    const answers = await answersTo(body, { pool: { runLine }, idleTimeoutMs: 50 });
    expect(answers.map(({ id }) => id)).toEqual(lines.map((_, at) => `tide ${at}`));
  });

  test("a client that leaves in the middle ends the reading of its body", async () => {
    const body = new Readable({ read: () => undefined });
    body.push(`${page("tide")}\n`);
    const answers = answerLines(body, {}, tools);
    await answers.next();
    await answers.return();
    expect(body.destroyed).toBe(true);
  });
});
