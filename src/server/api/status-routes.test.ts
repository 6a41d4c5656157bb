import { expect, test } from "vitest";
import { HOST, testApp } from "../app.testing.ts";

test("metrics count requests by route and code, and unknown addresses as one", async () => {
  const app = testApp();
  const headers = { host: HOST };
  for (const url of ["/health", "/health", "/a", "/b"]) await app.inject({ url, headers });
  const { body } = await app.inject({ url: "/metrics", headers });
  expect(body).toContain('galley_requests_total{route="/health",method="GET",status="200",code=""} 2');
  expect(body).toContain('galley_requests_total{route="none",method="GET",status="404",code="NOT_FOUND"} 2');
  expect(body).toContain("galley_open_pages 0");
  expect(body).toContain("process_cpu_seconds_total");
});

test("HEAD answers as GET does, without the body", async () => {
  const app = testApp();
  const headers = { host: HOST };
  for (const url of ["/health", "/docs", "/openapi.json", "/reader/style.css"]) {
    const [got, asked] = [
      await app.inject({ url, headers }),
      await app.inject({ method: "HEAD", url, headers }),
    ];
    expect([url, asked.statusCode, asked.body]).toEqual([url, 200, ""]);
    expect(asked.headers["content-length"]).toBe(got.headers["content-length"]);
  }
  expect(
    (await app.inject({ method: "HEAD", url: "/health", headers: { host: "evil.example" } })).statusCode,
  ).toBe(403);
});
