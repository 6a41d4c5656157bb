/** `npm run experiments -- NAME [--quick]`: prints the Markdown of an experiment of docs/experiments.md. */
import { asNewsError, NewsError } from "../src/errors/index.ts";
import { dataPlaces, packageVersion } from "../src/eval/index.ts";
import { econ } from "./experiments/econ.ts";
import type { Experiment } from "./experiments/experiment.ts";
import { extractors } from "./experiments/extractors.ts";
import { fused } from "./experiments/fused.ts";
import { fusedLayout } from "./experiments/fused-layout.ts";
import { layout } from "./experiments/layout.ts";
import { metadata } from "./experiments/metadata.ts";
import { mss } from "./experiments/mss.ts";
import { relevance } from "./experiments/relevance.ts";
import { styled } from "./experiments/styled.ts";
import { verdict } from "./experiments/verdict.ts";
import { vips } from "./experiments/vips.ts";
import { wrapper } from "./experiments/wrapper.ts";

const EXPERIMENTS: Readonly<Record<string, Experiment>> = {
  extractors,
  econ,
  fused,
  "fused-layout": fusedLayout,
  layout,
  metadata,
  mss,
  relevance,
  styled,
  verdict,
  vips,
  wrapper,
};

const QUICK = "--quick";

async function main([name, ...options]: readonly string[]): Promise<void> {
  const experiment = EXPERIMENTS[name ?? ""];
  if (experiment === undefined) {
    throw new NewsError("BAD_OPTION", `Name an experiment: ${Object.keys(EXPERIMENTS).join(", ")}`);
  }
  const places = dataPlaces((message) => process.stderr.write(`${message}\n`));
  const isQuick = options.includes(QUICK);
  if (options.some((option) => option !== QUICK)) {
    throw new NewsError("BAD_OPTION", `The only option is ${QUICK}, which tries an experiment out on less.`);
  }
  const command = ["npm run experiments --", name, ...options].join(" ");
  const provenance = { command, date: new Date().toISOString().slice(0, 10), version: packageVersion() };
  for await (const part of experiment({ places, provenance, isQuick })) process.stdout.write(`${part}\n\n`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const { code, message } = asNewsError(error);
  process.stderr.write(`experiments: ${code}: ${message}\n`);
  process.exitCode = 1;
}
