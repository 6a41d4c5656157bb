import { extract } from "../../../src/extract.ts";
import { EXTRACTORS } from "../../../src/extractors/index.ts";
import type { SiteProfile } from "../../../src/page/index.ts";
import { collectRepeated } from "../../../src/site/repeated/index.ts";
import { collectOutside } from "../../../src/site/template/collect-outside.ts";
import { plainTable } from "../plain-table.ts";
import type { TruePage } from "./instance-sites.ts";
import {
  meanShare,
  openSite,
  othersOf,
  PROFILE_SETS,
  type Rightness,
  readUnseenSites,
  rightnessOf,
  SIZES,
} from "./other-pages.ts";
import type { SiteRun } from "./site-run.ts";

/** One in how many sites is measured where the section is only tried out. */
const QUICK_STEP = 10;
const COLUMNS = [
  ...["set", "other pages", "pages measured", "F1 without", "repeated", "and places"],
  ...["correctly without", "repeated", "and places", "better", "worse"],
];

/** Answers without a profile, by what other pages of the site repeat, and by what their places hold too. */
interface Told {
  readonly without: Rightness;
  readonly repeated: Rightness;
  readonly places: Rightness;
}

/** What the blocks that other pages of a site repeat, and the places that their articles are not in, are worth to `fused`. */
export async function measureProfile({ folder, isQuick, tell }: SiteRun): Promise<string> {
  const rows: string[][] = [];
  for (const set of PROFILE_SETS) {
    tell(`profiles: ${set}`);
    const sites = await readUnseenSites(await folder(set));
    const told = SIZES.map((): Told[] => []);
    for (const [at, site] of sites.entries()) {
      if (!isQuick || at % QUICK_STEP === 0) await measureSite(openSite(site), told);
    }
    for (const [at, { name }] of SIZES.entries()) {
      if (told[at]!.length > 0) rows.push([set, name, ...cellsOf(told[at]!)]);
    }
  }
  return `${plainTable(COLUMNS, rows, 2)}

Every page is answered by \`fused\` without a profile and with one of other pages of its site, drawn by chance, never of the page
itself: told of repeated blocks alone, and of places too. \`better\` and \`worse\` count pages by F1, with all of it and without. Pages of
sites that the model has seen are left out. Pages of \`big9\` from different years count as different sites.`;
}

async function measureSite(pages: readonly TruePage[], told: readonly Told[][]): Promise<void> {
  const judged = new Map(
    pages.map((one) => [one, { page: one.page, answer: EXTRACTORS.fused.extract(one.page, {}) }]),
  );
  for (const measured of pages) {
    const others = othersOf(measured, pages);
    const without = rightness(measured);
    for (const [at, { most, least }] of SIZES.entries()) {
      if (others.length < least) continue;
      const mined = others.slice(0, most);
      const repeated = profileOf(await collectRepeated(mined));
      const outside = collectOutside(mined.map((one) => judged.get(one)!));
      told[at]!.push({
        without,
        repeated: rightness(measured, repeated),
        places: rightness(measured, { ...repeated, outside }),
      });
    }
  }
}

function profileOf(found: Pick<SiteProfile, "pages" | "repeated">): SiteProfile {
  return { format: "galley-site-profile", version: 1, site: "", made: "", ...found, templates: [] };
}

function rightness(measured: TruePage, siteProfile?: SiteProfile): Rightness {
  return rightnessOf(measured, extract({ page: measured.page }, { siteProfile }).text);
}

function cellsOf(told: readonly Told[]): string[] {
  const count = (isCounted: (one: Told) => boolean) => String(told.filter(isCounted).length);
  return [
    String(told.length),
    meanShare(told.map(({ without }) => without.f1)),
    meanShare(told.map(({ repeated }) => repeated.f1)),
    meanShare(told.map(({ places }) => places.f1)),
    meanShare(told.map(({ without }) => without.correctly)),
    meanShare(told.map(({ repeated }) => repeated.correctly)),
    meanShare(told.map(({ places }) => places.correctly)),
    count(({ without, places }) => places.f1 > without.f1),
    count(({ without, places }) => places.f1 < without.f1),
  ];
}
