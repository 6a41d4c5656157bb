import { expect, test } from "vitest";
import { LEAF_ROLES } from "../src/article/index.ts";
import { parsePage } from "../src/default-extract.ts";
import { packRoleModel, readRoleModel, roleChances } from "../src/roles/index.ts";
import type { Label } from "../src/sets/index.ts";
import { makeArticlePage } from "../test/newsroom/index.ts";
import { bitOf, markKnown, markTruth, trainRoles } from "./learn-roles.ts";
import { knownLeaves } from "./shipped-recipe.ts";

const TRAINING = { command: "test", seed: 1, sets: [], domains: [] };

function madeUp(seed: number) {
  const { html, url, truth } = makeArticlePage({ look: "bem-2016", language: "en", seed });
  return { page: parsePage(html, { url }), truth };
}

test("roles that are learned from a few pages are found on another one, before and after the model is stored", () => {
  const pages = Array.from({ length: 12 }, (_, seed) => {
    const { page, truth } = madeUp(seed);
    return markKnown(page, "a.example", knownLeaves(truth.leaves));
  });
  const model = trainRoles(pages, TRAINING, { boosting: { trees: 12, minChildWeight: 2 } });
  const { page, truth } = madeUp(100);
  const { masks } = markKnown(page, "b.example", knownLeaves(truth.leaves));
  const chances = roleChances(page, model)!;
  const width = LEAF_ROLES.length;
  const known = [...masks.keys()].filter((block) => masks[block] !== 0);
  const right = known.filter((block) => {
    const own = [...chances.subarray(block * width, (block + 1) * width)];
    return masks[block] === 1 << own.indexOf(Math.max(...own));
  });
  expect(right.length).toBeGreaterThan(0.85 * known.length);
  const stored = readRoleModel(JSON.parse(JSON.stringify(packRoleModel(model))));
  expect(roleChances(page, stored)).toEqual(chances);
});

test("a damaged model is refused", () => {
  const pages = [markKnown(madeUp(1).page, "a.example", knownLeaves(madeUp(1).truth.leaves))];
  const packed = packRoleModel(trainRoles(pages, TRAINING, { boosting: { trees: 1 } }));
  expect(() => readRoleModel({ ...packed, trees: { ...packed.trees, date: "?" } })).toThrow("trees for date");
  expect(() => readRoleModel({ ...packed, method: "mss" })).toThrow("method mss");
});

test("a truth gives headline, byline, date and body, and leaves open what else a block may be", () => {
  const { page, truth } = madeUp(3);
  const { title, authors, published, body } = truth;
  const label = { truth: { title, authors, published, body, bodyIsPrefix: false, with: [], without: [] } };
  const marked = markTruth(page, "a.example", label as unknown as Label)!;
  const count = (mask: number) => marked.masks.filter((own) => own === mask).length;
  for (const role of ["headline", "byline", "date"] as const) expect(count(bitOf(role))).toBeGreaterThan(0);
  expect(count(bitOf("body"))).toBeGreaterThan(3);
  const open = marked.masks.find((mask) => (mask & (mask - 1)) !== 0)!;
  expect(open & bitOf("body")).toBe(0);
  expect(open & bitOf("promotion")).not.toBe(0);
});
