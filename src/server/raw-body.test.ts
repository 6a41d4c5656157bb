import { Readable } from "node:stream";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { asNewsError } from "../errors/index.ts";
import { type RawBody, takeRawBodies } from "./raw-body.ts";

function echoApp() {
  const app = Fastify({ bodyLimit: 100 });
  onTestFinished(() => app.close());
  takeRawBodies(app, ["text/html"]);
  app.setErrorHandler((error, _, reply) => reply.code(400).send(asNewsError(error).code));
  app.post<{ Body: RawBody | undefined }>("/", async ({ body }) => ({
    sizeBytes: body?.sizeBytes,
    text: body && new TextDecoder().decode(body.bytes),
  }));
  return app;
}

const post = (payload: string | Readable, headers = {}) =>
  echoApp().inject({
    method: "POST",
    url: "/",
    headers: { "content-type": "text/html", ...headers },
    payload,
  });

test("a body is its chunks in their order", async () => {
  const answer = await post(Readable.from([Buffer.from("tide"), Buffer.from(" and "), Buffer.from("ebb")]));
  expect(answer.json()).toEqual({ sizeBytes: 12, text: "tide and ebb" });
  expect((await post("tide")).json()).toEqual({ sizeBytes: 4, text: "tide" });
});

test("a body over the limit is refused by what it says of its length, and by what comes", async () => {
  const chunks = Array.from({ length: 11 }, () => Buffer.alloc(10, "x"));
  expect((await post("x".repeat(100))).json()).toMatchObject({ sizeBytes: 100 });
  expect((await post("x".repeat(101))).body).toBe("INPUT_TOO_LARGE");
  expect((await post(Readable.from(chunks))).body).toBe("INPUT_TOO_LARGE");
});
