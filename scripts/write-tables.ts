import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { shippedFused } from "../src/extractors/fused/index.ts";
import { storeFused } from "../src/extractors/fused/ready-fused.ts";
import { shippedModel } from "../src/extractors/index.ts";

/** Part of the build: the tables of the shipped models as they lie in memory, which the command reads. */
const { training, lexicon, otherLexicon, trees, otherTrees, verdict } = shippedFused();
if (!otherLexicon || !otherTrees || !verdict) throw new Error("The shipped model lacks a part");
const file = storeFused({ training, lexicon, otherLexicon, trees, otherTrees, verdict }, shippedModel());
writeFileSync(join(import.meta.dirname, "../dist/parts/fused.tables"), file);
