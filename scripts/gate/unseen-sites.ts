import type { Extractor } from "../../src/extractors/index.ts";
import { domainOf, type Label, makeSeenBy, readLabels } from "../../src/sets/index.ts";

/** The labelled pages of one site, of one era where its set covers several. */
interface LabelledSite {
  readonly site: string;
  readonly era: string | null;
  readonly labels: readonly Label[];
}

/** Labels by their sites; those of pages that have neither a site nor an address are left out. */
export function groupBySite(labels: readonly Label[]): readonly LabelledSite[] {
  const nameOf = (label: Label) => label.site ?? domainOf(label);
  const named = labels.filter((label) => nameOf(label) !== undefined);
  return [...Map.groupBy(named, (label) => `${nameOf(label)} ${label.era}`).values()].map((own) => ({
    site: nameOf(own[0]!) ?? "",
    era: own[0]!.era,
    labels: own,
  }));
}

/** The sites of a set that an extractor was not trained on, with the labels that have a whole body. */
export async function readUnseenSites(
  folder: string,
  extractor: Extractor,
): Promise<readonly LabelledSite[]> {
  const seenBy = makeSeenBy([extractor]);
  const labels: Label[] = [];
  for await (const label of readLabels(folder)) {
    const { body, bodyIsPrefix } = label.truth;
    if (body !== null && !bodyIsPrefix && seenBy(label).length === 0) labels.push(label);
  }
  return groupBySite(labels);
}
