import { describe, expect, test } from "vitest";
import { parseHttpUrl } from "./parse-http-url.ts";

describe("parseHttpUrl", () => {
  test.each([
    ["https://Example.ORG:443/a", "https://example.org/a"],
    ["  http://example.org  ", "http://example.org/"],
    ["http://bücher.example/", "http://xn--bcher-kva.example/"],
    ["http://2130706433/", "http://127.0.0.1/"],
  ])("reads %s", (text, href) => {
    expect(parseHttpUrl(text)?.href).toBe(href);
  });

  test.each([
    "",
    "example.org/a",
    "ftp://example.org/",
    "javascript:alert(1)",
    "http://",
    "https://a b/",
    "file:///etc/hosts",
  ])("says that %j is no http URL", (text) => {
    expect(parseHttpUrl(text)).toBeUndefined();
  });
});
