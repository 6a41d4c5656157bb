import type { Provenance, SetSummary } from "../../src/eval/index.ts";
import type { DataPlaces } from "../../src/sets/index.ts";

/** Where an experiment finds its pages, and what its tables say about their making. */
export interface ExperimentContext {
  readonly places: DataPlaces;
  readonly provenance: Provenance;
  /** Whether the experiment is only tried out, on less. */
  readonly isQuick: boolean;
  /** The one section to run, of an experiment that has sections. */
  readonly only?: string;
}

/** Gives Markdown, part by part. */
export type Experiment = (context: ExperimentContext) => AsyncIterable<string>;

/** Which pages were read of a set. */
export type PagesRead = Pick<SetSummary, "name" | "pages" | "hash">;

/** The lines that let a reader make the figures again. */
export function provenanceLines({ command, date, version }: Provenance, sets: readonly PagesRead[]): string {
  return [`Measured on ${date} with galley ${version}: \`${command}\``, "", setLines(sets)].join("\n");
}

/** The pages that were read of each set, with a hash that tells whether they are the same. */
export function setLines(sets: readonly PagesRead[]): string {
  return sets
    .map(({ name, pages, hash }) => `- \`${name}\`: ${pages} pages, data \`${hash.slice(0, 16)}\``)
    .join("\n");
}
