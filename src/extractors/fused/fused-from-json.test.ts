import { expect, test } from "vitest";
import { type BaseModels, fusedModel } from "./fused-from-json.ts";
import { packFusedModel } from "./fused-model.ts";
import { shippedFused } from "./shipped.ts";

test("a model without those of its base learners is refused as such", () => {
  const json = JSON.parse(JSON.stringify(packFusedModel(shippedFused())));
  for (const models of [undefined, {}, { mss: null }]) {
    expect(() => fusedModel(json, models as BaseModels)).toThrow(
      expect.objectContaining({ code: "BAD_MODEL" }),
    );
  }
});
