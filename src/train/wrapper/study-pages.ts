import type { WrapperModel } from "../../extractors/index.ts";
import { domainOf, hashPage, type Label, loadPage } from "../../sets/index.ts";
import { inDrawnOrder } from "./drawn-order.ts";
import { type BeyondBodies, learnBeyondBodies, MIN_SITES } from "./learn-beyond-bodies.ts";
import { type PageStudy, studyPage } from "./page-study.ts";
import { unlessBroken } from "./unless-broken.ts";

/** Pages that a model is looked at on, set by set. */
export interface StudyOptions {
  readonly labels: readonly Label[];
  /** Pages of each set at most, drawn where there are more. */
  readonly maxPages: number;
  readonly seed: number;
  /** Ids of the pages that the machines were trained on, with their sets. */
  readonly taught: ReadonlySet<string>;
  readonly onPage: () => void;
}

/** What was learned, and from which pages. */
export interface Studied {
  readonly beyond: BeyondBodies;
  readonly domains: readonly string[];
  /** By set the hashes of the pages that the machines were not trained on. */
  readonly hashes: ReadonlyMap<string, readonly string[]>;
}

/** The name of a page among all sets. */
export function pageKey({ set, id }: Label): string {
  return JSON.stringify([set, id]);
}

/** Looks at what the machines of a model do on pages, and learns what lies beyond them; nothing from pages of few sites. */
export function studyPages(model: WrapperModel, options: StudyOptions): Studied {
  const labels = draw(options);
  const studies: PageStudy[] = [];
  const domains = new Set<string>();
  const hashes = new Map<string, string[]>();
  const sites = new Set(labels.map((label) => domainOf(label)));
  if (sites.size < MIN_SITES) return { beyond: {}, domains: [], hashes };
  for (const label of labels) {
    options.onPage();
    const html = loadPage(label);
    const study = unlessBroken(() =>
      studyPage({ label, html }, model, {
        site: domainOf(label) ?? pageKey(label),
        isTaught: options.taught.has(pageKey(label)),
      }),
    );
    if (study === undefined) continue;
    studies.push(study);
    const domain = domainOf(label);
    if (domain !== undefined) domains.add(domain);
    if (study.isTaught) continue;
    const own = hashes.get(label.set) ?? [];
    own.push(hashPage(label, html));
    hashes.set(label.set, own);
  }
  return { beyond: learnBeyondBodies(studies, options.seed), domains: [...domains], hashes };
}

/** So many pages of each set, in an order that the seed draws. */
function draw({ labels, maxPages, seed }: StudyOptions): readonly Label[] {
  return [...Map.groupBy(labels, ({ set }) => set).values()].flatMap((own) =>
    inDrawnOrder(own, `study ${seed}`).slice(0, maxPages),
  );
}
