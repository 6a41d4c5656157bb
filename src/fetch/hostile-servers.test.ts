import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { freePort } from "../../test/free-port.ts";
import { type FetchOptions, fetchPage } from "./fetch-page.ts";
import { type Loopback, serve, serveRaw } from "./loopback.testing.ts";

const HERE: FetchOptions = { allow: ["127.0.0.1"], ignoreRobots: true, timeoutMs: 5000 };

async function expectFailure(server: Loopback, code: string, options: FetchOptions = {}): Promise<void> {
  await expect(fetchPage(server.origin, { ...HERE, ...options })).rejects.toThrow(
    expect.objectContaining({ code }),
  );
  await expect.poll(() => server.open(), { interval: 5, timeout: 20_000 }).toBe(0);
}

/** A server that waits for a request and then writes these bytes, whatever they mean. */
function answering(
  text: string | Uint8Array,
  afterwards: (socket: Socket) => void = (socket) => socket.end(),
) {
  return serveRaw((socket) => {
    socket.once("data", () => socket.write(text, () => afterwards(socket)));
  });
}

/** Writes the bytes again and again until the client is gone. */
function writeForever(socket: NodeJS.WritableStream, bytes: Uint8Array | string): void {
  socket.on("error", () => {});
  const more = () => {
    while (socket.writable && socket.write(bytes));
  };
  socket.on("drain", more);
  more();
}

describe("a hostile server", () => {
  test("with a gzip bomb is cut off in bounded memory", async () => {
    const zeros = gzipSync(Buffer.alloc(4_000_000));
    const server = await serve((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      writeForever(response, zeros);
    });
    const before = process.memoryUsage().arrayBuffers;
    await expectFailure(server, "FETCH_TOO_LARGE", { maxBytes: 10_000_000 });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000);
  });

  test("with a body that never ends is cut off", async () => {
    const server = await serve((_, response) => writeForever(response, "x".repeat(10_000)));
    await expectFailure(server, "FETCH_TOO_LARGE", { maxBytes: 1_000_000 });
  });

  test("that announces too much is not listened to", async () => {
    const server = await answering("HTTP/1.1 200 OK\r\ncontent-length: 30000000\r\n\r\n", () => {});
    await expectFailure(server, "FETCH_TOO_LARGE");
  });

  test("with gzip cut short gives a broken answer", async () => {
    const server = await serve((_, response) => {
      response.setHeader("content-encoding", "gzip").end(gzipSync("harbour ".repeat(999)).subarray(0, -20));
    });
    await expectFailure(server, "BAD_RESPONSE");
  });

  test("with gzip that is none gives a broken answer", async () => {
    const server = await serve((_, response) => {
      response.setHeader("content-encoding", "gzip").end("<p>Plain.");
    });
    await expectFailure(server, "BAD_RESPONSE");
  });

  test("that sends less than it announced gives a broken answer", async () => {
    await expectFailure(
      await answering("HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n<p>Short"),
      "BAD_RESPONSE",
    );
  });

  test("that sends more than it announced gives what it announced", async () => {
    const server = await answering(
      "HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n<p>and more HTTP/1.1 200 OK\r\n\r\n",
    );
    const page = await fetchPage(server.origin, HERE);
    expect(Buffer.from(page.bytes).toString()).toBe("<p>");
  });

  test.each([
    ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabcd"],
    [
      "a length and chunks",
      "HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    ],
    ["chunks of garbage", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nabc\r\n"],
    ["chunks without an end", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n"],
    ["no HTTP at all", "SSH-2.0-OpenSSH_9.6\r\n"],
    ["half a head", "HTTP/1.1 200 OK\r\ncontent-"],
    ["nothing", ""],
    ["headers of 100 KB", `HTTP/1.1 200 OK\r\n${"x-fill: y\r\n".repeat(10_000)}\r\n`],
    ["one header of 100 KB", `HTTP/1.1 200 OK\r\nx-fill: ${"y".repeat(100_000)}\r\n\r\n`],
  ])("with %s gives a broken answer", async (_, text) => {
    await expectFailure(await answering(text), "BAD_RESPONSE");
  });

  test("that speaks before it is asked gives a broken answer", async () => {
    await expectFailure(await serveRaw((socket) => socket.end("220 mail.example ESMTP\r\n")), "BAD_RESPONSE");
  });

  test("whose headers never end is cut off", async () => {
    const server = await answering("HTTP/1.1 200 OK\r\n", (socket) =>
      writeForever(socket, "x-fill: y\r\n".repeat(500)),
    );
    await expectFailure(server, "BAD_RESPONSE");
  });

  test("that resets the connection gives a broken answer", async () => {
    await expectFailure(await answering("", (socket) => socket.resetAndDestroy()), "BAD_RESPONSE");
    const midway = "HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n<p>";
    await expectFailure(await answering(midway, (socket) => socket.resetAndDestroy()), "BAD_RESPONSE");
  });

  test("that says nothing runs into the time limit", async () => {
    await expectFailure(await serveRaw(() => {}), "FETCH_TIMEOUT", { timeoutMs: 80 });
  });

  test.each([
    ["head", "HTTP/1.1 200 OK\r\n", "x-drip: 1\r\n"],
    ["body", "HTTP/1.1 200 OK\r\n\r\n", "x"],
    ["stream of early hints", "", "HTTP/1.1 103 Early Hints\r\n\r\n"],
  ])("that drips its %s runs into the time limit", async (_, start, drop) => {
    const server = await answering(start, (socket) => {
      const timer = setInterval(() => socket.write(drop), 10);
      socket.on("close", () => clearInterval(timer));
    });
    await expectFailure(server, "FETCH_TIMEOUT", { timeoutMs: 150 });
  });

  test("on a closed port is not connected to", async () => {
    const port = await freePort();
    const fetched = fetchPage(`http://127.0.0.1:${port}/`, HERE);
    await expect(fetched).rejects.toThrow(
      expect.objectContaining({ code: "CONNECT_FAILED", message: expect.stringContaining("REFUSED") }),
    );
  });
});
