import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keptTexts } from "../../../test/kept-text.ts";
import { makeArticlePage, makeSite, writeSite } from "../../../test/newsroom/index.ts";
import { makeFused, packFusedModel, shippedBaseLearners } from "../../extractors/index.ts";
import { words } from "../../text/index.ts";
import { makeFusedCard } from "../model-cards.ts";
import { type TrainedFused, trainFused } from "./train-fused.ts";

const SITES = [
  { look: "tables-2005", language: "en", seed: 1 },
  { look: "wordpress-2014", language: "en", seed: 2 },
  { look: "broadsheet-2023", language: "en", seed: 3 },
  { look: "div-soup-2020", language: "de", seed: 4 },
] as const;
/** Few pages need small leaves. */
const SMALL = {
  folds: 2,
  boosting: { trees: 12, minChildWeight: 1 },
  mss: { minSites: 1 },
  choose: ({ pageType }: { readonly pageType: string | null }) => pageType === "article",
};

let folder = "";
let folders: string[] = [];
let trained: TrainedFused;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "galley-fused-"));
  folders = SITES.map(({ look }) => join(folder, look));
  for (const [at, order] of SITES.entries())
    await writeSite(makeSite({ ...order, articles: 5 }), folders[at]!);
  trained = await trainFused(folders, SMALL);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("training the learned extractor", () => {
  test("finds a story of a look that it has not seen", () => {
    const page = makeArticlePage({ look: "floats-2010", language: "en", seed: 9 });
    const kept = new Set(
      keptTexts(
        makeFused(() => trained.model, shippedBaseLearners()),
        page.html,
      ).flatMap((text) => words(text)),
    );
    const truth = words(page.truth.body ?? "");
    expect(truth.filter((word) => kept.has(word)).length / truth.length).toBeGreaterThan(0.8);
  });

  test("gives the same model for the same pages and seed, and another for another seed", async () => {
    const bytes = (made: TrainedFused) => JSON.stringify(packFusedModel(made.model));
    expect(bytes(await trainFused(folders, SMALL))).toBe(bytes(trained));
    expect(bytes(await trainFused(folders, { ...SMALL, seed: 2 }))).not.toBe(bytes(trained));
  }, 120_000);

  test("knows its sites and hands out parts that have not seen a page's own", () => {
    expect(trained.model.training.domains).toHaveLength(SITES.length);
    const label = (site: string) =>
      ({ url: null, site, set: "x", id: "x" }) as Parameters<typeof trained.partsFor>[0];
    const lexicons = trained.model.training.domains.map((domain) => trained.partsFor(label(domain)).lexicon);
    expect(new Set(lexicons).size).toBe(SMALL.folds);
    const [domain] = trained.model.training.domains;
    expect(trained.partsFor(label(domain!)).trees.encode()).not.toBe(trained.model.trees.encode());
  });

  test("refuses a set without pages to learn from", async () => {
    const nothing = trainFused(folders, { ...SMALL, choose: () => false });
    await expect(nothing).rejects.toMatchObject({ code: "BAD_SET" });
  });

  test("refuses the pages of one site right after reading them", async () => {
    const steps: string[] = [];
    const alone = trainFused(folders.slice(0, 1), { ...SMALL, onStep: (step) => steps.push(step) });
    await expect(alone).rejects.toMatchObject({ code: "BAD_SET" });
    expect(steps).toEqual([`reading ${SITES[0].look}`]);
  });

  test("says that a part of the sites is too small, not only that a page is missing", async () => {
    const few = trainFused(folders, { ...SMALL, mss: { minTokens: 100_000 } });
    await expect(few).rejects.toMatchObject({
      code: "BAD_SET",
      message: expect.stringMatching(/too few pages.* more sites/),
    });
  }, 60_000);

  test("has a card that tells where it comes from", () => {
    const card = makeFusedCard(trained.model, {
      file: "f.json.gz",
      sizeBytes: 10,
      version: "1.2.3",
      rows: trained.rows,
    });
    for (const fact of ["# f.json.gz", "1.2.3", `| blocks | ${trained.rows} |`, "| tables-2005 | 4 |"]) {
      expect(card).toContain(fact);
    }
  });
});
