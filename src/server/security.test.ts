import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { HOST, logOf, testApp } from "./app.testing.ts";
import { addKey, KeyRing } from "./keys.ts";
import { RateLimiter } from "./rate-limiter.ts";

const PAGE = { method: "POST", url: "/extract", payload: "<p>Tide</p>" } as const;
const HTML = { host: HOST, "content-type": "text/html" };

describe("the host allow-list", () => {
  test.each(["127.0.0.1", "127.0.0.1:7420", "localhost", "LOCALHOST:7420", "[::1]:7420", "localhost."])(
    "takes %s",
    async (host) => {
      const { statusCode } = await testApp().inject({ url: "/health", headers: { host } });
      expect(statusCode).toBe(200);
    },
  );

  test.each([
    "evil.example",
    "evil.example:7420",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "evil.example@127.0.0.1",
    "127.0.0.1@evil.example",
    "127.0.0.1:7420:1",
    "127.0.0.1/",
    "[::2]",
    "2130706433",
    "10.0.0.1",
  ])("refuses %s on every route, known or not", async (host) => {
    for (const url of ["/health", "/extract", "/", "/nowhere"]) {
      const answer = await testApp().inject({ url, headers: { host } });
      expect(answer.statusCode, url).toBe(403);
      expect(answer.json().error.code).toBe("HOST_REFUSED");
    }
  });
});

describe("requests of other sites", () => {
  test.each([
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://127.0.0.1:8080" },
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
    { "sec-fetch-site": "same-site", "sec-fetch-mode": "cors" },
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
  ])("are refused with %o", async (headers) => {
    const answer = await testApp().inject({ ...PAGE, headers: { ...HTML, ...headers } });
    expect(answer.statusCode).toBe(403);
    expect(answer.json().error.code).toBe("ORIGIN_REFUSED");
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
  });

  test("may link here, but not read, frame or embed what they find", async () => {
    const link = {
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document",
    };
    const app = testApp();
    expect((await app.inject({ url: "/health", headers: { host: HOST, ...link } })).statusCode).toBe(200);
    for (const dest of ["iframe", "image", "script"]) {
      const headers = { host: HOST, ...link, "sec-fetch-dest": dest };
      expect((await app.inject({ url: "/health", headers })).statusCode, dest).toBe(403);
    }
  });

  test("a page of the server itself is let in", async () => {
    const headers = { ...HTML, origin: `http://${HOST}`, "sec-fetch-site": "same-origin" };
    expect((await testApp().inject({ ...PAGE, headers })).statusCode).toBe(200);
  });

  test("every answer has a strict policy, failures too", async () => {
    for (const url of ["/health", "/nowhere"]) {
      const { headers } = await testApp().inject({ url, headers: { host: HOST } });
      expect(headers["content-security-policy"]).toMatch(/^default-src 'none';.*sandbox/);
      expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "x-frame-options": "DENY" });
      expect(headers["x-request-id"]).toMatch(/^[\w-]{36}$/);
    }
  });
});

function withKeys() {
  const folder = mkdtempSync(join(tmpdir(), "galley-keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "keys.json");
  const now = new Date("2026-11-17T12:00:00Z");
  const robot = addKey(path, { name: "robot", scopes: ["extract"], ratePerMinute: 3, now });
  const reader = addKey(path, { name: "reader", scopes: ["read"], now });
  const lines: string[] = [];
  const security = { allowedHosts: new Set(["127.0.0.1"]), keys: new KeyRing(path) };
  return { app: testApp({ security, log: logOf(lines) }), robot, reader, lines };
}

describe("keys", () => {
  test("open the routes of their scope, by either header", async () => {
    const { app, robot } = withKeys();
    for (const headers of [{ authorization: `Bearer ${robot}` }, { "x-api-key": robot }])
      expect((await app.inject({ ...PAGE, headers: { ...HTML, ...headers } })).statusCode).toBe(200);
  });

  test("without a known one the answer is 401, without the scope 403, and health is open", async () => {
    const { app, reader, robot } = withKeys();
    for (const authorization of ["", "Bearer ", `Basic ${robot}`, `Bearer ${robot}x`, "Bearer galley_"]) {
      const answer = await app.inject({ ...PAGE, headers: { ...HTML, authorization } });
      expect(answer.statusCode).toBe(401);
      expect(answer.headers["www-authenticate"]).toBe("Bearer");
    }
    const other = await app.inject({ ...PAGE, headers: { ...HTML, authorization: `Bearer ${reader}` } });
    expect(other.json().error.code).toBe("SCOPE_MISSING");
    expect((await app.inject({ url: "/health", headers: { host: HOST } })).statusCode).toBe(200);
  });

  test("have limits of their own, with Retry-After", async () => {
    const { app, robot } = withKeys();
    const headers = { ...HTML, authorization: `Bearer ${robot}` };
    const statuses = [];
    for (let at = 0; at < 4; at++) statuses.push((await app.inject({ ...PAGE, headers })).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const refused = await app.inject({ ...PAGE, headers });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(10);
    expect(refused.json().error).toMatchObject({ code: "RATE_LIMITED", retry: true });
  });

  test("are told apart in the log, which holds no key, body, query or address", async () => {
    const { app, robot, reader, lines } = withKeys();
    const url = "/extract?url=https://secret.example/story";
    await app.inject({ ...PAGE, url, headers: { ...HTML, authorization: `Bearer ${robot}` } });
    await app.inject({ ...PAGE, url, headers: { ...HTML, authorization: `Bearer ${reader}` } });
    const log = lines.join("");
    const entries = lines.map((line) => JSON.parse(line));
    expect(entries).toMatchObject([
      { route: "/extract", status: 200, client: "robot" },
      { route: "/extract", status: 403, client: "reader", code: "SCOPE_MISSING" },
    ]);
    for (const secret of [robot, reader, "Tide", "secret.example", "Bearer"])
      expect(log).not.toContain(secret);
    expect(entries.every(({ requestId }) => /^[\w-]{36}$/.test(requestId))).toBe(true);
  });
});

describe("the rate limiter", () => {
  test("gives a minute's requests at once, then one each time it has passed", () => {
    let nowMs = 0;
    const limiter = new RateLimiter(() => nowMs);
    expect([1, 2, 3].map(() => limiter.take("a", 2))).toEqual([0, 0, 30_000]);
    expect(limiter.take("b", 2)).toBe(0);
    nowMs = 30_000;
    expect([1, 2].map(() => limiter.take("a", 2))).toEqual([0, 30_000]);
    nowMs = 1e9;
    expect([1, 2, 3].map(() => limiter.take("a", 2))).toEqual([0, 0, 30_000]);
  });
});
