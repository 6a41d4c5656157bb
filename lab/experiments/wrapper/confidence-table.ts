import { scorePage } from "../../../src/eval/score-page.ts";
import { EXTRACTORS } from "../../../src/extractors/index.ts";
import { type DataPlaces, domainOf, findSet, readSet } from "../../../src/sets/index.ts";
import { pageTypeOf } from "../../../src/train/index.ts";
import { calibrationTable, type JudgedPage } from "../verdict-tables.ts";

/** Sets with bodies of sites that nothing was trained on, real pages all. */
const SETS = ["big9", "l3s-gn1-a", "daniel-en-zh-pl", "multi2023-en-fr-de-zh", "czech-sites", "evan2021"];
const SETTINGS = { titleHint: "none", nodes: false, texts: false } as const;

/** What confidence the shipped wrapper stated on unseen pages by the estimated layout, and how often it was right. */
export async function confidenceTable(places: DataPlaces, maxPages: number): Promise<string> {
  const seen = new Set(EXTRACTORS.wrapper.trainedOn?.());
  const judged: JudgedPage[] = [];
  for (const set of SETS) {
    let count = 0;
    for await (const labelled of readSet(await findSet(set, places))) {
      const { label } = labelled;
      if (seen.has(domainOf(label) ?? "") || (label.truth.body ?? "").trim() === "") continue;
      if (count++ >= maxPages) break;
      for (const { verdict, metrics } of scorePage(labelled, [EXTRACTORS.wrapper], SETTINGS)) {
        if (verdict === undefined || metrics.correctly === undefined) continue;
        judged.push({ set, pageType: pageTypeOf(label), isCorrect: metrics.correctly === 1, verdict });
      }
    }
  }
  return calibrationTable(judged);
}
