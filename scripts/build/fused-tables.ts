import type { Plugin } from "rolldown";
import { shippedFused } from "../../src/extractors/fused/index.ts";
import { storeFused } from "../../src/extractors/fused/ready-fused.ts";
import { shippedModel } from "../../src/extractors/index.ts";
import type { TableFile } from "../../src/model/index.ts";

const FILE = "parts/fused.tables";
const STAMP_SOURCE = /[\\/]src[\\/]cli[\\/]fused-stamp\.ts$/;

/** Writes the tables of the shipped models as they lie in memory, which the command reads, and tells the code their stamp. */
export function fusedTables(): Plugin {
  const { bytes, stamp } = storeShipped();
  return {
    name: "fused-tables",
    load: (id) => (STAMP_SOURCE.test(id) ? `export const FUSED_STAMP = ${stamp};` : null),
    generateBundle() {
      this.emitFile({ type: "asset", fileName: FILE, source: bytes });
    },
  };
}

function storeShipped(): TableFile {
  const { training, lexicon, otherLexicon, trees, otherTrees, verdict } = shippedFused();
  if (!otherLexicon || !otherTrees || !verdict) throw new Error("The shipped model lacks a part");
  return storeFused({ training, lexicon, otherLexicon, trees, otherTrees, verdict }, shippedModel());
}
