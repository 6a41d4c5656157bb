import type { Plugin } from "rolldown";
import { storeFused } from "../../src/extractors/fused/load-fused.ts";
import { shippedAttention, shippedFused, shippedModel } from "../../src/extractors/index.ts";

const { bytes, stamp } = storeFused(shippedFused(), { mss: shippedModel(), attention: shippedAttention() });

/** The stamp that the code expects of the tables. */
export const FUSED_STAMP: number = stamp;

/** Writes the tables of the default extractor in their memory layout, which the command reads. */
export function fusedTables(): Plugin {
  return {
    name: "fused-tables",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "parts/fused.tables", source: bytes });
    },
  };
}
