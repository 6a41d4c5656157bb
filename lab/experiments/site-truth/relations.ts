import { formatShare } from "../../../src/eval/index.ts";
import { partitionPage } from "../../../src/site/partition/partition-page.ts";
import { labelKey } from "../../../src/site/taxonomy/label-words.ts";
import { readSiteCandidates } from "../../../src/site/taxonomy/mine-taxonomy.ts";
import { readPageLabels } from "../../../src/site/taxonomy/page-labels.ts";
import type { SiteUse } from "../../../src/site/taxonomy/relation-evidence.ts";
import { type Candidate, growSiteTree } from "../../../src/site/taxonomy/site-tree.ts";
import { plainTable } from "../experiment.ts";
import type { SiteRun } from "../site/site-run.ts";
import { agreed, closure, hashName, openPages, READERS, readTruth, type SiteTruth, Tally } from "./truth.ts";

/** The readers' answers on a pair of sections. */
type Verdict = "direct" | "farther" | "wrong" | "doubtful";

interface SiteExamples {
  readonly site: string;
  readonly candidates: readonly (Candidate & { readonly verdict: Verdict })[];
  readonly judge: (broader: number, narrower: number) => Verdict;
  /** The pairs of the truth that a pair of concepts represents. */
  readonly pairsOf: (broader: number, narrower: number) => readonly string[];
  readonly truth: ReadonlySet<string>;
}

/** How often each kind of evidence for a relation is right on the even and odd parts, which the kinds were chosen on. */
export async function measureRelationEvidence(run: SiteRun): Promise<string> {
  const sites: SiteExamples[] = [];
  for (const truth of readTruth("taxonomy", { isQuick: true })) {
    run.tell(truth.site);
    const opened = await openPages(await run.folder(truth.set), new Set(truth.pages));
    const pages = truth.pages.map((id) => opened.get(id)!);
    const labels = pages.map((page) => readPageLabels(page, partitionPage(page.page)));
    sites.push(readExamples(truth, readSiteCandidates({ site: truth.site, pages: labels })));
  }
  const all = sites.flatMap(({ candidates }) => candidates).filter(({ verdict }) => verdict !== "doubtful");
  const rows = [...Map.groupBy(all, ({ evidence }) => evidence)].map(([evidence, own]) => {
    const right = own.filter(({ verdict }) => verdict !== "wrong").length;
    return [evidence, String(own.length), formatShare(right / own.length), without(sites, evidence)];
  });
  return plainTable(["evidence", "pairs", "right", "P and R of the trees without it"], rows, 1);
}

/** Precision and recall of the sites' trees if one kind of evidence did not count. */
function without(sites: readonly SiteExamples[], evidence: string): string {
  const tally = new Tally();
  for (const site of sites)
    score({ ...site, candidates: site.candidates.filter((each) => each.evidence !== evidence) }, tally);
  return tally.cells().join(" / ");
}

function readExamples(
  truth: SiteTruth,
  { uses, candidates }: { readonly uses: readonly SiteUse[]; readonly candidates: readonly Candidate[] },
): SiteExamples {
  const entries = entriesOf(truth, uses);
  const [a, b] = READERS.map((reader) => closure(truth, reader));
  const marks = agreed(a!, b!);
  const pairsOf = (broader: number, narrower: number) =>
    (entries.get(broader) ?? []).flatMap((one) =>
      (entries.get(narrower) ?? []).map((other) => `${one} ${other}`),
    );
  const isDoubtful = (concept: number) => {
    const own = entries.get(concept) ?? [];
    return own.length > 0 && !own.some((at) => READERS.every((reader) => truth.entries[at]?.[reader]));
  };
  const judge = (broader: number, narrower: number): Verdict => {
    const pairs = pairsOf(broader, narrower);
    if (pairs.some((pair) => isDirect(truth, pair))) return "direct";
    if (pairs.some((pair) => marks.truth.has(pair))) return "farther";
    const unclear = pairs.some((pair) => marks.doubtful.has(pair));
    return unclear || isDoubtful(broader) || isDoubtful(narrower) ? "doubtful" : "wrong";
  };
  const judged = candidates.map((each) => ({ ...each, verdict: judge(each.broader, each.narrower) }));
  return { site: truth.site, candidates: judged, judge, pairsOf, truth: marks.truth };
}

function isDirect({ entries }: SiteTruth, pair: string): boolean {
  const [broader, narrower] = pair.split(" ").map(Number);
  return READERS.every((reader) => entries[narrower!]?.[reader]?.parent === broader);
}

/** The entries of the truth that each concept of a site represents, by its names and addresses. */
function entriesOf({ entries }: SiteTruth, uses: readonly SiteUse[]): Map<number, number[]> {
  const byHash = new Map<string, number[]>();
  for (const [at, { name, address }] of entries.entries())
    for (const key of [`n${name}`, `a${address}`])
      if (key !== "a") byHash.set(key, [...(byHash.get(key) ?? []), at]);
  const found = new Map<number, number[]>();
  for (const { concept, use } of uses) {
    const keys = [`n${hashName(labelKey(use.text))}`, `a${hashName(use.address.key)}`];
    const own = keys.flatMap((key) => byHash.get(key) ?? []);
    found.set(concept, [...new Set([...(found.get(concept) ?? []), ...own])]);
  }
  return found;
}

/** Adds the closure of the tree of a site. */
function score({ candidates, judge, pairsOf, truth }: SiteExamples, tally: Tally): void {
  const parents = growSiteTree(candidates);
  const found = new Set<string>();
  for (const narrower of parents.keys()) {
    for (let at = parents.get(narrower); at !== undefined; at = parents.get(at)) {
      const verdict = judge(at, narrower);
      if (verdict !== "doubtful") tally.found++;
      if (verdict === "direct" || verdict === "farther") tally.right++;
      for (const pair of pairsOf(at, narrower)) found.add(pair);
    }
  }
  tally.truth += truth.size;
  for (const pair of truth) if (found.has(pair)) tally.recalled++;
}
