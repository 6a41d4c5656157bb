import { addToSet, type LabelUse } from "./label-uses.ts";
import { jaccard, labelWords } from "./label-words.ts";
import type { Join } from "./taxonomy.ts";

/** Minimum Jaccard similarity of the stems of two labels of one concept. */
const MIN_SIMILARITY = 0.7;

/** Label uses that are one concept, and the features that decide on joins. */
export interface Cluster {
  readonly uses: readonly LabelUse[];
  readonly joins: readonly Join[];
  /** The indices of the initial clusters that it was joined from. */
  readonly parts: readonly number[];
  /** Its addresses on each site. */
  readonly addresses: ReadonlyMap<string, ReadonlySet<string>>;
  /** Those for which menus have one of its names and a single other one. */
  readonly twoNamed: ReadonlySet<string>;
  /** The common sections that its labels name in their languages, and the sites that use each. */
  readonly commons: ReadonlyMap<string, ReadonlySet<string>>;
  /** Titles of its stories and the sites that show each. */
  readonly stories: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Makes a cluster of label uses. */
export function makeCluster(
  uses: readonly LabelUse[],
  parts: readonly number[],
  joins: readonly Join[] = [],
): Cluster {
  const addresses = new Map<string, Set<string>>();
  const commons = new Map<string, Set<string>>();
  const stories = new Map<string, Set<string>>();
  for (const use of uses) {
    addToSet(addresses, use.site, use.address.key);
    if (use.common !== undefined) addToSet(commons, use.common, use.site);
    for (const title of use.stories.keys()) addToSet(stories, title, use.site);
  }
  const twoNamed = new Set(uses.flatMap(({ isOneOfTwo, address }) => (isOneOfTwo ? [address.key] : [])));
  return { uses, joins, parts, addresses, twoNamed, commons, stories };
}

/** The label of most sites; ties go to the language of most sites, then to the alphabetically first. */
export function mainLabel({ uses }: Cluster): string {
  const counts = new Map<string, Set<string>>();
  const sitesOf = new Map<string, Set<string>>();
  for (const { text, site, language = "" } of uses) {
    addToSet(counts, text, site);
    addToSet(sitesOf, language, site);
  }
  const spread = new Map<string, number>();
  for (const { text, language = "" } of uses)
    spread.set(text, Math.max(spread.get(text) ?? 0, sitesOf.get(language)!.size));
  const [first] = [...counts].sort(
    ([a, aSites], [b, bSites]) =>
      bSites.size - aSites.size || spread.get(b)! - spread.get(a)! || (a < b ? -1 : 1),
  );
  return first?.[0] ?? "";
}

/**
 * Groups label uses with similar stems: the paper's concepts, with all their labels as `Syn`.
 * Deviation: a label joins only the most frequent similar one; otherwise "World" and "Sport" would be chained together
 * through "World news" and "Sport news".
 */
export function groupLabels(uses: readonly LabelUse[]): LabelUse[][] {
  const { main, apart } = splitNamesakes(uses);
  const exact = [...Map.groupBy(main, groupKey).values()].flatMap(splitForms);
  const ordered = exact.map((members) => ({ members, sites: new Set(members.map(({ site }) => site)).size }));
  ordered.sort((a, b) => b.sites - a.sites || compare(a.members, b.members));
  const leaders: LabelUse[][] = [];
  const byStem = new Map<string, number[]>();
  for (const { members } of ordered) {
    const stems = members[0]?.stems ?? [];
    const near = [...new Set(stems.flatMap((stem) => byStem.get(stem) ?? []))].sort((a, b) => a - b);
    const leader = near.find((index) => isSimilar(leaders[index]![0]!, members[0]!));
    if (leader !== undefined) {
      leaders[leader]?.push(...members);
      continue;
    }
    for (const stem of stems) byStem.set(stem, [...(byStem.get(stem) ?? []), leaders.length]);
    leaders.push([...members]);
  }
  return [...leaders, ...apart];
}

/** Labels with one key are one concept: those of the same stems, but "UK" is home news on British sites and a country on others. */
function groupKey({ stems, named }: LabelUse): string {
  return named === "national" ? `${stems.join(" ")} (national)` : stems.join(" ");
}

function isSimilar(a: LabelUse, b: LabelUse): boolean {
  if ((a.named === "national") !== (b.named === "national")) return false;
  const similarity = jaccard(a.stems, b.stems);
  return similarity === 1 ? areForms(a, b) : similarity >= MIN_SIMILARITY;
}

/** Forms of one word differ in no more letters at the end, but for "-y" and "-ies": "Marketing" is not "Markets", nor "Interns" "International". */
const MAX_ENDING = 2;

/** Sets words apart that have a stem in common and are no forms of one word. */
function splitForms(uses: readonly LabelUse[]): LabelUse[][] {
  const groups: LabelUse[][] = [];
  for (const use of uses) {
    const group = groups.find(([first]) => areForms(first!, use));
    if (group === undefined) groups.push([use]);
    else group.push(use);
  }
  return groups;
}

function areForms(a: LabelUse, b: LabelUse): boolean {
  // "Regions" and "Regional" are known as two sections.
  if (a.named !== undefined && b.named !== undefined && a.named !== b.named) return false;
  const [first, second] = [a, b].map(({ text }) => contentForms(text));
  // What is a form of a word in one language is another word in others: Italian "eventi" and English "events".
  const maxEnding = a.language === b.language ? MAX_ENDING : 0;
  if (first!.length !== second!.length) return true;
  return first!.every((word, at) => {
    const other = second![at]!;
    let shared = 0;
    while (shared < Math.min(word.length, other.length) && word[shared] === other[shared]) shared++;
    return Math.max(word.length, other.length) - shared <= maxEnding;
  });
}

function contentForms(text: string): string[] {
  return labelWords(text)
    .map((word) => word.replace(/ies$/, "y"))
    .sort();
}

/**
 * Sets sections of one site apart that have the same name in the folders of different sections ("/town/schools/" and "/opinion/schools/"),
 * or names of one common section ("Business" and, below it, "Economy"): only its department, else the one nearest to the root, is the site's section of that name.
 */
function splitNamesakes(uses: readonly LabelUse[]): { main: LabelUse[]; apart: LabelUse[][] } {
  const main: LabelUse[] = [];
  const apart: LabelUse[][] = [];
  for (const same of Map.groupBy(
    uses,
    ({ site, stems, named }) => `${site} ${named ?? stems.join(" ")}`,
  ).values()) {
    const [first, ...others] = [...same].sort(
      (a, b) =>
        Number(a.common === undefined) - Number(b.common === undefined) ||
        a.above.size - b.above.size ||
        a.stems.length - b.stems.length ||
        a.address.parts.length - b.address.parts.length ||
        b.pages - a.pages,
    );
    const isApart = (use: LabelUse): boolean => isNamesake(first!, use);
    main.push(first!, ...others.filter((use) => !isApart(use)));
    // The site has another section of that meaning, so what such a name means elsewhere does not count.
    const named = others.filter(isApart).map((use) => ({ ...use, common: undefined }));
    apart.push(...Map.groupBy(named, ({ address }) => address.key).values());
  }
  return { main, apart };
}

function isNamesake(first: LabelUse, use: LabelUse): boolean {
  const { isInMenu, folder, address, stems } = use;
  if (address.key === first.address.key || areEditions(first, use)) return false;
  if (stems.join(" ") !== first.stems.join(" ")) return true;
  return isInMenu && folder !== undefined && folder !== first.folder && folder !== first.address.key;
}

/** Whether two sections are of editions in two languages, which have the same departments. */
function areEditions(a: LabelUse, b: LabelUse): boolean {
  return a.language !== undefined && b.language !== undefined && a.language !== b.language;
}

function compare(a: readonly LabelUse[], b: readonly LabelUse[]): number {
  const [first, second] = [a[0]?.stems.join(" ") ?? "", b[0]?.stems.join(" ") ?? ""];
  return first < second ? -1 : first > second ? 1 : 0;
}
