import { createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { expect, test } from "vitest";
import { listen } from "../fetch/loopback.testing.ts";
import { makeCertificate } from "../fetch/self-signed.testing.ts";
import { openStore } from "./index.ts";
import { withTls } from "./postgres.ts";

test.each([
  [
    "postgres://worker:sesame@db.example/news",
    "postgres://worker:sesame@db.example/news?sslmode=verify-full",
  ],
  [
    "postgres://db.example/news?application_name=x",
    "postgres://db.example/news?application_name=x&sslmode=verify-full",
  ],
  ["postgres://db.example/news?sslmode=disable", "postgres://db.example/news?sslmode=disable"],
  ["postgres://127.0.0.1/news", "postgres://127.0.0.1/news"],
  ["postgres://[::1]/news", "postgres://[::1]/news"],
  ["postgres://localhost/news", "postgres://localhost/news"],
  ["postgres:///news?host=/run/postgresql", "postgres:///news?host=/run/postgresql"],
])("the address %s is asked as %s", (given, asked) => {
  expect(withTls(given)).toBe(asked);
});

/** A server that answers the question for TLS, and notes what it is sent after that. */
async function serveTls(answer: "S" | "N") {
  const { key, cert } = makeCertificate("db.example");
  const sent: string[] = [];
  const server = createServer((socket: Socket) => {
    socket.once("data", () => {
      socket.write(answer);
      const next = answer === "S" ? new TLSSocket(socket, { isServer: true, key, cert }) : socket;
      next
        .on("error", () => undefined)
        .on("data", (bytes: Buffer) => void sent.push(bytes.toString("latin1")));
    });
  });
  const { port } = await listen(server, "postgres");
  return { address: `postgres://worker:sesame@127.0.0.1:${port}/news?sslmode=verify-full`, sent };
}

test.each([
  ["without TLS", "N", "without TLS"],
  ["with a certificate that nobody signed", "S", "certificate cannot be verified"],
] as const)("a server %s is refused, and told neither user nor password", async (_, answer, words) => {
  const { address, sent } = await serveTls(answer);
  const failure = await openStore(address, { mayCreate: false }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "STORE_UNAVAILABLE", message: expect.stringContaining(words) });
  expect(String((failure as Error).message)).not.toContain("sesame");
  expect(sent.join("")).not.toMatch(/worker|sesame/);
});
