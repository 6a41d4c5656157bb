import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { NewsPage } from "../pages/page.ts";
import type { NewsSite } from "./make-site.ts";

/** Where a file with this address lies in a folder. */
export function filePathOf(path: string): string {
  const relative = path.slice(1);
  if (relative === "" || relative.endsWith("/")) return `${relative}index.html`;
  return /\.\w+$/.test(relative) ? relative : `${relative}.html`;
}

/** A page's line in the index of a labelled set. */
function toIndexLine(page: NewsPage, domain: string): string {
  const { truth } = page;
  return JSON.stringify({
    id: page.id,
    set: "newsroom",
    site: domain,
    url: page.url,
    lang: page.language,
    look: page.look,
    pageType: page.pageType,
    htmlPath: filePathOf(page.path),
    title: truth.title,
    authors: truth.authors,
    published: truth.published,
    modified: truth.modified,
    section: truth.section,
    tags: truth.tags,
    direction: truth.direction,
    image: truth.image,
    paywall: truth.isPaywalled,
    standfirst: truth.standfirst,
    body: truth.body,
    titlePath: truth.titlePath,
    bodyPath: truth.bodyPath,
    collectedTitle: truth.collectedTitle,
    hardCases: truth.hardCases,
    items: truth.items,
    groups: truth.groups,
    leaves: truth.leaves,
  });
}

/** Writes pages, other files, `index.jsonl` and `site.json` into a folder. */
export async function writeSite(site: NewsSite, folder: string): Promise<void> {
  const files: [string, string | Uint8Array][] = [
    ...site.pages.map((page): [string, string] => [filePathOf(page.path), page.html]),
    ...site.files.map((file): [string, string | Uint8Array] => [filePathOf(file.path), file.content]),
    ["index.jsonl", `${site.pages.map((page) => toIndexLine(page, site.domain)).join("\n")}\n`],
    [
      "site.json",
      `${JSON.stringify({ domain: site.domain, look: site.look, language: site.language, ...site.truth }, null, 2)}\n`,
    ],
  ];
  for (const [path, content] of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }
}
