import { describe, expect, test } from "vitest";
import { type FetchOptions, fetchPage } from "./fetch-page.ts";
import { serve } from "./loopback.testing.ts";
import { readFetchableUrl } from "./redirects.ts";

const HERE: FetchOptions = { allow: ["127.0.0.1"], ignoreRobots: true, timeoutMs: 5000 };

const failure = (code: string) => expect.objectContaining({ code });

/** A server that answers /N with a redirect to /N-1 and /0 with a page. */
function countdown() {
  return serve((request, response) => {
    const left = Number(request.url!.slice(1));
    if (left === 0) response.end("<p>There at last.");
    else response.writeHead(302, { location: String(left - 1) }).end();
  });
}

function redirectTo(location: string | undefined, status = 302) {
  return serve((_, response) => {
    response.writeHead(status, location === undefined ? {} : { location }).end();
  });
}

describe("redirects", () => {
  test("are followed up to the limit, and listed in order", async () => {
    const { origin } = await countdown();
    const page = await fetchPage(`${origin}/5`, HERE);
    expect(page.url).toBe(`${origin}/0`);
    expect(page.redirects).toEqual([5, 4, 3, 2, 1].map((left) => `${origin}/${left}`));
    await expect(fetchPage(`${origin}/6`, HERE)).rejects.toThrow(failure("TOO_MANY_REDIRECTS"));
    await expect(fetchPage(`${origin}/1`, { ...HERE, maxRedirects: 0 })).rejects.toThrow(
      failure("TOO_MANY_REDIRECTS"),
    );
  });

  test("in a circle are noticed on the first round", async () => {
    const server = await serve((request, response) => {
      response.writeHead(301, { location: request.url === "/a" ? "/b#x" : "/a#y" }).end();
    });
    const fetched = fetchPage(`${server.origin}/a`, { ...HERE, maxRedirects: 50 });
    await expect(fetched).rejects.toThrow(failure("TOO_MANY_REDIRECTS"));
    expect(server.accepted()).toBe(2);
  });

  test.each([
    "http://127.0.0.2/",
    "http://169.254.169.254/latest/meta-data/",
    "http://2130706434/",
    "http://0x7f.2/",
    "http://[::1]/",
    "//[::ffff:7f00:2]/",
    "http://[fd00:ec2::254]/",
    "http://intranet.example/",
    "https://10.0.0.1/",
  ])("to %s are refused", async (location) => {
    const { origin } = await redirectTo(location);
    const fetched = fetchPage(origin, { ...HERE, lookup: async () => ["192.168.1.1"] });
    await expect(fetched).rejects.toThrow(failure("ADDRESS_REFUSED"));
  });

  test.each([
    "file:///etc/hosts",
    "ftp://127.0.0.1/",
    "http://user:pw@127.0.0.1/",
    "http://127.0.0.1:25/",
    "http://[",
  ])("to %s are refused as BAD_URL", async (location) => {
    const { origin } = await redirectTo(location);
    await expect(fetchPage(origin, HERE)).rejects.toThrow(failure("BAD_URL"));
  });

  test("to an address in plain UTF-8 are followed as browsers do, and in Latin-1 by its bytes' letters", async () => {
    for (const [encoding, path] of [
      ["utf8", "/s%C3%BCd/%E6%B8%AF"],
      ["latin1", "/s%C3%BCd"],
    ] as const) {
      const { origin } = await serve((request, response) => {
        if (request.url !== "/") return void response.end("<p>There at last.");
        const location = Buffer.from(decodeURI(path), encoding).toString("latin1");
        response.writeHead(302, { location }).end();
      });
      expect((await fetchPage(origin, HERE)).url).toBe(origin + path);
    }
  });

  test("without a goal are a broken answer", async () => {
    const { origin } = await redirectTo(undefined);
    await expect(fetchPage(origin, HERE)).rejects.toThrow(failure("BAD_RESPONSE"));
  });

  test("of every kind are followed, but 300 is not one", async () => {
    const goal = await countdown();
    for (const status of [301, 302, 303, 307, 308]) {
      const { origin } = await redirectTo(`${goal.origin}/0`, status);
      expect((await fetchPage(origin, HERE)).url).toBe(`${goal.origin}/0`);
    }
    const { origin } = await redirectTo(`${goal.origin}/0`, 300);
    await expect(fetchPage(origin, HERE)).rejects.toThrow(failure("HTTP_REFUSED"));
  });
});

describe("fetchable url", () => {
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
});
