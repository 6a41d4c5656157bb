import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { apiFiles, describeServer } from "../scripts/write-api.ts";

const ROOT = join(import.meta.dirname, "..");

test("the client and docs/api.md are what npm run api writes", async () => {
  for (const [path, text] of await apiFiles())
    expect(readFileSync(join(ROOT, path), "utf8"), path).toBe(text);
});

test("the description names every operation once, and every reference leads somewhere", async () => {
  const api = await describeServer();
  const operations = Object.values(api.paths).flatMap((methods) => Object.values(methods));
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => /^[a-z]\w+$/i.test(id))).toBe(true);
  const references = JSON.stringify(api).match(/#\/components\/schemas\/\w+/g) ?? [];
  expect(references.length).toBeGreaterThan(10);
  for (const reference of references)
    expect(api.components.schemas).toHaveProperty(reference.split("/").at(-1) ?? "");
  expect(api.openapi).toBe("3.1.0");
  expect(
    operations.filter(({ responses }) => responses["4XX"] === undefined && responses[200] === undefined),
  ).toEqual([]);
});
