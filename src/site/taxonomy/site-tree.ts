import { type Address, pathKey, prefixes, readAddress } from "./addresses.ts";
import { addToSet, type LabelUse } from "./label-uses.ts";
import { type LabelNode, makeLabelStems } from "./label-words.ts";
import type { PageLabels } from "./page-labels.ts";

/** What puts one section under another: what two sources say goes before what one says. How often each is right is in docs/experiments/site.md. */
const EVIDENCE = ["menu and folder", "menu", "folder"] as const;
/** One kind of evidence. */
export type RelationEvidence = (typeof EVIDENCE)[number];

/** How likely a section must be one for a menu to put it under another: menus have services below sections too. */
const MIN_MENU_SCORE = 0.65;
/** How likely a section must be one for a menu alone to put others under it. */
const MIN_HEAD_SCORE = 0.75;
/** How likely a section must be one for its folder alone to put others under it, and how likely those: they may be kickers. */
const MIN_FOLDER_SCORE = 0.8;
const MIN_INNER_SCORE = 0.5;

/** A use of a concept on a site; concepts are given by index. */
export interface SiteUse {
  readonly concept: number;
  readonly use: LabelUse;
}

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
        isApart: menus.isTop(narrower) && menus.isHead(broader),
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
  /** Whether a menu has the narrower on its first level, and the broader has entries below it. */
  readonly isApart: boolean;
  /** Whether the narrower is on another host, or nearer to the root, than the broader. */
  readonly isOutside: boolean;
  /** Whether the broader has the name of a common section. */
  readonly isNamed: boolean;
  /** Whether the broader has all news: menus have departments below "News" that are beside it. */
  readonly isFeed: boolean;
  /** How likely the broader and the narrower are sections. */
  readonly scores: readonly [broader: number, narrower: number];
}

function judge(facts: PairFacts): RelationEvidence | undefined {
  const [broader, narrower] = facts.scores;
  if (facts.areHeads) return undefined;
  if (facts.isInMenu && narrower < MIN_MENU_SCORE) return undefined;
  if (facts.isInMenu && facts.isInFolder) return "menu and folder";
  const isBarred = facts.areSiblings || facts.isOutside || facts.isFeed;
  if (facts.isInMenu) return isBarred || broader < MIN_HEAD_SCORE ? undefined : "menu";
  // What a menu says of a section is right more often than the place of its page in folders.
  if (facts.hasMenu) return undefined;
  const areSure = narrower >= MIN_INNER_SCORE && broader >= MIN_FOLDER_SCORE;
  // A folder without such a name is often an edition or a holder of tags.
  return facts.isInFolder && areSure && facts.isNamed && !facts.isApart ? "folder" : undefined;
}

/** What the menus of a site say of pairs of its sections. */
class MenuEvidence {
  readonly #conceptOf: ConceptReader;
  /** The pages whose menus have a section, and those that have it below another one. */
  readonly #pages = new Map<number, Set<PageLabels>>();
  readonly #shown = new Map<string, Set<PageLabels>>();
  readonly #above = new Map<number, Set<number>>();
  readonly #heads = new Set<number>();
  readonly #tops = new Set<number>();
  readonly #siblings = new Set<string>();
  readonly #siblingHeads = new Set<string>();

  constructor(pages: readonly PageLabels[], conceptOf: ConceptReader) {
    this.#conceptOf = conceptOf;
    for (const page of pages) for (const menu of page.menus ?? []) this.#read(page, menu.children, undefined);
  }

  above(narrower: number): ReadonlySet<number> {
    return this.#above.get(narrower) ?? new Set();
  }

  /** Whether a section has others below it. */
  isHead(concept: number): boolean {
    return this.#heads.has(concept);
  }

  isTop(concept: number): boolean {
    return this.#tops.has(concept);
  }

  /** Whether some menu has both in one list, where the first has a list of its own: they are on one level. */
  areSiblings(head: number, other: number): boolean {
    return this.#siblings.has(`${head} ${other}`);
  }

  /** The same, and both have lists of their own. */
  areHeads(a: number, b: number): boolean {
    return this.#siblingHeads.has(`${a} ${b}`);
  }

