import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type HardCase, type LookId, makeSite } from "../../test/newsroom/index.ts";

/** What a folder of made-up pages is made of. */
export interface PagesOrder {
  readonly look?: LookId;
  readonly seed?: number;
  readonly articles?: number;
  readonly hardCases?: readonly HardCase[];
}

/** The truth of a made-up page: where its title and its body are. */
export interface PageTruth {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly html: string;
}

/** Writes the articles of a made-up site as a labelled set. */
export function writePages(folder: string, order: PagesOrder = {}): readonly PageTruth[] {
  const { look = "broadsheet-2023", seed = 3, articles = 6, hardCases = [] } = order;
  const site = makeSite({ look, language: "en", seed, articles, hardCases });
  const stories = site.pages.filter(({ pageType }) => pageType === "article");
  const lines = stories.map(({ id, url, html, truth }) => {
    const htmlPath = `html/${id}.html`;
    mkdirSync(dirname(join(folder, htmlPath)), { recursive: true });
    writeFileSync(join(folder, htmlPath), html);
    const { title, body, authors, published } = truth;
    return {
      id,
      set: "made",
      site: site.domain,
      url,
      lang: "en",
      pageType: "article",
      htmlPath,
      title,
      body,
      authors,
      published,
    };
  });
  writeFileSync(join(folder, "index.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return stories.map(({ id, html, truth }) => ({ id, html, title: truth.title ?? "", body: truth.body }));
}

/** The labels that somebody has saved beside a set, the last of each page. */
export function readLabels(folder: string, name: string): ReadonlyMap<string, SavedLine> {
  const path = join(folder, "labels", `${name}.jsonl`);
  if (!existsSync(path)) return new Map();
  const lines = readFileSync(path, "utf8").trim().split("\n");
  return new Map(lines.map((line): SavedLine => JSON.parse(line)).map((line) => [line.id, line]));
}

interface SavedLine {
  readonly id: string;
  readonly labels: readonly { readonly node: number; readonly role: string }[];
  readonly by: string;
  readonly state?: string;
  readonly reason?: string | null;
}
