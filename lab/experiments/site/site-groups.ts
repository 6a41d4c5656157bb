import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXTRACTORS } from "../../../src/extractors/index.ts";
import { domainOf, type Label, type LabelledPage, readSet } from "../../../src/sets/index.ts";
import { writeNewsroom } from "../wrapper/sources.ts";
import type { SiteRun } from "./site-run.ts";

/** Pages of one site, of one era where its set covers several. */
export interface SiteGroup {
  readonly set: string;
  readonly site: string;
  readonly era: string | null;
  readonly pages: readonly LabelledPage[];
}

const SETS = ["big9", "daniel-en-zh-pl", "czech-sites"] as const;
/** Half of fewer pages show too little of a template. */
const MIN_PAGES = 10;
const QUICK_GROUPS = 4;

/** Sites with many pages, set by set; those that a shipped model was trained on are left out, and made-up sites come last. */
export async function* readGroups(run: SiteRun): AsyncGenerator<readonly SiteGroup[]> {
  const seen = new Set(EXTRACTORS.fused.trainedOn?.());
  for (const set of SETS) {
    const pages: LabelledPage[] = [];
    for await (const page of readSet(await run.folder(set))) {
      if (hasBody(page.label) && !seen.has(domainOf(page.label) ?? "")) pages.push(page);
    }
    yield limit(
      groupPages(set, pages, ({ label }) => label.site ?? ""),
      run,
    );
  }
  yield limit(await makeGroups(), run);
}

function hasBody({ truth }: Label): boolean {
  return truth.body !== null && !truth.bodyIsPrefix;
}

async function makeGroups(): Promise<SiteGroup[]> {
  const folder = mkdtempSync(join(tmpdir(), "galley-groups-"));
  try {
    const { pages } = await writeNewsroom(folder, { sites: 12, pages: 20, isHard: false });
    return groupPages("newsroom", pages, ({ site }) => site);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function groupPages<P extends LabelledPage>(
  set: string,
  pages: readonly P[],
  siteOf: (page: P) => string,
): SiteGroup[] {
  const groups = Map.groupBy(pages, (page) => `${siteOf(page)} ${page.label.era ?? ""}`);
  return [...groups.values()]
    .filter(({ length }) => length >= MIN_PAGES)
    .map((own) => ({ set, site: siteOf(own[0]!), era: own[0]!.label.era, pages: own }));
}

function limit(groups: readonly SiteGroup[], { isQuick }: SiteRun): readonly SiteGroup[] {
  return isQuick ? groups.slice(0, QUICK_GROUPS) : groups;
}
