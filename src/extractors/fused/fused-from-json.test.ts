import { expect, test } from "vitest";
import { fusedModel, type WitnessModels } from "./fused-from-json.ts";
import { packFusedModel } from "./fused-model.ts";
import { shippedFused } from "./shipped.ts";

test("a model without those of its witnesses is refused as such", () => {
  const json = JSON.parse(JSON.stringify(packFusedModel(shippedFused())));
  for (const models of [undefined, {}, { mss: null }]) {
    expect(() => fusedModel(json, models as WitnessModels)).toThrow(
      expect.objectContaining({ code: "BAD_MODEL" }),
    );
  }
});
