import { EXTRACTORS, makeTemplate } from "../../../src/extractors/index.ts";
import { type Extraction, KEEP_SCORE, type Page, type SiteProfile } from "../../../src/page/index.ts";
import { fitProfile } from "../../../src/profile/index.ts";
import { mineProfile } from "../../../src/site/index.ts";
import { hashText } from "../../../src/text/index.ts";
import { plainTable } from "../plain-table.ts";
import { rememberAnswers } from "../remember-answers.ts";
import type { TruePage } from "./instance-sites.ts";
import {
  MAX_MEASURED,
  meanShare,
  othersOf,
  PROFILE_SETS,
  readToldSites,
  rightnessOf,
  SIZES,
} from "./other-pages.ts";
import type { SiteRun } from "./site-run.ts";

/** Surer than this, a block is kept wherever it stands. */
const SURE = 0.85;
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

/** Which part of a profile helps `fused` most: the template, its body, or what became of the same places on other pages. */
export async function measureProfileParts(run: SiteRun): Promise<string> {
  const rows: string[][] = [];
  for (const set of PROFILE_SETS) {
    run.tell(`profile parts: ${set}`);
    const halves = HALVES.map((): Scores => Object.keys(RULES).map(() => []));
    for await (const { site, pages } of readToldSites(run, set)) {
      measureSite(pages, halves[(hashText(site) >>> 3) % HALVES.length]!);
    }
    rows.push(
      ...halves.map((scores, half) => [
        ...[set, HALVES[half]!, String(scores[0]!.length)],
        ...scores.map(meanShare),
      ]),
    );
  }
  return `${plainTable(["set", "sites", "answers", ...Object.keys(RULES)], rows, 2)}

F1 of \`fused\` told of profiles of ${SIZES.map(({ name }) => name).join(", ")} other pages, of at most ${MAX_MEASURED} pages of every site, in one row.
*Template instead* reads by the mined template where one fits. *Template's body* leaves out what that would not read, unless the score is
at least ${SURE}. *Places* is what \`fused\` does. Rules were tried on
the first half of the sites; *places* was settled when both had been looked at, so that neither is untouched.`;
}

function measureSite(pages: readonly TruePage[], scores: Scores): void {
  // Every page is mined with many others.
  const judge = rememberAnswers(EXTRACTORS.fused);
  for (const measured of pages.slice(0, MAX_MEASURED)) {
    const others = othersOf(measured, pages).map(({ page }) => page);
    for (const { most, least } of SIZES) {
      if (others.length < least) continue;
      const profile = mineProfile(others.slice(0, most), { site: "", made: "" }, { judge });
      for (const [at, rule] of Object.values(RULES).entries()) {
        scores[at]!.push(rightnessOf(measured, rule(measured.page, profile)).f1);
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
