import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { serve } from "../../src/fetch/loopback.testing.ts";
import { extract } from "../../src/index.ts";
import { EXAMPLES, galley, newFolder } from "./galley.ts";
import { sendRaw, serveGalley } from "./server.ts";

const PAGE = readFileSync(join(EXAMPLES, "harbour.html"));
const HTML = { "content-type": "text/html" };
const JSON_TYPE = { "content-type": "application/json" };

describe("galley serve", () => {
  test("extracts the same article as the function, from HTML and from JSON, in every format", async () => {
    const { url } = await serveGalley();
    const address = "https://news.example/story";
    const expected = JSON.parse(JSON.stringify(extract(PAGE, { url: address })));
    const asHtml = await fetch(`${url}/extract?url=${address}`, {
      method: "POST",
      headers: HTML,
      body: PAGE,
    });
    expect(await asHtml.json()).toEqual(expected);
    const body = JSON.stringify({ html: PAGE.toString(), url: address });
    const asJson = await fetch(`${url}/extract`, { method: "POST", headers: JSON_TYPE, body });
    expect(await asJson.json()).toEqual(expected);
    for (const [format, type] of [
      ["text", "text/plain"],
      ["markdown", "text/markdown"],
      ["html", "text/html"],
      ["xml", "application/xml"],
    ]) {
      const answer = await fetch(`${url}/extract?format=${format}`, {
        method: "POST",
        headers: HTML,
        body: PAGE,
      });
      expect(answer.headers.get("content-type")).toContain(type);
      expect(await answer.text()).toContain("The last ferry left Wexley");
    }
    const explained = await fetch(`${url}/extract?explain=true`, {
      method: "POST",
      headers: HTML,
      body: PAGE,
    });
    expect(await explained.json()).toHaveProperty("explanation.leaves");
  });

  test("fetches an address only where the guard lets it", async () => {
    const { origin } = await serve((_, response) => response.end(PAGE));
    const address = `${origin}/story`;
    const ask = async (at: string) => {
      const body = JSON.stringify({ url: address });
      const answer = await fetch(`${at}/extract`, { method: "POST", headers: JSON_TYPE, body });
      return { status: answer.status, body: await answer.json() };
    };
    const { url: closed } = await serveGalley();
    expect(await ask(closed)).toMatchObject({ status: 403, body: { error: { code: "ADDRESS_REFUSED" } } });
    const { url: open } = await serveGalley(["--allow-private", "--ignore-robots"]);
    expect(await ask(open)).toMatchObject({ status: 200, body: { url: address } });
  });

  test("takes no request that lies about its length, drips or is no HTTP, and stays up", async () => {
    const { port, url } = await serveGalley(["--body-timeout", "0.5", "--max-bytes", "1MB"]);
    const head = "POST /extract HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: text/html\r\n";
    const dripping = [`${head}content-length: 1000\r\n\r\n`, ..."<p>Tide".split("")];
    expect(await sendRaw(port, dripping, 200)).toMatch(/^HTTP\/1\.1 408 [\s\S]*BODY_TIMEOUT/);
    expect(await sendRaw(port, [`${head}content-length: 90\r\n\r\n<p>Ebb`], 0)).toMatch(/^HTTP\/1\.1 408 /);
    const shorter = await sendRaw(port, [`${head}content-length: 3\r\n\r\n<p>Tide and ebb\r\n\r\n`]);
    expect(shorter).toMatch(/HTTP\/1\.1 400 /);
    expect(await sendRaw(port, ["\x16\x03\x01\x02"])).toMatch(/^HTTP\/1\.1 400 [\s\S]*BAD_REQUEST/);
    const both = `${head}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`;
    expect(await sendRaw(port, [both])).toMatch(/^HTTP\/1\.1 400 /);
    const large = await sendRaw(port, [`${head}content-length: 100000000\r\n\r\n`, "x".repeat(1000)]);
    expect(large).toMatch(/^HTTP\/1\.1 413 [\s\S]*INPUT_TOO_LARGE/);
    const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
    const endless = [`${head}transfer-encoding: chunked\r\n\r\n`, ...Array<string>(1600).fill(chunk)];
    expect(await sendRaw(port, endless)).toMatch(/^HTTP\/1\.1 413 /);
    for (const charset of ["utf-16le", "shift_jis", "klingon", '"', "utf-8; charset=utf-7"]) {
      const headers = { "content-type": `text/html; charset=${charset}` };
      const answer = await fetch(`${url}/extract`, { method: "POST", headers, body: PAGE });
      expect([200, 415], charset).toContain(answer.status);
    }
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });

  test("answers what it has accepted when it is told to end, and ends with status 0", async () => {
    const { url, process: server, ended } = await serveGalley();
    const asked = Array.from({ length: 30 }, async () => {
      const answer = await fetch(`${url}/extract`, { method: "POST", headers: HTML, body: PAGE });
      return { status: answer.status, title: (await answer.json()).title };
    });
    await Promise.race(asked);
    server.kill("SIGTERM");
    const answers = await Promise.all(asked);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await ended).toBe(0);
    await expect(fetch(`${url}/health`)).rejects.toThrow();
  });

  test("does not let everyone in on other addresses, unless it is told to", async () => {
    const refused = await galley(["serve", "--host", "0.0.0.0", "--port", "0"], { cwd: newFolder() });
    expect(refused).toMatchObject({ status: 1, stdout: "" });
    expect(refused.stderr).toMatch(/^galley: OPEN_SERVER: .*galley key add/);
    const { said } = await serveGalley(["--host", "0.0.0.0", "--no-auth"]);
    const named = said().match(/http:\S+/g) ?? [];
    expect(named[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    for (const url of named) expect((await fetch(`${url}/health`)).status, url).toBe(200);
  });

  test("says that a proxy would let everyone in, where there are no keys", async () => {
    const { said } = await serveGalley(["--allow-host", "news.example"]);
    expect(said()).toMatch(/^galley: there are no keys: .*proxy/m);
  });

  test("says that it has made a library, and says nothing of one that was there", async () => {
    const { said, folder } = await serveGalley(["--store", "new.db"]);
    expect(said()).toContain("galley: made a new library new.db\n");
    const again = await serveGalley(["--store", "new.db"], folder);
    expect(again.said()).toMatch(
      /^galley: listening on \S+\ngalley: the studio for one browser: \S+#token=[\w-]{32}\n$/,
    );
  });
});

describe("galley key", () => {
  test("prints a key once, which opens what it is for until it is removed", async () => {
    const cwd = newFolder();
    const added = await galley(["key", "add", "robot", "--scope", "extract"], { cwd });
    const key = added.stdout.trim();
    expect(added.stderr).toBe("galley: added robot to galley-keys.json, for extract\n");
    const { url, log, said } = await serveGalley(["--host", "0.0.0.0"], cwd);
    expect(said()).toContain("galley: keys of galley-keys.json are asked for\n");
    const ask = async (authorization?: string) => {
      const headers = { ...HTML, ...(authorization && { authorization }) };
      return (await fetch(`${url}/extract`, { method: "POST", headers, body: PAGE })).status;
    };
    expect(await ask()).toBe(401);
    expect(await ask(`Bearer ${key}`)).toBe(200);
    expect((await galley(["key", "list"], { cwd })).stdout).toMatch(/^robot\textract\t-\t/);
    expect((await galley(["key", "remove", "robot"], { cwd })).status).toBe(0);
    await expect.poll(() => ask(`Bearer ${key}`), { timeout: 5000 }).toBe(401);
    expect(log()).not.toContain(key);
    expect((await galley(["key", "add", "x", "--scope", "all"], { cwd })).stderr).toMatch(/BAD_OPTION/);
  });
});
