import fc from "fast-check";
import { expect, test } from "vitest";
import type { ApiDescription, Operation } from "../../src/server/api/describe.ts";
import { serveGalley } from "./server.ts";

type Json = Readonly<Record<string, unknown>>;

/** Values that break what was not meant for them. */
const HOSTILE = [
  "",
  " ",
  "null",
  "undefined",
  "NaN",
  "-0",
  "1e309",
  "9007199254740993",
  "true",
  "[]",
  "{}",
  "%",
  "%00",
  "\u0000",
  "\u202e",
  "😀",
  "../../etc/passwd",
  "'; DROP TABLE articles; --",
  '" OR "1"="1',
  "NEAR(a b",
  "<script>alert(1)</script>",
  "http://[::1]/",
  "http://",
  "//",
  "javascript:alert(1)",
  "file:///etc/passwd",
  "__proto__",
  "constructor",
  "a".repeat(9000),
  "http://127.0.0.1:22/",
  "2026-99-99",
  "0x10",
];

/** Values for a schema: mostly right ones, some of the wrong type, some at the limits. */
function valuesOf(schema: Json, api: ApiDescription, depth = 0): fc.Arbitrary<unknown> {
  const wrong = fc.oneof(
    fc.constantFrom<unknown>(...HOSTILE, null, -1, 0, 1.5, [], {}, true),
    fc.jsonValue({ maxDepth: 2 }),
  );
  return fc.oneof({ weight: 4, arbitrary: rightOf(schema, api, depth) }, { weight: 1, arbitrary: wrong });
}

function rightOf(schema: Json, api: ApiDescription, depth: number): fc.Arbitrary<unknown> {
  const {
    $ref,
    anyOf,
    enum: values,
    type,
    minimum = -10,
    maximum = 1000,
    properties,
    required = [],
    items,
  } = schema as {
    $ref?: string;
    anyOf?: Json[];
    enum?: unknown[];
    type?: string;
    minimum?: number;
    maximum?: number;
    properties?: Record<string, Json>;
    required?: string[];
    items?: Json;
  };
  if ($ref !== undefined)
    return rightOf(api.components.schemas[$ref.split("/").at(-1) ?? ""] as Json, api, depth);
  if (anyOf !== undefined) return fc.oneof(...anyOf.map((each) => rightOf(each, api, depth)));
  if (values !== undefined) return fc.constantFrom(...values);
  if (type === "integer") return fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 31 - 1) });
  if (type === "number") return fc.double();
  if (type === "boolean") return fc.boolean();
  if (type === "array") return fc.array(valuesOf(items ?? {}, api, depth + 1), { maxLength: 3 });
  if (type !== "object" || depth > 3)
    return fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: "binary", maxLength: 40 }));
  const fields = Object.fromEntries(
    Object.entries(properties ?? {}).map(([name, each]) => [name, valuesOf(each, api, depth + 1)]),
  );
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
}

/** A request for an operation as `fetch` takes it. */
function requestsOf(path: string, method: string, operation: Operation, api: ApiDescription) {
  const { parameters = [], requestBody } = operation;
  const types = Object.entries(requestBody?.content ?? {});
  const body =
    types.length === 0
      ? fc.constant(undefined)
      : fc.oneof(
          ...types.map(([type, { schema }]) =>
            valuesOf(schema, api).map((value) => ({
              type,
              text: type.includes("json") ? JSON.stringify(value) : String(value),
            })),
          ),
        );
  const given = fc.record(
    Object.fromEntries(
      parameters.map(({ name, schema }) => [name, fc.option(valuesOf(schema, api), { nil: undefined })]),
    ),
  );
  return fc.record({ values: given, body }).map(({ values, body: sent }) => {
    const texts = Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(
        ([name, value]) =>
          [name, (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed()] as const,
      );
    const inPath = new Set(parameters.filter((each) => each.in === "path").map(({ name }) => name));
    const target = path.replace(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(texts.find(([each]) => each === name)?.[1] || "1"),
    );
    const query = new URLSearchParams(
      texts.filter(([name]) => !inPath.has(name)).map(([name, value]) => [name, value]),
    );
    return { method: method.toUpperCase(), target: `${target}?${query}`, sent };
  });
}

test("no request that its own description can make, right or wrong, is answered with a fault of the server", async () => {
  const { url } = await serveGalley();
  const api: ApiDescription = await (await fetch(`${url}/openapi.json`)).json();
  const faults: unknown[] = [];
  let [count, succeeded] = [0, 0];
  for (const [path, operations] of Object.entries(api.paths))
    for (const [method, operation] of Object.entries(operations))
      for (const { target, sent, ...request } of fc.sample(requestsOf(path, method, operation, api), {
        numRuns: 60,
        seed: 7,
      })) {
        const answer = await fetch(url + target, {
          ...request,
          ...(sent && { body: sent.text, headers: { "content-type": sent.type } }),
        });
        const text = await answer.text();
        count++;
        if (answer.ok) succeeded++;
        const isCoded = answer.ok || typeof JSON.parse(text).error?.code === "string";
        // 502 and 504 are faults of other servers, which made-up addresses do not have.
        if ([500, 501, 505].includes(answer.status) || !isCoded)
          faults.push([request.method, target, sent?.text.slice(0, 200), answer.status, text.slice(0, 200)]);
      }
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(600);
  expect(succeeded).toBeGreaterThan(100);
  expect((await fetch(`${url}/health`)).status).toBe(200);
});
