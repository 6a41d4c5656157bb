import { createServer as createHttp, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createRaw, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { PaceClock } from "./hosts.ts";

/** A server on 127.0.0.1 for one test, which closes it at its end. */
export interface Loopback {
  readonly origin: string;
  readonly port: number;
  /** Connections that are still open. */
  open(): number;
  /** Connections ever made. */
  accepted(): number;
}

/** Serves HTTP with the handler. */
export function serve(handler: RequestListener): Promise<Loopback> {
  return listen(createHttp(handler));
}

/** Serves whatever the handler writes to the bare connection, HTTP or not. */
export function serveRaw(handler: (socket: Socket) => void): Promise<Loopback> {
  return listen(createRaw(handler));
}

/** Starts a server of any kind for the running test. */
export async function listen(server: Server, scheme = "http"): Promise<Loopback> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  server.on("connection", (socket: Socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.on("error", () => {});
    // A connection that nobody reads would never report its end.
    if (scheme === "http") socket.resume();
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `${scheme}://127.0.0.1:${port}`,
    port,
    open: () => sockets.size,
    accepted: () => accepted,
  };
}

/** A clock that only moves when a test sleeps. */
export function stillClock(): PaceClock & { readonly slept: number[] } {
  const slept: number[] = [];
  let now = 0;
  return {
    slept,
    now: () => now,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
  };
}
