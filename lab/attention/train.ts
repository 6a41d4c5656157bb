/**
 * `npm run train:attention`: trains the network beside the trees of the shipped `fused` again, after those. Needs Python 3.11
 * or later (`PYTHON` names it, python3 otherwise); its packages go into a temporary folder. Takes about ten minutes on two cores.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { shippedFile, writeModels } from "../../scripts/write-models.ts";
import { readVersion } from "../../src/cli/version.ts";
import {
  type AttentionModel,
  packAttention,
  readAttention,
  type TrainedAttention,
} from "../../src/extractors/fused/attention.ts";
import type { Training } from "../../src/model/index.ts";
import { type CardFacts, dataSection, factRows } from "../../src/train/index.ts";

const HERE = import.meta.dirname;
const COMMAND = "npm run train:attention";
const MAX_MEGABYTES = 6000;

/** What the Python script writes. */
interface Trained extends TrainedAttention {
  readonly training: Omit<Training, "command">;
}

function train(): void {
  const folder = mkdtempSync(join(tmpdir(), "galley-attention-"));
  try {
    const run = (program: string, ...words: string[]) => execFileSync(program, words, { stdio: "inherit" });
    const exporter = join(HERE, "export-rows.ts");
    run(process.execPath, `--max-old-space-size=${MAX_MEGABYTES}`, exporter, folder);
    const environment = join(folder, "python");
    run(process.env.PYTHON ?? "python3", "-m", "venv", environment);
    const python = join(environment, "bin", "python");
    run(python, "-m", "pip", "install", "--quiet", "-r", join(HERE, "requirements.txt"));
    const result = join(folder, "model.json");
    run(python, join(HERE, "train.py"), folder, result);
    writeModel(JSON.parse(readFileSync(result, "utf8")));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeModel({ training, ...trained }: Trained): void {
  const file = relative("", shippedFile("attention"));
  const packed = packAttention(trained, { command: COMMAND, ...training });
  writeFileSync(file, gzipSync(`${JSON.stringify(packed)}\n`, { level: 9 }));
  const facts = { file: basename(file), sizeBytes: statSync(file).size, version: readVersion() };
  writeFileSync(file.replace(".json.gz", ".md"), makeAttentionCard(readAttention(packed), facts));
  writeModels();
}

train();

/** The card of the network beside the trees of the learned extractor, in Markdown. */
function makeAttentionCard(model: AttentionModel, facts: CardFacts): string {
  const { training, weight, ranks, weights } = model;
  return `# ${facts.file}

A transformer over the blocks of a page, which [fused](fused.md) blends with its trees. It holds quantiles of features and weights in
8 bits; no text.

${factRows(training, facts)}
| features | ${ranks.columns.length} |
| width | ${weights.width} |
| layers | ${weights.layers.length} |
| weight beside the trees | ${weight} |

${dataSection(training, facts.licences)}

The sites of one fold of five were not learned from: the weight was chosen on them.

## Scores

Those of \`fused\` beside \`quick\`, the trees alone: \`npm run experiments -- fused\`.
`;
}
