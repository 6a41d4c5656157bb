import { connect as connectPlain, isIP, type LookupFunction, type Socket } from "node:net";
import { pipeline as chain, type Readable, type Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { connect as connectTls } from "node:tls";
import * as zlib from "node:zlib";
import { Client } from "undici";
import { describeBytes, NewsError } from "../errors/index.ts";
import { type AddressGuard, bareHost } from "./address-guard.ts";

// Real servers stay under 16 KB, policy and cookie headers included.
const MAX_HEADER_BYTES = 32 * 1024;

/** What every request of one fetch shares. */
export interface GetOptions {
  readonly guard: AddressGuard;
  readonly userAgent: string;
  readonly connectTimeoutMs: number;
  readonly signal: AbortSignal;
  /** Further headers, by lower-case name, for each requested address, as a redirect may lead to another host. */
  readonly headersFor?: ((url: URL) => Readonly<Record<string, string>>) | undefined;
  /** Sends this by POST in place of a GET. */
  readonly body?: string | undefined;
  /** The proxy that every connection goes through; its address is checked as well unless it is trusted. */
  readonly proxy?: URL | undefined;
  readonly trustProxy?: boolean | undefined;
  /** Called on an open connection right before the request is sent; throws to prevent it. */
  readonly beforeSend?: (() => void) | undefined;
}

/** The head of an answer, and its body still unread. */
export interface HttpAnswer {
  readonly status: number;
  /** The first value of a header, by lower-case name. */
  header(name: string): string | undefined;
  readonly body: Readable;
}

/** One GET, or POST of a body, over a connection of its own, which is closed when `read` is done, however it ends. */
export async function httpGet<T>(
  url: URL,
  options: GetOptions,
  read: (answer: HttpAnswer) => Promise<T>,
): Promise<T> {
  const { guard, signal } = options;
  const addresses = await untilAborted(() => guard(url), signal);
  const socket = await dial(url, addresses, options);
  let isTaken = false;
  const client = new Client(url.origin, {
    connect: (_, callback) => {
      // Only the checked connection may be used, and one request needs no second.
      if (isTaken)
        return callback(
          new NewsError("BAD_RESPONSE", `The server ${url.host} hung up without an answer.`),
          null,
        );
      isTaken = true;
      // In a microtask, as the client would miss an answer that arrives while it is still sending.
      queueMicrotask(() => callback(null, socket));
    },
    maxHeaderSize: MAX_HEADER_BYTES,
    // The signal of the deadline covers both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    return await read(await request(client, url, options));
  } catch (error) {
    throw signal.aborted ? signal.reason : asAnswerError(error, url);
  } finally {
    await client.destroy();
    socket.destroy();
  }
}

async function request(client: Client, url: URL, options: GetOptions): Promise<HttpAnswer> {
  options.beforeSend?.();
  const { statusCode, headers, body } = await client.request({
    method: options.body === undefined ? "GET" : "POST",
    body: options.body ?? null,
    path: url.pathname + url.search,
    headers: {
      "user-agent": options.userAgent,
      accept: "text/html,application/xhtml+xml,*/*;q=0.5",
      "accept-encoding": ACCEPT_ENCODING,
      ...options.headersFor?.(url),
    },
    signal: options.signal,
    reset: true,
  });
  // An answer that is not read to its end still emits an error, which nobody else would handle.
  body.on("error", () => {});
  return { status: statusCode, header: (name) => [headers[name]].flat()[0], body };
}

// Once connected, errors of HTTP, the socket or the decompression (all have a code) mean a broken answer.
function asAnswerError(error: unknown, url: URL): unknown {
  if (error instanceof NewsError || !(error instanceof Error) || !("code" in error)) return error;
  if (error.code === "UND_ERR_INVALID_ARG") return error;
  return new NewsError("BAD_RESPONSE", `The answer of ${url.host} is broken: ${error.message}.`, {
    cause: error,
  });
}

/** The time limit, the abort signal and the proxy of a connection. */
type DialOptions = Pick<GetOptions, "connectTimeoutMs" | "signal" | "proxy" | "trustProxy" | "guard">;

/** Connects to one of the checked addresses, over TLS for https; throws CONNECT_FAILED. */
async function dial(url: URL, addresses: readonly string[], options: DialOptions): Promise<Socket> {
  const isTls = url.protocol === "https:";
  if (options.proxy === undefined)
    return whenConnected(openSocket(url, addresses, isTls), url, isTls, options);
  const tunnel = await openTunnel(options.proxy, url, addresses[0]!, options);
  if (!isTls) return tunnel;
  return whenConnected(connectTls({ socket: tunnel, ...tlsOptions(url) }), url, true, options);
}

/** Waits until a socket is connected, with TLS if it has that. */
function whenConnected(
  socket: Socket,
  url: URL,
  isTls: boolean,
  { connectTimeoutMs, signal }: DialOptions,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      socket.removeListener("error", onError);
    };
    const fail = (error: unknown) => {
      settle();
      // A destroyed socket may still report the error that its end caused.
      socket.on("error", () => {});
      socket.destroy();
      reject(error);
    };
    const onError = (cause: Error) => fail(connectFailed(url, cause.message || codeOf(cause), cause));
    const onAbort = () => fail(signal.reason);
    const timer = setTimeout(
      () => fail(connectFailed(url, `no answer in ${connectTimeoutMs / 1000} s`)),
      connectTimeoutMs,
    );
    signal.addEventListener("abort", onAbort, { once: true });
    socket.once("error", onError);
    socket.once(isTls ? "secureConnect" : "connect", () => {
      settle();
      resolve(socket);
    });
  });
}

