import { describe, expect, test } from "vitest";
import { makePages, type NewsPage } from "../../../test/newsroom/index.ts";
import { parsePage } from "../../default-extract.ts";
import {
  FEATURE_READERS,
  FEATURES,
  type Feature,
  type Forms,
  type MssModel,
  makeForms,
  TokenFeatures,
  tokenise,
} from "../../extractors/index.ts";
import { tagName } from "../../html/index.ts";
import type { Training } from "../../model/index.ts";
import { MssCounter, type MssExample } from "./mss-counter.ts";
import { alignTruth } from "./train-mss.ts";

const TRAINING: Training = { command: "test", seed: 1, sets: [], domains: [] };
const ALL = { minSites: 1, maxFeatures: 1e9, training: TRAINING };

interface Labelled {
  readonly html: string;
  readonly body: string;
  readonly site: string;
}

/** Pages of eight sites in turn, some with tags that no other site has, or that one has only later. */
const PAGES: readonly Labelled[] = makePages({ count: 24, seed: 3 }).map(labelled);

function labelled({ html, truth }: NewsPage, index: number): Labelled {
  const own = `<own-${index % 8}><b>${index}</b> once</own-${index % 8}>`;
  const late = index > 15 ? "<late-tag>late</late-tag>" : "";
  return { html: `${html}${own}${late}`, body: truth.body ?? "", site: `site-${index % 8}.example` };
}

function exampleOf({ html, body }: Labelled, forms: Forms): MssExample {
  const page = parsePage(html);
  const tokens = tokenise(page, forms);
  return { document: page.document, tokens, span: alignTruth(page, tokens, body)! };
}

function countOnce(pages: readonly Labelled[], maxEntries?: number): MssCounter {
  const counter = new MssCounter(maxEntries);
  const forms = makeForms();
  for (const page of pages) counter.add(exampleOf(page, forms), page);
  return counter;
}

function entriesOf(model: MssModel, feature: Feature, hashes: Iterable<number>): Map<number, number[]> {
  const table = model.tables[feature];
  return new Map(
    [...hashes].map((hash) => {
      const entry = table.find(hash);
      return [hash, entry < 0 ? [] : [table.inside[entry]!, table.outside[entry]!]];
    }),
  );
}

/** The paper's way: first which tags are common, then the counts with the others as one. */
function countTwice(pages: readonly Labelled[]) {
  const sitesOfTag = new Map<string, Set<string>>();
  for (const { html, site, body } of pages) {
    const { document, tokens } = exampleOf({ html, site, body }, makeForms());
    for (let at = 0; at < tokens.count; at++) {
      if (tokens.kind[at] !== 0) continue;
      const name = tagName(document, tokens.node[at]!);
      sitesOfTag.set(name, (sitesOfTag.get(name) ?? new Set()).add(site));
    }
  }
  const tags = [...sitesOfTag].filter(([, sites]) => sites.size > 1).map(([name]) => name);
  const forms = makeForms(new Set(tags));
  const counts = new Map(FEATURES.map((feature) => [feature, new Map<number, [number, number]>()]));
  for (const labelledPage of pages) {
    const { tokens, span } = exampleOf(labelledPage, forms);
    const features = new TokenFeatures(tokens);
    for (let at = 0; at < tokens.count; at++) {
      for (const feature of FEATURES) {
        const hash = FEATURE_READERS[feature](features, at);
        const count = counts.get(feature)!.get(hash) ?? [0, 0];
        count[at >= span.first && at <= span.last ? 0 : 1]++;
        counts.get(feature)!.set(hash, count);
      }
    }
  }
  return { tags: tags.sort(), counts };
}

