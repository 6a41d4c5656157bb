import { connect as connectPlain, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { NewsError } from "../errors/index.ts";
import { bareHost } from "./address-guard.ts";

/** How long to try, and what ends the trying early. */
export interface DialOptions {
  readonly connectTimeoutMs: number;
  readonly signal: AbortSignal;
}

/** An open connection to one of the checked addresses, over TLS for https; CONNECT_FAILED when there is none. */
export function dial(url: URL, addresses: readonly string[], options: DialOptions): Promise<Socket> {
  const { connectTimeoutMs, signal } = options;
  const isTls = url.protocol === "https:";
  const socket = openSocket(url, addresses, isTls);
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

function openSocket(url: URL, addresses: readonly string[], isTls: boolean): Socket {
  const host = bareHost(url);
  const isLiteral = isIP(host) !== 0;
  const target = {
    host,
    port: Number(url.port) || (isTls ? 443 : 80),
    // A literal address is dialled as it stands, without this look-up; the guard has checked that very address.
    lookup: checkedOnly(addresses),
    // Tries the next address when one is slow, so a broken IPv6 route costs a moment and not the page.
    autoSelectFamily: true,
    noDelay: true,
  };
  if (!isTls) return connectPlain(target);
  return connectTls({ ...target, ALPNProtocols: ["http/1.1"], ...(isLiteral ? {} : { servername: host }) });
}

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