function openSocket(url: URL, addresses: readonly string[] | undefined, isTls: boolean): Socket {
  const target = {
    host: bareHost(url),
    port: Number(url.port) || (isTls ? 443 : 80),
    // A literal address is dialled without this look-up; the guard has checked that very address.
    ...(addresses && { lookup: checkedOnly(addresses) }),
    // Tries the next address when one is slow, so a broken IPv6 route costs a moment and not the page.
    autoSelectFamily: true,
    // A busy process may notice its connection only after Node's default of 250 ms.
    autoSelectFamilyAttemptTimeout: 1500,
    noDelay: true,
  };
  return isTls ? connectTls({ ...target, ...tlsOptions(url) }) : connectPlain(target);
}

function tlsOptions(url: URL): { readonly ALPNProtocols: string[]; readonly servername?: string } {
  const host = bareHost(url);
  return { ALPNProtocols: ["http/1.1"], ...(isIP(host) === 0 ? { servername: host } : {}) };
}

// Enough for the status line and headers of any proxy.
const MAX_TUNNEL_ANSWER_BYTES = 16 * 1024;

/**
 * A connection through a proxy to a checked address. It names the address, not the host, which the proxy could resolve to another
 * address. Plain http uses a tunnel too, so that the proxy sees only the target.
 */
async function openTunnel(proxy: URL, url: URL, address: string, options: DialOptions): Promise<Socket> {
  const { guard, trustProxy, signal } = options;
  const isTls = proxy.protocol === "https:";
  const checked = trustProxy ? undefined : await untilAborted(() => guard(proxy), signal);
  const socket = await whenConnected(openSocket(proxy, checked, isTls), proxy, isTls, options);
  const host = isIP(address) === 6 ? `[${address}]` : address;
  const to = `${host}:${Number(url.port) || (url.protocol === "https:" ? 443 : 80)}`;
  const user = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  const login =
    proxy.username === "" ? "" : `proxy-authorization: Basic ${Buffer.from(user).toString("base64")}\r\n`;
  socket.write(`CONNECT ${to} HTTP/1.1\r\nhost: ${to}\r\n${login}\r\n`);
  try {
    const status = await untilAborted(() => tunnelStatus(socket), signal);
    if (status === 200) return socket;
    throw new NewsError("CONNECT_FAILED", `The proxy ${proxy.host} answered ${status} for ${url.host}.`);
  } catch (error) {
    socket.destroy();
    throw error instanceof NewsError ? error : connectFailed(url, `the proxy ${proxy.host} hung up`);
  }
}

/** The status that a proxy answers a CONNECT with; the socket is left where the tunnel begins. */
function tunnelStatus(socket: Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    const settle = () => {
      socket.removeListener("readable", read);
      socket.removeListener("error", fail);
      socket.removeListener("end", fail);
    };
    const fail = (error?: unknown) => {
      settle();
      reject(error);
    };
    const read = () => {
      // Byte by byte, as a server may speak first and its bytes are not ours to take.
      for (let byte = socket.read(1); byte !== null; byte = socket.read(1)) {
        head = Buffer.concat([head, byte]);
        if (head.length > MAX_TUNNEL_ANSWER_BYTES) return fail();
        if (!head.subarray(-4).equals(HEAD_END)) continue;
        settle();
        return resolve(Number(/^HTTP\/1\.[01] (\d{3})/.exec(head.toString("latin1"))?.[1] ?? 0));
      }
    };
    socket.on("readable", read);
    socket.once("error", fail);
    socket.once("end", fail);
  });
}

const HEAD_END = Buffer.from("\r\n\r\n");

function checkedOnly(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    if (options.all) callback(null, answers);
    else callback(null, answers[0]!.address, answers[0]!.family);
  };
}

function connectFailed(url: URL, why: string, cause?: Error): NewsError {
  return new NewsError("CONNECT_FAILED", `No connection to ${url.host}: ${why}.`, cause && { cause });
}

// When several addresses fail Node gives an AggregateError with an empty message.
function codeOf(error: Error): string {
  return "code" in error ? String(error.code) : error.name;
}

/** A running time limit: its signal aborts with FETCH_TIMEOUT unless stopped first. */
export interface Deadline {
  readonly signal: AbortSignal;
  stop(): void;
  /** Does work that does not count, such as waiting for a turn. */
  pause<T>(work: () => Promise<T>): Promise<T>;
}