describe("counting in one pass", () => {
  test("gives the tags and counts of two passes, those of unknown tags too", () => {
    const { tags, counts } = countTwice(PAGES);
    const model = countOnce(PAGES).finish(ALL);
    expect(model.tags).toEqual(tags);
    expect(tags).toContain("late-tag");
    expect(tags.some((name) => name.startsWith("own-"))).toBe(false);
    for (const feature of FEATURES) {
      const expected = counts.get(feature)!;
      expect(model.tables[feature].size).toBe(expected.size);
      expect(entriesOf(model, feature, expected.keys())).toEqual(expected);
    }
  });

  test("gives the same model whatever the order of the pages", () => {
    const options = { minSites: 2, maxFeatures: 500, training: TRAINING };
    const model = countOnce(PAGES).finish(options);
    const other = countOnce(PAGES.toReversed()).finish(options);
    for (const feature of FEATURES)
      expect(other.tables[feature].encode()).toBe(model.tables[feature].encode());
    expect(other).toMatchObject({ tags: model.tags, totals: model.totals });
  });

  test("counts a page of weight 3 as three pages", () => {
    const thrice = new MssCounter();
    const forms = makeForms();
    for (const page of PAGES.slice(0, 4))
      thrice.add(exampleOf(page, forms), { site: page.site, weight: { inside: 3, outside: 3 } });
    const repeated = countOnce(PAGES.slice(0, 4).flatMap((page) => [page, page, page])).finish(ALL);
    const model = thrice.finish(ALL);
    expect(model.totals).toEqual(repeated.totals);
    expect(model.tables.trigram.encode()).toBe(repeated.tables.trigram.encode());
  });

  test("lets tags keep their names where there is one site only", () => {
    const alone = PAGES.slice(0, 2).map((page) => ({ ...page, site: "one.example" }));
    const model = countOnce(alone).finish(ALL);
    expect(model.tags).toContain("own-0");
    expect(model.tables.unigram.find(makeForms().startTag("own-0"))).toBeGreaterThanOrEqual(0);
  });

  test("takes no more memory for many pages than its tables may have", () => {
    const counter = countOnce([...PAGES, ...makePages({ count: 30, seed: 9 }).map(labelled)], 1000);
    expect(counter.forgotten).toBeGreaterThan(1000);
    expect(counter.sizeBytes).toBeLessThanOrEqual(2048 * (FEATURES.length * 36 + 46));
    const model = counter.finish(ALL);
    for (const feature of FEATURES) expect(model.tables[feature].size).toBeLessThanOrEqual(1000);
  });
});

describe("what goes into a model", () => {
  test("are the features of enough sites, most often seen first", () => {
    const all = countOnce(PAGES).finish(ALL).tables.unigram;
    const some = countOnce(PAGES).finish({ ...ALL, minSites: 3 }).tables.unigram;
    const few = countOnce(PAGES).finish({ ...ALL, minSites: 3, maxFeatures: 10 }).tables.unigram;
    expect(all.size).toBeGreaterThan(some.size);
    expect(few.size).toBe(10);
    const totals = (table: typeof few) =>
      Array.from(table.inside, (count, at) => count + table.outside[at]!).sort((a, b) => b - a);
    expect(totals(few)).toEqual(totals(some).slice(0, 10));
  });

  test.each([0, 4, Number.NaN])("cannot be asked for by %d sites", (minSites) => {
    expect(() => countOnce([]).finish({ ...ALL, minSites })).toThrow(/from 1 to 3/);
  });

  test.each([0, 0.5, -1])("cannot be of pages that weigh %d", (weight) => {
    const counter = new MssCounter();
    const example = exampleOf(PAGES[0]!, makeForms());
    expect(() => counter.add(example, { site: "a", weight: { inside: weight, outside: 1 } })).toThrow(
      /whole numbers/,
    );
  });

  test("takes no more pages once it is finished", () => {
    const counter = countOnce(PAGES.slice(0, 1));
    counter.finish(ALL);
    expect(() => counter.add(exampleOf(PAGES[1]!, makeForms()), { site: "b" })).toThrow(/finished/);
  });
});
