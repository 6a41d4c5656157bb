/** `npm run experiments -- NAME [--quick] [--only SECTION]`: prints the Markdown of an experiment of docs/experiments.md. */
import { parseArgs } from "node:util";
import { readVersion } from "../../src/cli/version.ts";
import { asNewsError, NewsError } from "../../src/errors/index.ts";
import { dataPlaces } from "../../src/sets/index.ts";
import { ECON_SECTIONS, econ } from "./econ.ts";
import type { Experiment, ExperimentContext } from "./experiment.ts";
import { EXTRACTOR_SECTIONS, extractors } from "./extractors.ts";
import { FUSED_SECTIONS, fused } from "./fused.ts";
import { fusedLayout } from "./fused-layout.ts";
import { fusedSteps, STEP_SECTIONS } from "./fused-steps.ts";
import { layout } from "./layout.ts";
import { losses } from "./losses.ts";
import { metadata } from "./metadata.ts";
import { mss } from "./mss.ts";
import { mssBorders } from "./mss-borders.ts";
import { mssShipped } from "./mss-shipped.ts";
import { MSS_SITE_SECTIONS, mssSite } from "./mss-site.ts";
import { mssSources } from "./mss-sources.ts";
import { nearDuplicates } from "./near-duplicates.ts";
import { PICTURE_SECTIONS, pictures } from "./pictures.ts";
import { RELEVANCE_SECTIONS, relevance } from "./relevance.ts";
import { ROLE_SECTIONS, roles } from "./roles.ts";
import { scale } from "./scale.ts";
import { SITE_SECTIONS, site } from "./site.ts";
import { SITE_TRUTH_SECTIONS, siteTruth } from "./site-truth.ts";
import { structures } from "./structures.ts";
import { styled } from "./styled.ts";
import { VERDICT_SECTIONS, verdict } from "./verdict.ts";
import { VIPS_SECTIONS, vips } from "./vips.ts";
import { WRAPPER_SECTIONS, wrapper } from "./wrapper.ts";

const EXPERIMENTS: Readonly<Record<string, Experiment>> = {
  extractors,
  econ,
  fused,
  "fused-layout": fusedLayout,
  "fused-steps": fusedSteps,
  layout,
  losses,
  metadata,
  mss,
  "mss-borders": mssBorders,
  "mss-shipped": mssShipped,
  "mss-site": mssSite,
  "mss-sources": mssSources,
  "near-duplicates": nearDuplicates,
  pictures,
  relevance,
  roles,
  scale,
  site,
  "site-truth": siteTruth,
  structures,
  styled,
  verdict,
  vips,
  wrapper,
};

/** Experiments that can be run by the section. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  econ: ECON_SECTIONS,
  extractors: EXTRACTOR_SECTIONS,
  fused: FUSED_SECTIONS,
  "fused-steps": STEP_SECTIONS,
  "mss-site": MSS_SITE_SECTIONS,
  pictures: PICTURE_SECTIONS,
  relevance: RELEVANCE_SECTIONS,
  roles: ROLE_SECTIONS,
  site: SITE_SECTIONS,
  verdict: VERDICT_SECTIONS,
  "site-truth": SITE_TRUTH_SECTIONS,
  vips: VIPS_SECTIONS,
  wrapper: WRAPPER_SECTIONS,
};

async function main([name = "", ...options]: readonly string[]): Promise<void> {
  const experiment = EXPERIMENTS[name];
  if (experiment === undefined) {
    throw new NewsError("BAD_OPTION", `Name an experiment: ${Object.keys(EXPERIMENTS).join(", ")}.`);
  }
  const places = dataPlaces((message) => process.stderr.write(`${message}\n`));
  const command = ["npm run experiments --", name, ...options].join(" ");
  const provenance = { command, date: new Date().toISOString().slice(0, 10), version: readVersion() };
  const context = { places, provenance, ...readOptions(options, SECTIONS[name] ?? []) };
  for await (const part of experiment(context)) process.stdout.write(`${part}\n\n`);
}

function readOptions(
  words: readonly string[],
  sections: readonly string[],
): Pick<ExperimentContext, "isQuick" | "only"> {
  const { quick, only } = parseWords(words);
  if (only === undefined) return { isQuick: quick };
  if (sections.includes(only)) return { isQuick: quick, only };
  const known = sections.length > 0 ? `its sections are ${sections.join(", ")}` : "the experiment has none";
  throw new NewsError("BAD_OPTION", `No section is called "${only}"; ${known}.`);
}

function parseWords(words: readonly string[]): { readonly quick: boolean; readonly only?: string } {
  const options = { quick: { type: "boolean", default: false }, only: { type: "string" } } as const;
  try {
    return parseArgs({ args: [...words], options }).values;
  } catch (cause) {
    const known = "The options are --quick, which tries an experiment out on less, and --only SECTION.";
    throw new NewsError("BAD_OPTION", known, { cause });
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const { code, message } = asNewsError(error);
  process.stderr.write(`experiments: ${code}: ${message}\n`);
  process.exitCode = 1;
}
