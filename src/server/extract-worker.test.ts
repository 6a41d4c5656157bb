import { expect, test } from "vitest";
import { tinyModelFile } from "../extractors/mss/made-up-models.testing.ts";
import { run } from "./extract-worker.ts";

test("a page of a site that somebody taught is read by its model, unless the request names a method", () => {
  const model: unknown = JSON.parse(JSON.stringify(tinyModelFile()));
  const shared = { maxBytes: 1e6 };
  const json = new TextEncoder().encode(JSON.stringify({ "taught.example": { model } }));
  const known = new Uint8Array(new SharedArrayBuffer(json.length));
  known.set(json);
  const sites = { generation: 1, bytes: known };
  const bytes = new TextEncoder().encode("<title>Mill</title><p>The mill stood still for a week.</p>");
  const methodOf = (how: { url?: string; extractor?: "econ" }) => {
    const answer = run({ inputs: [{ task: { kind: "page", bytes, how }, sites }], shared });
    return "bytes" in answer ? JSON.parse(new TextDecoder().decode(answer.bytes)).extractor : answer;
  };
  expect(methodOf({ url: "https://www.taught.example/1" })).toMatch(/^mss/);
  expect(methodOf({ url: "https://www.taught.example/1", extractor: "econ" })).toBe("econ");
  expect(methodOf({ url: "https://other.example/1" })).toBe("fused");
  expect(methodOf({})).toBe("fused");
});
