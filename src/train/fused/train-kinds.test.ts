import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeSite, writeSite } from "../../../test/newsroom/index.ts";
import { type FusedModel, makeFused, packFusedModel, shippedBaseLearners } from "../../extractors/index.ts";
import { parseHtml } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import { type TrainedFused, trainFused } from "./train-fused.ts";

const ARTICLE_SITES = ["tables-2005", "wordpress-2014", "broadsheet-2023"] as const;
const SHOP_SITES = ["div-soup-2020", "floats-2010"] as const;
const SMALL = {
  folds: 2,
  augmentations: 0,
  boosting: { trees: 12, minChildWeight: 1 },
  mss: { minSites: 1 },
};

let folder = "";
const folders: string[] = [];
let trained: TrainedFused;

/** A page as an index has it. */
interface IndexedPage {
  readonly url: string;
  readonly htmlPath: string;
  readonly pageType: string;
}

/** A site that counts as real; the stories of a shop are called products, by their addresses too. */
async function writeRealSite(look: (typeof ARTICLE_SITES | typeof SHOP_SITES)[number], seed: number) {
  const target = join(folder, look);
  await writeSite(makeSite({ look, language: "en", seed, articles: 12 }), target);
  const index = join(target, "index.jsonl");
  const isShop = SHOP_SITES.some((shop) => shop === look);
  const lines = readFileSync(index, "utf8").trim().split("\n");
  const pages = lines.map((line): IndexedPage => JSON.parse(line.replaceAll(".example", ".org")));
  const kept = isShop ? pages.filter(({ pageType }) => pageType === "article") : pages;
  const toProduct = (page: IndexedPage): IndexedPage => ({
    ...page,
    url: page.url.replace(".org/", ".org/products/"),
    pageType: "product",
  });
  const named = isShop ? kept.map(toProduct) : kept;
  writeFileSync(index, named.map((page) => `${JSON.stringify(page)}\n`).join(""));
  return target;
}

/** The verdict on the page at a position in the index of a site: its front page comes first, a story last. */
function judge(model: FusedModel, site: string, place: number) {
  const line = readFileSync(join(folder, site, "index.jsonl"), "utf8")
    .trim()
    .split("\n")
    .at(place)!;
  const { htmlPath, url }: IndexedPage = JSON.parse(line);
  const page = new Page(parseHtml(readFileSync(join(folder, site, htmlPath), "utf8")), url);
  return makeFused(() => model, shippedBaseLearners()).extract(page, {}).verdict;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "galley-kinds-"));
  for (const [at, look] of [...ARTICLE_SITES, ...SHOP_SITES].entries())
    folders.push(await writeRealSite(look, at + 1));
  trained = await trainFused(folders, SMALL);
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("training on pages of several kinds", () => {
  test("grows trees of their own for the blocks of pages that are no articles", () => {
    const { trees, otherTrees } = trained.model;
    expect(otherTrees?.size).toBe(SMALL.boosting.trees);
    expect(otherTrees?.encode()).not.toBe(trees.encode());
  });

  test("learns to tell stories from products and front pages", () => {
    const isArticle = (sites: readonly string[], place: number) =>
      sites.map((site) => judge(trained.model, site, place)!.isArticle);
    const stories = isArticle(ARTICLE_SITES, -1);
    const others = [...isArticle(ARTICLE_SITES, 0), ...isArticle(SHOP_SITES, -1)];
    expect(Math.min(...stories)).toBeGreaterThan(Math.max(...others));
    expect(judge(trained.model, ARTICLE_SITES[0], -1)?.pageType).toBe("article");
    expect(judge(trained.model, ARTICLE_SITES[0], 0)?.pageType).not.toBe("article");
  });

  test("leaves both out where all pages are articles", async () => {
    const choose = ({ pageType }: { readonly pageType: string | null }) => pageType === "article";
    const { model } = await trainFused(folders.slice(0, ARTICLE_SITES.length), { ...SMALL, choose });
    const fields = Object.keys(packFusedModel(model));
    expect(fields).toContain("trees");
    expect(fields).not.toContain("verdict");
    expect(fields).not.toContain("otherTrees");
  }, 60_000);

  test("leaves the verdict out where all pages are made up: right answers to them say nothing of real ones", async () => {
    const madeUp = ARTICLE_SITES.map((look) => join(folder, `made-up-${look}`));
    for (const [at, look] of ARTICLE_SITES.entries())
      await writeSite(makeSite({ look, language: "en", seed: at + 1, articles: 4 }), madeUp[at]!);
    expect((await trainFused(madeUp, SMALL)).model.verdict).toBeUndefined();
  }, 60_000);
});
