import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ApiDescription, Operation } from "../../src/server/api/describe.ts";
import { openStore } from "../../src/store/index.ts";
import { makeArticle, obtained, START_MS } from "../contract/store-samples.ts";
import { newFolder } from "./galley.ts";
import { serveGalley } from "./server.ts";

type Json = Readonly<Record<string, unknown>>;

/** Values that break unprepared code. */
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

/** A server with all routes open and a library of two articles, one with versions. */
async function serveLibrary() {
  const folder = newFolder();
  const store = await openStore(join(folder, "galley.db"), { mayCreate: true });
  await store.putSource(
    { id: "front", kind: "front", url: "https://news.example/", title: null, topic: null, concept: null },
    START_MS,
  );
  await store.finish(obtained("https://news.example/quay"));
  await store.finish(obtained("https://news.example/pier", { title: "<script>alert(1)</script>" }));
  await store.reextracted(1, makeArticle({ text: "Another text." }), START_MS);
  await store.close();
  return serveGalley(["--compat", "--quiet"], folder);
}

/** Checks answers against the schemas of a description. */
function answerChecker(api: ApiDescription) {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  const schemas = api.components.schemas;
  ajv.addSchema({ $id: "api", components: { schemas } });
  const local = (schema: Json): Json =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components'));
  return ({ responses }: Operation, status: number, type: string, text: string): string | undefined => {
    const { content = {} } = responses[status] ?? responses[`${String(status)[0]}XX`] ?? { content: {} };
    const { schema } = content[type] ?? {};
    if (schema === undefined) return status < 500 ? `${type} is not described` : undefined;
    if (type !== "application/json") return undefined;
    const check = ajv.compile(local(schema));
    return check(JSON.parse(text)) ? undefined : ajv.errorsText(check.errors);
  };
}

test("every request that its own description can make, right or wrong, is answered as described", async () => {
  const { url } = await serveLibrary();
  const api: ApiDescription = await (await fetch(`${url}/openapi.json`)).json();
  const wrongAnswer = answerChecker(api);
  expect(wrongAnswer(api.paths["/health"]!.get!, 200, "application/json", '{"status":"bad"}')).toBeDefined();
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
        const type = (answer.headers.get("content-type") ?? "").replace(/;.*/, "");
        const isCoded = answer.ok || typeof JSON.parse(text).error?.code === "string";
        const fault = wrongAnswer(operation, answer.status, type, text);
        // 502 and 504 are faults of other servers, which made-up addresses do not have.
        if ([500, 501, 505].includes(answer.status) || !isCoded || fault !== undefined)
          faults.push([
            request.method,
            target,
            sent?.text.slice(0, 200),
            answer.status,
            fault,
            text.slice(0, 200),
          ]);
      }
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(1000);
  expect(succeeded).toBeGreaterThan(200);
  expect((await fetch(`${url}/health`)).status).toBe(200);
});

test("no address of the reader is answered with a fault of the server, or runs what it was given", async () => {
  const { url } = await serveLibrary();
  const hostile = [
    ...HOSTILE,
    "1",
    "2",
    "99999999999999999999",
    "1e300",
    "-1",
    "1.5",
    "quay",
    "quay NOT (",
    'site:"',
  ];
  const faults: unknown[] = [];
  const statuses = new Set<number>();
  const visit = async (path: string) => {
    const answer = await fetch(url + path, { headers: { accept: "text/html" }, redirect: "manual" });
    const text = await answer.text();
    statuses.add(answer.status);
    const location = answer.headers.get("location");
    const isAway = location !== null && new URL(location, url).origin !== url;
    if (answer.status === 500 || /<script>alert|<script(?! src="\/reader)/.test(text) || isAway)
      faults.push([path, answer.status, location, text.slice(0, 200)]);
  };
  for (const value of hostile) {
    const text = encodeURIComponent(value.toWellFormed());
    for (const name of ["q", "after"]) await visit(`/?${name}=${text}`);
    for (const name of ["q", "version", "against", "look"]) await visit(`/read/1?${name}=${text}`);
    await visit(`/read/1?version=${text}&against=${text}&q=${text}`);
    await visit(`/read/${text}`);
    await visit(`/read/${text}/original`);
    await visit(`/reader/look?theme=${text}&size=${text}&back=${text}`);
    await visit(`/reader/${text}`);
  }
  expect(faults).toEqual([]);
  expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 303, 400, 404]));
});
