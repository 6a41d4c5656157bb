import type { Training } from "../model/index.ts";
import { LICENCES, UNKNOWN_LICENCE } from "./licences.data.ts";

/** The part of a model's card that tells its training sets, with their licences. */
export function dataSection(training: Training, licences: Readonly<Record<string, string>> = {}): string {
  const licenceOf = (set: string) => licences[set] ?? LICENCES[set] ?? UNKNOWN_LICENCE;
  const sets = training.sets.map(
    ({ name, pages, hash }) => `| ${name} | ${pages} | ${licenceOf(name)} | \`${hash.slice(0, 16)}\` |`,
  );
  return `## Data

| set | pages | licence | SHA-256 |
| --- | --- | --- | --- |
${sets.join("\n")}

The pages are of ${training.domains.length} registrable domains, which the file lists; measurements leave them out.`;
}

/** The last part of a new card: how the model's scores are found. */
export function scoresSection(file: string): string {
  return `## Scores

Not measured yet: \`galley eval SET --model ${file}\` on sets of other sites tells them.`;
}
