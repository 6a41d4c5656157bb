import { createHash } from "node:crypto";
import { join } from "node:path";
import type { SetSummary } from "../../../src/eval/index.ts";
import { hashPage, type Label, loadPage, readLabels } from "../../../src/sets/index.ts";
import { hashText } from "../../../src/text/index.ts";
import { LANGUAGES, LOOKS, makeSite, writeSite } from "../../../test/newsroom/index.ts";
import type { SourcePage } from "./laid-out-page.ts";

/** The pages of an experiment. */
export interface SourceSet {
  readonly summary: Pick<SetSummary, "name" | "pages" | "hash">;
  readonly pages: readonly SourcePage[];
}

/** How much of the sets is read. */
export interface SourceLimits {
  readonly sites: number;
  /** Pages of a site. */
  readonly pages: number;
}

const SEED = 7;
/** Of a site; live blogs and galleries are among them. */
const STORIES = 112;

/** Pages of a labelled set of many pages a site, in an order that no site or time of its own rules. */
export async function readSites(folder: string, { sites, pages }: SourceLimits): Promise<SourceSet> {
  const labels: Label[] = [];
  for await (const label of readLabels(folder)) labels.push(label);
  const bySite = [...Map.groupBy(labels, ({ site }) => site ?? "")].slice(0, sites);
  const place = ({ id }: Label) => hashText(`${SEED} ${id}`);
  return gather(
    "big9",
    bySite.flatMap(([site, own]) => {
      const drawn = own.toSorted((a, b) => place(a) - place(b)).slice(0, pages);
      return drawn.map((label) => ({ label, site, ...openMarkup(label) }));
    }),
  );
}

/**
 * Articles of made-up sites, each in a look and language of its own, written below a folder: usual ones, or with the cases
 * that chance draws from all that is known to be hard.
 */
export async function writeNewsroom(
  folder: string,
  { sites, pages, isHard }: SourceLimits & { readonly isHard: boolean },
): Promise<SourceSet> {
  const name = isHard ? "newsroom, hard cases" : "newsroom";
  const found: SourcePage[] = [];
  for (const look of LOOKS.slice(0, sites)) {
    const language = LANGUAGES[LOOKS.indexOf(look) % LANGUAGES.length] ?? "en";
    const top = join(folder, name, look);
    const hardCases = isHard ? undefined : [];
    await writeSite(makeSite({ look, language, seed: SEED, articles: STORIES, hardCases }), top);
    const labels: Label[] = [];
    for await (const label of readLabels(top)) if (label.pageType === "article") labels.push(label);
    for (const label of labels.slice(0, pages)) {
      if (!("path" in label.source)) continue;
      const source = { file: label.source.path, top, url: label.url ?? undefined };
      found.push({ label, site: look, html: loadPage(label), source });
    }
  }
  return gather(name, found);
}

function openMarkup(label: Label): Pick<SourcePage, "html" | "source"> {
  const html = loadPage(label);
  return { html, source: { html, url: label.url ?? undefined, encoding: label.encoding ?? undefined } };
}

function gather(name: string, pages: readonly SourcePage[]): SourceSet {
  const hash = createHash("sha256");
  for (const { label, html } of pages) hash.update(hashPage(label, html));
  return { summary: { name, pages: pages.length, hash: hash.digest("hex") }, pages };
}
