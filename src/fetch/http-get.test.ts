import { Readable } from "node:stream";
import { createServer as createTls, getCACertificates, setDefaultCACertificates } from "node:tls";
import * as zlib from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { type FetchOptions, fetchPage } from "./fetch-page.ts";
import { readBody } from "./http-get.ts";
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
    await expect.poll(() => server.open(), { interval: 5, timeout: 20_000 }).toBe(0);
  });
});

describe("bodies", () => {
  const TEXT = Buffer.from("The harbour wall gave way at dawn. ".repeat(2000));

  function limits(maxBytes: number, whenLonger: "refuse" | "cut" = "refuse") {
    return { maxBytes, whenLonger, signal: new AbortController().signal };
  }

  /** The bytes in small pieces, as a network would bring them. */
  function drip(bytes: Uint8Array, pieceBytes = 100): Readable {
    return Readable.from(
      (function* () {
        for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
      })(),
    );
  }

  const PACKED: readonly (readonly [string, Uint8Array])[] = [
    ["", TEXT],
    ["identity", TEXT],
    ["gzip", zlib.gzipSync(TEXT)],
    ["X-GZIP", zlib.gzipSync(TEXT)],
    ["deflate", zlib.deflateSync(TEXT)],
    ["deflate", zlib.deflateRawSync(TEXT)],
    ["br", zlib.brotliCompressSync(TEXT)],
    ["zstd", zlib.zstdCompressSync(TEXT)],
    ["gzip, br", zlib.brotliCompressSync(zlib.gzipSync(TEXT))],
  ];

  describe("readBody", () => {
    test.each(PACKED)("unpacks %j", async (encoding, packed) => {
      expect(TEXT.equals(await readBody(drip(packed), encoding, limits(100_000)))).toBe(true);
      expect(TEXT.equals(await readBody(drip(packed, 7), encoding, limits(TEXT.length)))).toBe(true);
    });

    test.each(PACKED)("refuses %j when it unpacks to one byte too many", async (encoding, packed) => {
      const refusal = expect.objectContaining({ code: "FETCH_TOO_LARGE" });
      await expect(readBody(drip(packed), encoding, limits(TEXT.length - 1))).rejects.toThrow(refusal);
    });

    test.each(PACKED.slice(2))("rejects %j when its end is missing", async (encoding, packed) => {
      await expect(readBody(drip(packed.subarray(0, -12)), encoding, limits(100_000))).rejects.toThrow();
    });

    test.each(PACKED.slice(2))("rejects %j when it is something else", async (encoding) => {
      await expect(
        readBody(drip(Buffer.from("<html>plain</html>")), encoding, limits(100_000)),
      ).rejects.toThrow();
    });

    test("keeps the beginning when told to cut", async () => {
      const bytes = await readBody(drip(zlib.gzipSync(TEXT)), "gzip", limits(1000, "cut"));
      expect(Buffer.from(bytes)).toEqual(TEXT.subarray(0, 1000));
    });

    test("gives no bytes for an empty body, packed or not", async () => {
      for (const encoding of ["", "gzip", "deflate", "br", "zstd"]) {
        expect(await readBody(drip(Buffer.alloc(0)), encoding, limits(1000))).toHaveLength(0);
      }
    });

    test("stops a bomb early and in little memory", async () => {
      const zeros = zlib.gzipSync(Buffer.alloc(2_000_000));
      let sent = 0;
      const endless = Readable.from(
        (function* () {
          for (; sent < 100_000; sent += 1) yield zeros;
        })(),
      );
      await expect(readBody(endless, "gzip", limits(5_000_000))).rejects.toThrow(
        expect.objectContaining({ code: "FETCH_TOO_LARGE" }),
      );
      expect(sent).toBeLessThan(200);
      expect(endless.destroyed).toBe(true);
    });

    test("stops a bomb whose inner coding unpacks to nothing", async () => {
      const nothings = zlib.gzipSync(Buffer.alloc(2_000_000, zlib.gzipSync("")));
      await expect(readBody(drip(nothings), "gzip, gzip", limits(1_000_000))).rejects.toThrow(
        expect.objectContaining({ code: "FETCH_TOO_LARGE" }),
      );
    });

    test("refuses codings it does not know and long chains of them", async () => {
      const broken = expect.objectContaining({ code: "BAD_RESPONSE" });
      await expect(readBody(drip(TEXT), "rot13", limits(100_000))).rejects.toThrow(broken);
      await expect(readBody(drip(TEXT), "gzip, gzip, gzip", limits(100_000))).rejects.toThrow(broken);
    });

    test("ends when the signal fires, even if the body never does", async () => {
      const silent = new Readable({ read() {} });
      const signal = AbortSignal.timeout(30);
      await expect(
        readBody(silent, "gzip", { maxBytes: 10, whenLonger: "refuse", signal }),
      ).rejects.toThrow();
      expect(silent.destroyed).toBe(true);
    });
  });
});
