import { type Address, pathKey, prefixes, readAddress } from "./addresses.ts";
import { addToSet, type LabelUse } from "./label-uses.ts";
import { type LabelNode, makeLabelStems } from "./label-words.ts";
import type { PageLabels } from "./page-labels.ts";

/** A use of a concept on a site; concepts are given by index. */
export interface SiteUse {
  readonly concept: number;
  readonly use: LabelUse;
}

/** Heads of one list that are compared with its entries: more are no menu, and pairs grow with their product. */
const MAX_HEADS = 60;

/** What the menus of a site say of pairs of its sections. */
export class MenuEvidence {
  readonly #conceptOf: ConceptReader;
  /** The pages whose menus have a section, and those that have it below another one. */
  readonly #pages = new Map<number, Set<PageLabels>>();
  readonly #shown = new Map<string, Set<PageLabels>>();
  readonly #above = new Map<number, Set<number>>();
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

  /** Whether a menu has a section on its first level. */
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
    const heads = own
      .filter((concept, at) => concept !== undefined && nodes[at]!.children.length > 0)
      .slice(0, MAX_HEADS);
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
    addToSet(this.#above, concept, head);
    addToSet(this.#shown, `${head} ${concept}`, page);
  }
}

/** The names and addresses of the sections of a site. */
export class Places {
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
export class Folders {
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