  /** The share of the pages with the narrower in a menu that have it below the broader. */
  share(broader: number, narrower: number): number {
    const shown = this.#shown.get(`${broader} ${narrower}`)?.size ?? 0;
    return shown / Math.max(1, this.#pages.get(narrower)?.size ?? 0);
  }

  #read(page: PageLabels, nodes: readonly LabelNode[], head: number | undefined): void {
    const own = nodes.map((node) => this.#conceptOf(node, page.language));
    const heads = own.filter((concept, at) => concept !== undefined && nodes[at]!.children.length > 0);
    for (const [at, node] of nodes.entries()) {
      const concept = own[at];
      this.#read(page, node.children, concept ?? head);
      if (concept === undefined) continue;
      addToSet(this.#pages, concept, page);
      for (const other of heads) {
        this.#siblings.add(`${other} ${concept}`);
        if (node.children.length > 0) this.#siblingHeads.add(`${other} ${concept}`);
      }
      if (head === undefined) this.#tops.add(concept);
      else if (head !== concept) this.#see(page, head, concept);
    }
  }

  #see(page: PageLabels, head: number, concept: number): void {
    this.#heads.add(head);
    addToSet(this.#above, concept, head);
    addToSet(this.#shown, `${head} ${concept}`, page);
  }
}

/** The names and addresses of the sections of a site. */
class Places {
  readonly #uses: ReadonlyMap<number, readonly SiteUse[]>;

  constructor(uses: readonly SiteUse[]) {
    this.#uses = Map.groupBy(uses, ({ concept }) => concept);
  }

  isNamed(concept: number): boolean {
    return this.#of(concept).some(({ use }) => use.named !== undefined);
  }

  isFeed(concept: number): boolean {
    return this.#of(concept).some(({ use }) => use.named === "news" || use.named === "latest");
  }

  /** Whether all addresses of the narrower are on other hosts, or nearer to the root, than those of the broader. */
  isOutside(broader: number, narrower: number): boolean {
    return this.#of(narrower).every(({ use: { address } }) =>
      this.#of(broader).every(
        ({ use: { address: outer } }) =>
          address.host !== outer.host || address.parts.length < outer.parts.length,
      ),
    );
  }

  #of(concept: number): readonly SiteUse[] {
    return this.#uses.get(concept) ?? [];
  }
}

/** Which sections have the folders of others: `/sport/tennis/` is in that of `/sport/`. */
class Folders {
  readonly #above = new Map<number, readonly number[]>();

  constructor(uses: readonly SiteUse[]) {
    const owners = new Map<string, number>();
    for (const { concept, use } of uses)
      for (const folder of namedFolders(use)) if (!owners.has(folder)) owners.set(folder, concept);
    for (const { concept, use } of uses) if (ownsFolder(use)) owners.set(pathKey(use.address), concept);
    for (const { concept, use } of uses) {
      const found = prefixes(use.address).flatMap((prefix) => owners.get(prefix) ?? []);
      const above = [...new Set([...(this.#above.get(concept) ?? []), ...found])];
      this.#above.set(
        concept,
        above.filter((each) => each !== concept),
      );
    }
  }

  /** The sections with a folder around a section's address, the nearest first. */
  above(narrower: number): readonly number[] {
    return this.#above.get(narrower) ?? [];
  }
}

/** Whether a path is a section's own: one with parameters is shared by all that differ in them. */
function ownsFolder({ address }: LabelUse): boolean {
  return address.url.search === "";
}

/** The folder around an address that has its name: "Sport" has `/sport/` though its page is `/sport/start/home.html`. */
function namedFolders(use: LabelUse): string[] {
  if (!ownsFolder(use)) return [];
  const { address, names } = use;
  const at = address.parts.findIndex((part) => names.includes(part.toLowerCase().replace(/[-_+.]/g, " ")));
  if (at < 0 || at === address.parts.length - 1) return [];
  return [pathKey({ ...address, parts: address.parts.slice(0, at + 1) } satisfies Address)];
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

/** Gives the concept of a label of a site. */
export type ConceptReader = (node: LabelNode, language: string | undefined) => number | undefined;

/** Recognises the concepts of a site by their addresses, else by their words, since a label may have no link. */
export function makeConceptReader(uses: readonly SiteUse[]): ConceptReader {
  const stemsOf = makeLabelStems();
  const byPlace = new Map(uses.map(({ concept, use }) => [use.address.key, concept]));
  const byWords = new Map(uses.map(({ concept, use }) => [use.stems.join(" "), concept]));
  return ({ text, url }, language) => {
    const place = readAddress(url);
    // A link decides: "/region/sport/" is not the site's "Sport".
    return place === undefined ? byWords.get(stemsOf(text, language).join(" ")) : byPlace.get(place.key);
  };
}