/** Starts a time limit for an answer; an outer signal ends it too. */
export function startDeadline(timeoutMs: number, from: string, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  const expire = () =>
    controller.abort(
      new NewsError("FETCH_TIMEOUT", `No whole answer within ${timeoutMs / 1000} s from ${from}.`),
    );
  const signal = outer ? AbortSignal.any([controller.signal, outer]) : controller.signal;
  let leftMs = timeoutMs;
  let startedMs = performance.now();
  let timer = setTimeout(expire, leftMs);
  const pause = async <T>(work: () => Promise<T>): Promise<T> => {
    clearTimeout(timer);
    leftMs = Math.max(1, leftMs - (performance.now() - startedMs));
    try {
      return await work();
    } finally {
      startedMs = performance.now();
      timer = setTimeout(expire, leftMs);
    }
  };
  return { signal, stop: () => clearTimeout(timer), pause };
}

/** Waits for work that cannot be aborted, such as a DNS look-up, until the signal aborts. */
async function untilAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stopWaiting = () => {};
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    stopWaiting = () => signal.removeEventListener("abort", onAbort);
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    stopWaiting();
  }
}

type Chunks = AsyncIterable<Uint8Array>;
type Unpack = (packed: Chunks) => Chunks;

/** How much to read, and what to do when there is more: refuse the whole, or keep the beginning. */
interface ReadLimits {
  readonly maxBytes: number;
  readonly whenLonger: "refuse" | "cut";
  readonly signal: AbortSignal;
}

// Nobody compresses twice on purpose; a long chain only multiplies work.
const MAX_CODINGS = 2;

// Node 22 before 22.15 has no zstd.
const hasZstd = typeof zlib.createZstdDecompress === "function";

const UNPACKERS: ReadonlyMap<string, Unpack> = new Map<string, Unpack>([
  ["gzip", unpackWith(() => zlib.createGunzip())],
  ["x-gzip", unpackWith(() => zlib.createGunzip())],
  // "deflate" means the zlib format, but some servers send the bare stream; the first byte tells which.
  ["deflate", unpackWith((first) => ((first & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw()))],
  ["br", unpackWith(() => zlib.createBrotliDecompress())],
  ...(hasZstd ? [["zstd", unpackWith(() => zlib.createZstdDecompress())] as const] : []),
]);

/** The content codings that can be unpacked, as an Accept-Encoding value. */
const ACCEPT_ENCODING = ["gzip", "deflate", "br", ...(hasZstd ? ["zstd"] : [])].join(", ");

/** The whole body, unpacked as it arrives and limited in every stage, so that no decompression bomb fills memory. */
export async function readBody(body: Readable, encoding: string, limits: ReadLimits): Promise<Uint8Array> {
  const overflow = new NewsError("FETCH_TOO_LARGE", `The answer is over ${describeBytes(limits.maxBytes)}.`);
  const limited = (chunks: Chunks) => stopAfter(chunks, limits.maxBytes, overflow);
  const chunks: Uint8Array[] = [];
  const collect = async (source: Chunks) => {
    // Each stage is limited: gzip members that unpack to nothing could hide endless work in between.
    let stage = limited(source);
    for (const unpack of unpackersOf(encoding)) stage = limited(unpack(stage));
    for await (const chunk of stage) chunks.push(chunk);
  };
  try {
    await pipeline(body, collect, { signal: limits.signal });
  } catch (error) {
    if (error !== overflow || limits.whenLonger === "refuse") throw error;
  }
  const { buffer, byteOffset, length } = Buffer.concat(chunks, Math.min(sizeOf(chunks), limits.maxBytes));
  return new Uint8Array(buffer, byteOffset, length);
}

async function* stopAfter(chunks: Chunks, maxBytes: number, overflow: NewsError): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    sizeBytes += chunk.length;
    yield chunk;
    if (sizeBytes > maxBytes) throw overflow;
  }
}

// The header names the codings in the order they were applied.
function unpackersOf(encoding: string): readonly Unpack[] {
  const codings = encoding
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > MAX_CODINGS)
    throw new NewsError("BAD_RESPONSE", `The answer is packed ${codings.length} times.`);
  return codings.reverse().map((coding) => {
    const unpack = UNPACKERS.get(coding);
    if (!unpack)
      throw new NewsError("BAD_RESPONSE", `The answer is packed in an unknown way: ${coding.slice(0, 40)}.`);
    return unpack;
  });
}

// Waits for the first bytes because an empty body, which some servers label as compressed, would not unpack.
function unpackWith(makeUnpacker: (firstByte: number) => Transform): Unpack {
  return async function* (packed) {
    const rest = packed[Symbol.asyncIterator]();
    const first = await rest.next();
    if (first.done) return;
    const whole = async function* () {
      yield first.value;
      yield* { [Symbol.asyncIterator]: () => rest };
    };
    // The callback form passes an error of the packed side on to the unpacker, where the reader sees it.
    yield* chain(whole(), makeUnpacker(first.value[0]!), () => {});
  };
}

function sizeOf(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}
