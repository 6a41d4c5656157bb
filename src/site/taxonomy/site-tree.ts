import { readAddress } from "./addresses.ts";
import type { PageLabels } from "./page-labels.ts";
import { Folders, MenuEvidence, makeConceptReader, Places, type SiteUse } from "./relation-evidence.ts";

/** What puts one section under another: what two sources say goes before what one says. How often each is right is in docs/experiments/site.md. */
const EVIDENCE = ["menu and folder", "menu", "folder"] as const;
/** One kind of evidence. */
export type RelationEvidence = (typeof EVIDENCE)[number];

/** How likely a section must be one to be put under another: menus and folders have services, kickers and tags below sections too. */
const MIN_INNER_SCORE = 0.7;
/** How likely a section must be one for a menu alone to put others under it. */
const MIN_HEAD_SCORE = 0.75;
/** The same for its folder alone, if it has the name of a common section. */
const MIN_FOLDER_SCORE = 0.8;
/** How likely both must be sections if not: such a folder may be an edition or a holder of tags. */
const MIN_UNNAMED_SCORE = 0.9;

/** What is asked about relations: whether menus and URL paths count. */
export interface TreeOptions {
  readonly readsAddresses: boolean;
  readonly readsMenus: boolean;
}

/** A section that may be under another one of its site, and why. */
export interface Candidate {
  readonly broader: number;
  readonly narrower: number;
  readonly evidence: RelationEvidence;
  /** The share of the pages whose menus show it. */
  readonly share: number;
}

/** The sections of a site, each with the one that it is under: the most certain first, so that no cycle arises. */
export function growSiteTree(candidates: readonly Candidate[]): Map<number, number> {
  const parents = new Map<number, number>();
  const isUnder = (start: number, top: number): boolean => {
    for (let at: number | undefined = start; at !== undefined; at = parents.get(at))
      if (at === top) return true;
    return false;
  };
  const rank = ({ evidence }: Candidate): number => EVIDENCE.indexOf(evidence);
  const sorted = [...candidates].sort((a, b) => rank(a) - rank(b) || b.share - a.share);
  for (const { broader, narrower } of sorted)
    if (!parents.has(narrower) && !isUnder(broader, narrower)) parents.set(narrower, broader);
  return parents;
}

/** All pairs of sections of a site of which menus or URL paths put one under the other. */
export function findCandidates(
  pages: readonly PageLabels[],
  uses: readonly SiteUse[],
  { readsAddresses, readsMenus }: TreeOptions,
): Candidate[] {
  const conceptOf = makeConceptReader(uses);
  const menus = new MenuEvidence(readsMenus ? pages : [], conceptOf);
  const folders = new Folders(readsAddresses ? uses : []);
  const places = new Places(uses);
  const scores = new Map<number, number>();
  for (const { concept, use } of uses)
    scores.set(concept, Math.max(scores.get(concept) ?? 0, use.sectionScore));
  return [...scores].flatMap(([narrower, score]) => {
    const inMenus = menus.above(narrower);
    const [folder] = folders.above(narrower);
    const others = new Set([...inMenus, ...(folder === undefined ? [] : [folder])]);
    others.delete(narrower);
    return [...others].flatMap((broader): Candidate[] => {
      const evidence = judge({
        isInMenu: inMenus.has(broader),
        isInFolder: folders.above(narrower).includes(broader),
        hasMenu: inMenus.size > 0,
        areSiblings: menus.areSiblings(broader, narrower),
        areHeads: menus.areHeads(broader, narrower),
        isTop: menus.isTop(narrower),
        isOutside: places.isOutside(broader, narrower),
        isNamed: places.isNamed(broader),
        isFeed: places.isFeed(broader),
        scores: [scores.get(broader) ?? 0, score],
      });
      return evidence === undefined
        ? []
        : [{ broader, narrower, evidence, share: menus.share(broader, narrower) }];
    });
  });
}

/** What is known of a pair of sections. */
interface PairFacts {
  readonly isInMenu: boolean;
  readonly isInFolder: boolean;
  /** Whether menus have the narrower below any section. */
  readonly hasMenu: boolean;
  /** Whether some list of a menu has both. */
  readonly areSiblings: boolean;
  /** The same, and both have lists of their own. */
  readonly areHeads: boolean;
  /** Whether a menu has the narrower on its first level. */
  readonly isTop: boolean;
  /** Whether the narrower is on another host, or nearer to the root, than the broader. */
  readonly isOutside: boolean;
  /** Whether the broader has the name of a common section. */
  readonly isNamed: boolean;
  /** Whether the broader has all news: some menus have departments below "News" that are beside it in others. */
  readonly isFeed: boolean;
  /** How likely the broader and the narrower are sections. */
  readonly scores: readonly [broader: number, narrower: number];
}

function judge(facts: PairFacts): RelationEvidence | undefined {
  const [broader, narrower] = facts.scores;
  if (facts.areHeads || narrower < MIN_INNER_SCORE) return undefined;
  if (facts.isInMenu && facts.isInFolder) return "menu and folder";
  const isBarred = facts.areSiblings || facts.isOutside || (facts.isFeed && facts.isTop);
  if (facts.isInMenu) return isBarred || broader < MIN_HEAD_SCORE ? undefined : "menu";
  // What a menu says of a section is right more often than the place of its page in folders.
  if (facts.hasMenu || !facts.isInFolder || facts.isOutside) return undefined;
  const isSure = facts.isNamed
    ? broader >= MIN_FOLDER_SCORE
    : Math.min(broader, narrower) >= MIN_UNNAMED_SCORE;
  return isSure ? "folder" : undefined;
}

/** The pages that concepts of the site link to, without the home page. */
export function sectionPages(
  pages: readonly PageLabels[],
  uses: readonly SiteUse[],
): Map<PageLabels, number> {
  const conceptAt = new Map(uses.map(({ concept, use }) => [use.address.key, concept]));
  const found = new Map<PageLabels, number>();
  for (const page of pages.slice(1)) {
    const concept = conceptAt.get(readAddress(page.url)?.key ?? "");
    if (concept !== undefined) found.set(page, concept);
  }
  return found;
}
