import { addressKey } from "../source/index.ts";
import type { Front } from "./front.ts";

/** An article that front pages of the site link to. */
export interface ArticleLink {
  readonly url: string;
  readonly title: string;
  /** The label that it stands under; `null` where no page says. */
  readonly section: string | null;
  /** The front pages that announce it, in the order of the visit. */
  readonly foundOn: readonly string[];
}

/** Links of a group that go first, as many as the paper compares. */
const OF_A_GROUP = 2;

/** The articles that front pages announce, each once; front pages themselves are none. */
export function articleLinks(fronts: readonly Front[]): readonly ArticleLink[] {
  const frontKeys = new Set(fronts.map(({ id, labels }) => addressKey(labels.url ?? id)));
  const links = new Map<string, ArticleLink>();
  for (const { id, labels, items } of fronts) {
    for (const { url, title, section } of items) {
      const key = addressKey(url);
      if (frontKeys.has(key)) continue;
      const known = links.get(key) ?? { url, title, section, foundOn: [] };
      const foundOn = [...known.foundOn, labels.url ?? id];
      links.set(key, { ...known, section: known.section ?? section, foundOn });
    }
  }
  return [...links.values()];
}

/** The group that an article stands in: the links of its first front page under one label. */
export function linkGroup({ foundOn, section }: ArticleLink): string {
  return `${foundOn[0]}\n${section ?? ""}`;
}

/** The same links in the order in which a sample is best drawn: the first two of every group, then the next two, and so on. */
export function spreadLinks(links: readonly ArticleLink[]): readonly ArticleLink[] {
  const counts = new Map<string, number>();
  const turns = links.map((link) => {
    const group = linkGroup(link);
    const count = counts.get(group) ?? 0;
    counts.set(group, count + 1);
    return { link, turn: Math.floor(count / OF_A_GROUP) };
  });
  return turns.sort((a, b) => a.turn - b.turn).map(({ link }) => link);
}
