import { statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { makeFolder, writeWhole } from "../../archive/index.ts";
import { describeBytes, NewsError } from "../../errors/index.ts";
import type { Label } from "../../sets/index.ts";
import { readVersion } from "../version.ts";

const MODEL_NAME = /\.json(?:\.gz)?$/;

/** The option that names the model to write, as commander takes it: its name and what it is. */
export const MODEL_OUTPUT = [
  "-o, --output <file>",
  "the model, a .json.gz or .json file; its model card goes next to it as .md",
] as const;

/** Refuses a name that no model file has, before any work is done, and makes the file's folder. */
export function prepareModelOutput(output: string): void {
  if (!MODEL_NAME.test(output))
    throw new NewsError("BAD_OPTION", `The output ${output} is not a .json.gz or .json file.`);
  makeFolder(dirname(output));
}

/** What every model card says of its file. */
interface CardFacts {
  readonly file: string;
  readonly sizeBytes: number;
  readonly version: string;
}

interface TrainedModel {
  readonly packed: unknown;
  readonly makeCard: (facts: CardFacts) => string;
  readonly summary: string;
}

/** Writes a model and its card next to it; returns the lines to print. */
export async function writeModel(
  output: string,
  { packed, makeCard, summary }: TrainedModel,
): Promise<string> {
  await writeWhole(output, `${JSON.stringify(packed)}\n`);
  const sizeBytes = statSync(output).size;
  const card = output.replace(MODEL_NAME, ".md");
  await writeWhole(card, makeCard({ file: basename(output), sizeBytes, version: readVersion() }));
  return `galley: ${summary}; ${output} has ${describeBytes(sizeBytes)}, its model card is ${card}
galley: measure it on unseen sites: galley eval SET --model ${output}\n`;
}

/** Which labels to learn from, and what to do with a page that is labelled twice. */
interface LabelOptions {
  readonly pageType?: string;
  readonly keepFirst?: boolean;
}

/** The choice of labels as the trainers take it. */
export function labelChoice({ pageType, keepFirst }: LabelOptions) {
  return {
    conflicts: keepFirst ? "keep first" : "refuse",
    choose: (label: Label) =>
      pageType === undefined || label.pageType === null || label.pageType === pageType,
  } as const;
}

/** The command as the model records it: without the paths of sets and the output, so that both may move. */
export function recordedCommand(
  method: string,
  folders: readonly string[],
  options: Readonly<Record<string, string | number | true | undefined>>,
): string {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return [
    `galley train ${method}`,
    ...folders.map((folder) => basename(folder)),
    ...given.map(([name, value]) => (value === true ? `--${name}` : `--${name} ${value}`)),
  ].join(" ");
}
