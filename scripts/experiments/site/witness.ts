import { extract } from "../../../src/extract.ts";
import { EXTRACTORS, type Extractor, fitProfile, makeTemplate } from "../../../src/extractors/index.ts";
import { type Extraction, KEEP_SCORE, type Page, type SiteProfile } from "../../../src/page/index.ts";
import { mineProfile } from "../../../src/site/index.ts";
import { hashText } from "../../../src/text/index.ts";
import { plainTable } from "../plain-table.ts";
import type { TruePage } from "./instance-sites.ts";
import {
  meanShare,
  openSite,
  othersOf,
  PROFILE_SETS,
  readUnseenSites,
  rightnessOf,
  SIZES,
} from "./other-pages.ts";
import type { SiteRun } from "./site-run.ts";

/** More pages of a site would outweigh the other sites. */
const MAX_PAGES = 12;
/** Surer than this, a block is kept wherever it stands. */
const SURE = 0.85;
const QUICK_STEP = 10;
/** Rules were tried on the first half of the sites first. */
const HALVES = ["first half", "second half"] as const;

const TEMPLATE = makeTemplate(EXTRACTORS.fused);

/** How a page is answered by `fused` and a mined profile. */
const RULES = {
  "repeated alone": (page, { outside: _, ...profile }) => askFused(page, profile),
  "template instead": (page, profile) => TEMPLATE.extract(page, { siteProfile: profile }),
  "template's body": (page, { outside: _, ...profile }) => dropUnsure(page, profile),
  places: (page, profile) => askFused(page, profile),
} as const satisfies Readonly<Record<string, (page: Page, profile: SiteProfile) => Extraction>>;

/** By rule, the F1 of answers. */
type Scores = readonly number[][];

/** Which of a profile's witnesses helps `fused` most: the template, its body, or what became of the same places on other pages. */
export async function measureWitness({ folder, isQuick, tell }: SiteRun): Promise<string> {
  const rows: string[][] = [];
  for (const set of PROFILE_SETS) {
    tell(`witnesses: ${set}`);
    const halves = HALVES.map((): Scores => Object.keys(RULES).map(() => []));
    for (const [at, site] of (await readUnseenSites(await folder(set))).entries()) {
      if (isQuick && at % QUICK_STEP > 0) continue;
      measureSite(openSite(site), halves[(hashText(site.site) >>> 3) % HALVES.length]!);
    }
    rows.push(
      ...halves.map((scores, half) => [
        ...[set, HALVES[half]!, String(scores[0]!.length)],
        ...scores.map(meanShare),
      ]),
    );
  }
  return `${plainTable(["set", "sites", "answers", ...Object.keys(RULES)], rows, 2)}

F1 of \`fused\` told of profiles of ${SIZES.map(({ name }) => name).join(", ")} other pages, of at most ${MAX_PAGES} pages of every site, in one row.
*Template instead* reads by the mined template where one fits. *Template's body* leaves out what that would not read, unless the score is
at least ${SURE}. *Places* is what \`fused\` does. Rules were tried on
the first half of the sites; *places* was settled when both had been looked at, so that neither is untouched.`;
}

function measureSite(pages: readonly TruePage[], scores: Scores): void {
  const judge = remembering(EXTRACTORS.fused);
  for (const measured of pages.slice(0, MAX_PAGES)) {
    const others = othersOf(measured, pages).map(({ page }) => page);
    for (const { most, least } of SIZES) {
      if (others.length < least) continue;
      const profile = mineProfile(others.slice(0, most), { site: "", made: "" }, { judge });
      for (const [at, rule] of Object.values(RULES).entries()) {
        scores[at]!.push(f1Of(measured, rule(measured.page, profile)));
      }
    }
  }
}

function askFused(page: Page, siteProfile: SiteProfile): Extraction {
  return EXTRACTORS.fused.extract(page, { siteProfile });
}

function dropUnsure(page: Page, siteProfile: SiteProfile): Extraction {
  const answer = askFused(page, siteProfile);
  if (fitProfile(page, siteProfile)?.isStale !== false) return answer;
  const { scores: inTemplate } = TEMPLATE.extract(page, { siteProfile });
  const isKept = (score: number, leaf: number) => score >= SURE || inTemplate[leaf]! >= KEEP_SCORE;
  return { ...answer, scores: answer.scores.map((score, leaf) => (isKept(score, leaf) ? score : 0)) };
}

function f1Of(measured: TruePage, extraction: Extraction): number {
  const extractor = { id: "fused", needs: [], extract: () => extraction };
  return rightnessOf(measured, extract({ page: measured.page }, { extractor }).text).f1;
}

/** An extractor that is asked once for each page: every page is mined with many others. */
function remembering(extractor: Extractor): Extractor {
  const known = new WeakMap<Page, Extraction>();
  return {
    ...extractor,
    extract(page, hints) {
      const answer = known.get(page) ?? extractor.extract(page, hints);
      known.set(page, answer);
      return answer;
    },
  };
}
