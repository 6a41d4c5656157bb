import { createServer as createTls, getCACertificates, setDefaultCACertificates } from "node:tls";
import { describe, expect, onTestFinished, test } from "vitest";
import type { FetchOptions } from "./fetch-options.ts";
import { fetchPage } from "./fetch-page.ts";
import { listen, serveRaw } from "./loopback.testing.ts";
import { makeCertificate } from "./self-signed.testing.ts";

const HERE: FetchOptions = {
  allow: ["127.0.0.1"],
  ignoreRobots: true,
  timeoutMs: 5000,
  lookup: async () => ["127.0.0.1"],
};

const CONNECT_FAILED = expect.objectContaining({ code: "CONNECT_FAILED" });

/** An https server with a certificate for harbour.example; `asked` lists the names that clients asked for. */
async function serveTls() {
  const { key, cert } = makeCertificate("harbour.example");
  const asked: (string | false | null)[] = [];
  const server = createTls({ key, cert }, (socket) => {
    asked.push(socket.servername);
    socket.on("error", () => {});
    socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n<p>Secret"));
  });
  return { ...(await listen(server, "https")), cert, asked };
}

function trust(cert: string): void {
  const usual = getCACertificates("default");
  setDefaultCACertificates([...usual, cert]);
  onTestFinished(() => setDefaultCACertificates(usual));
}

describe("https", () => {
  test("asks the checked address for the host by name, and trusts its certificate", async () => {
    const { port, cert, asked } = await serveTls();
    trust(cert);
    const page = await fetchPage(`https://harbour.example:${port}/`, HERE);
    expect(Buffer.from(page.bytes).toString()).toBe("<p>Secret");
    await fetchPage(`https://harbour.example.:${port}/`, HERE);
    expect(asked).toEqual(["harbour.example", "harbour.example"]);
  });

  test("refuses a certificate that nobody vouches for", async () => {
    const { port } = await serveTls();
    await expect(fetchPage(`https://harbour.example:${port}/`, HERE)).rejects.toThrow(CONNECT_FAILED);
  });

  test("refuses a certificate of another host", async () => {
    const { port, cert, origin } = await serveTls();
    trust(cert);
    await expect(fetchPage(`https://other.example:${port}/`, HERE)).rejects.toThrow(CONNECT_FAILED);
    await expect(fetchPage(origin, HERE)).rejects.toThrow(CONNECT_FAILED);
  });

  test("gives up on a server that accepts and then says nothing", async () => {
    const server = await serveRaw(() => {});
    const fetched = fetchPage(`https://harbour.example:${server.port}/`, { ...HERE, connectTimeoutMs: 60 });
    await expect(fetched).rejects.toThrow(CONNECT_FAILED);
    await expect.poll(() => server.open(), { interval: 5, timeout: 1000 }).toBe(0);
  });
});
