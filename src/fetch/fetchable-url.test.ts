import { describe, expect, test } from "vitest";
import { readFetchableUrl } from "./fetchable-url.ts";

describe("readFetchableUrl", () => {
  test.each([
    ["example.org", "no URL"],
    ["ftp://example.org/", "ftp:"],
    ["file:///etc/hosts", "file:"],
    ["data:text/html,x", "data:"],
    ["http://user@example.org/", "user name"],
    ["http://:secret@example.org/", "password"],
    ["http://example.org:25/", "port 25"],
    ["https://example.org:6000/", "port 6000"],
    [`http://example.org/${"a".repeat(9000)}`, "longer"],
  ])("refuses %s", (text, why) => {
    expect(() => readFetchableUrl(text)).toThrow(
      expect.objectContaining({ code: "BAD_URL", message: expect.stringContaining(why) }),
    );
  });

  test("reads a URL, relative ones against the base, without the fragment", () => {
    expect(readFetchableUrl(" http://example.org:8080/a#b ").href).toBe("http://example.org:8080/a");
    expect(readFetchableUrl("../c", new URL("http://example.org/a/b")).href).toBe("http://example.org/c");
  });

  test("does not repeat a password or a whole endless address in its message", () => {
    expect(() => readFetchableUrl("http://user:secret@example.org/")).not.toThrow(/secret/);
    expect(() => readFetchableUrl(`http://example.org/${"a".repeat(9000)}`)).toThrow(/^.{0,300}$/);
  });
});
