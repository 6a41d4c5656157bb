import { EXTRACTORS } from "../../../src/extractors/index.ts";
import type { SiteProfile } from "../../../src/page/index.ts";
import { plainTable } from "../plain-table.ts";
import type { TruePage } from "./instance-sites.ts";
import {
  answerAlone,
  meanShare,
  othersOf,
  PROFILE_SETS,
  profileOf,
  type Rightness,
  readToldSites,
  rightnessOf,
  SIZES,
} from "./other-pages.ts";
import type { SiteRun } from "./site-run.ts";

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
export async function measureProfile(run: SiteRun): Promise<string> {
  const rows: string[][] = [];
  for (const set of PROFILE_SETS) {
    run.tell(`profiles: ${set}`);
    const told = SIZES.map((): Told[] => []);
    for await (const { pages } of readToldSites(run, set)) await measureSite(pages, told);
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
  const answered = answerAlone(pages);
  for (const measured of answered) {
    const others = othersOf(measured, answered);
    const without = rightnessOf(measured, measured.answer);
    for (const [at, { most, least }] of SIZES.entries()) {
      if (others.length < least) continue;
      const profile = await profileOf(others.slice(0, most));
      const { outside: _, ...repeated } = profile;
      told[at]!.push({
        without,
        repeated: rightnessTold(measured, repeated),
        places: rightnessTold(measured, profile),
      });
    }
  }
}

function rightnessTold(measured: TruePage, siteProfile: SiteProfile): Rightness {
  return rightnessOf(measured, EXTRACTORS.fused.extract(measured.page, { siteProfile }));
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
