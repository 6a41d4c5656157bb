import { type AddressInfo, connect, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { CLOSED_PARTS, HOST, logOf, testApp } from "./app.testing.ts";
import type { EncodedArticle } from "./extract-worker.ts";

describe("a body that drips", () => {
  test.each(["/extract", "/batch", "/nowhere"])(
    "holds no connection once %s has refused it",
    async (path) => {
      const app = testApp({ bodies: { bodyTimeoutMs: 200 } });
      await app.listen({ host: "127.0.0.1", port: 0 });
      const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
      const drip = setInterval(() => socket.write("x"), 20);
      onTestFinished(() => {
        clearInterval(drip);
        socket.destroy();
      });
      let said = "";
      socket.on("data", (bytes) => {
        said += bytes;
      });
      socket.on("error", () => undefined);
      socket.write(`POST ${path} HTTP/1.1\r\nhost: evil.example\r\ncontent-length: 100000\r\n\r\n`);
      await new Promise((closed) => socket.once("close", closed));
      expect(said).toMatch(/^HTTP\/1\.1 403 /);
    },
  );
});

describe("bodies of many requests at once", () => {
  test("are held up to a limit, and given back with their answers", async () => {
    const app = testApp({ bodies: { maxHeldBytes: 1000 } });
    await app.listen({ host: "127.0.0.1", port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const send = (bytes: number, sent: number) => {
      const socket: Socket = connect(port, "127.0.0.1");
      onTestFinished(() => void socket.destroy());
      const head = `POST /extract HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: text/html\r\ncontent-length: ${bytes}\r\n\r\n`;
      socket.write(head + "x".repeat(sent));
      const answer = new Promise<string>((done) => socket.once("data", (text) => done(String(text))));
      return { socket, answer };
    };
    const slow = send(700, 600);
    await expect.poll(() => send(700, 700).answer).toMatch(/^HTTP\/1\.1 429 [\s\S]*OVERLOADED/);
    slow.socket.write("x".repeat(100));
    expect(await slow.answer).toMatch(/^HTTP\/1\.1 200 /);
    await expect.poll(() => send(700, 700).answer).toMatch(/^HTTP\/1\.1 200 /);
    send(700, 600).socket.destroy();
    await expect.poll(() => send(700, 700).answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("are given back when their clients leave while the page is extracted", async () => {
    const tasks: (() => void)[] = [];
    const lines: string[] = [];
    const run = (): Promise<EncodedArticle> =>
      new Promise((done) => tasks.push(() => done({ bytes: new Uint8Array(2), format: "text" })));
    const pool = { ...CLOSED_PARTS.pool, run };
    const app = testApp({ pool, bodies: { maxHeldBytes: 1000 }, log: logOf(lines) });
    await app.listen({ host: "127.0.0.1", port: 0 });
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/extract`;
    const ask = (signal?: AbortSignal) =>
      fetch(url, {
        method: "POST",
        headers: { "content-type": "text/html" },
        body: "x".repeat(700),
        ...(signal && { signal }),
      });
    for (let at = 0; at < 3; at++) {
      const leaving = new AbortController();
      const asked = ask(leaving.signal).catch((error: Error) => error.name);
      await expect.poll(() => tasks.length).toBe(at + 1);
      leaving.abort();
      expect(await asked).toBe("AbortError");
      await expect.poll(() => lines.length).toBe(at + 2);
      expect(JSON.parse(lines[at + 1]!)).toMatchObject({ route: "/extract", status: 499 });
      tasks[at]!();
    }
    const asked = ask();
    await expect.poll(() => tasks.length).toBe(4);
    tasks[3]!();
    expect((await asked).status).toBe(200);
  });

  test("are refused where they are packed, as they would be taken for a page", async () => {
    const headers = { host: HOST, "content-type": "text/html", "content-encoding": "gzip" };
    const answer = await testApp().inject({ method: "POST", url: "/extract", headers, payload: "xx" });
    expect([answer.statusCode, answer.json().error.code]).toEqual([415, "BAD_MEDIA_TYPE"]);
  });
});
