import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { HOST, logOf, testApp } from "./app.testing.ts";
import { addKey, KeyRing } from "./keys.ts";
import { RateLimiter, readOrigin } from "./security.ts";

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
    for (const url of ["/health", "/nowhere", "/%ff%", "/read/%"]) {
      const { headers } = await testApp().inject({ url, headers: { host: HOST } });
      expect(headers["content-security-policy"]).toMatch(/^default-src 'none';.*sandbox/);
      expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "x-frame-options": "DENY" });
      if (!url.includes("%")) expect(headers["x-request-id"]).toMatch(/^[\w-]{36}$/);
    }
  });
});

describe("origins that are allowed", () => {
  const origin = "https://app.example";
  const security = { allowedHosts: new Set(["127.0.0.1"]), allowedOrigins: new Set([origin]) };
  const foreign = { origin, "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors" };

  test("may use the API and read its answers and failures, without what a browser remembers", async () => {
    const app = testApp({ security });
    const answer = await app.inject({ ...PAGE, headers: { ...HTML, ...foreign } });
    expect(answer.statusCode).toBe(200);
    const refused = await app.inject({ url: "/nowhere", headers: { host: HOST, ...foreign } });
    for (const { headers } of [answer, refused]) {
      expect(headers).toMatchObject({ "access-control-allow-origin": origin, vary: "origin" });
      expect(headers["access-control-allow-credentials"]).toBeUndefined();
    }
  });

  test("get an answer to a preflight, before any key is asked for", async () => {
    const keys = { find: () => undefined } as unknown as KeyRing;
    const app = testApp({ security: { ...security, keys } });
    const asked = { "access-control-request-method": "POST", "access-control-request-headers": "x-api-key" };
    const ask = (headers: Record<string, string>) =>
      app.inject({ method: "OPTIONS", url: "/extract", headers: { host: HOST, ...headers } });
    const answer = await ask({ origin, ...asked });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers["access-control-allow-headers"]).toContain("x-api-key");
    expect((await ask({ origin: "https://app.example.evil.example", ...asked })).statusCode).toBe(403);
    expect((await ask({ origin })).statusCode).toBe(405);
    expect((await ask({ origin, ...asked, host: "rebound.example" })).json().error.code).toBe("HOST_REFUSED");
  });

  test.each([
    "http://app.example",
    "https://app.example:8443",
    "https://app.example.",
    "https://sub.app.example",
    "https://APP.example",
    "null",
  ])("are exact: %s is refused", async (other) => {
    const app = testApp({ security });
    const answer = await app.inject({ ...PAGE, headers: { ...HTML, ...foreign, origin: other } });
    expect(answer.json().error.code).toBe("ORIGIN_REFUSED");
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
  });

  test("do not get the pages for people", async () => {
    const answer = await testApp({ security }).inject({ url: "/", headers: { host: HOST, ...foreign } });
    expect(answer.json().error.code).toBe("ORIGIN_REFUSED");
  });

  test("are written as browsers write them", () => {
    expect(["https://app.example", "https://APP.example/", "http://[::1]:3000"].map(readOrigin)).toEqual([
      "https://app.example",
      "https://app.example",
      "http://[::1]:3000",
    ]);
    for (const wrong of ["*", "null", "app.example", "https://app.example/page", "file:///", "https://a b"])
      expect(() => readOrigin(wrong), wrong).toThrow(/BAD_OPTION|is no origin/);
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

test("what other servers did is in the log by its code, without the address that was asked for", async () => {
  const lines: string[] = [];
  const app = testApp({ log: logOf(lines) });
  const payload = { url: "https://secret.example/story?token=1" };
  const answer = await app.inject({ method: "POST", url: "/extract", headers: { host: HOST }, payload });
  expect(answer.json().error.message).toContain("secret.example");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ status: 502, code: "CONNECT_FAILED" }]);
  expect(lines.join("")).not.toContain("secret.example");
});

describe("the rate limiter", () => {
  test("counts the addresses of one IPv6 network together, and a key apart from an address", async () => {
    const security = { allowedHosts: new Set(["127.0.0.1"]), ratePerMinute: 1 };
    const app = testApp({ security });
    const ask = async (remoteAddress: string) =>
      (await app.inject({ url: "/health", headers: { host: HOST }, remoteAddress })).statusCode;
    for (const [first, second] of [
      ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9"],
      ["2001:db8::1", "2001:db8::2:3"],
      ["192.0.2.1", "192.0.2.1"],
    ] as const) {
      expect(await ask(first), first).toBe(200);
      expect(await ask(second), second).toBe(429);
    }
    expect(await ask("2001:db8:1:3::1")).toBe(200);
    expect(await ask("192.0.2.2")).toBe(200);
  });

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
