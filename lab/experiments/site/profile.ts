import { readUnseenSites } from "../../../scripts/gate/unseen-sites.ts";
import { extract } from "../../../src/default-extract.ts";
import { formatShare } from "../../../src/eval/index.ts";
import { EXTRACTORS, makeTemplate } from "../../../src/extractors/index.ts";
import { type Extraction, KEEP_SCORE, type Page, type SiteProfile } from "../../../src/page/index.ts";
import {
  type AnsweredPage,
  collectOutside,
  collectRepeated,
  fitProfile,
} from "../../../src/profile/index.ts";
import { econClass, wordOverlap } from "../../../src/sets/index.ts";
import { mineProfile } from "../../../src/site/index.ts";
import { hashText, words } from "../../../src/text/index.ts";
import { plainTable } from "../experiment.ts";
import { rememberAnswers } from "../fused/bench.ts";
import { openPage, type SitePages, type SiteRun, type TruePage } from "./site-run.ts";

const COLUMNS = [
  "set",
  "other pages",
  "pages measured",
  "F1 without",
  "repeated",
  "and places",
  "correctly without",
  "repeated",
  "and places",
  "better",
  "worse",
];

/** Answers without a profile, by what other pages of the site repeat, and by what their places hold too. */
interface Compared {
  readonly without: Rightness;
  readonly repeated: Rightness;
  readonly places: Rightness;
}

/** The gain of `fused` from blocks that other pages of a site repeat, and from places that its articles are not in. */
export async function measureProfile(run: SiteRun): Promise<string> {
  const rows: string[][] = [];
  for (const set of PROFILE_SETS) {
    run.tell(`profiles: ${set}`);
    const compared = SIZES.map((): Compared[] => []);
    for await (const { pages } of readProfiledSites(run, set)) await measureSite(pages, compared);
    for (const [at, { name }] of SIZES.entries()) {
      if (compared[at]!.length > 0) rows.push([set, name, ...cellsOf(compared[at]!)]);
    }
  }
  return `${plainTable(COLUMNS, rows, 2)}

Every page is answered by \`fused\` without a profile and with one of other pages of its site, drawn by chance, never of the page
itself: told of repeated blocks alone, and of places too. \`better\` and \`worse\` count pages by F1, with all of it and without. Pages of
sites that the model has seen are left out. Pages of \`big9\` from different years count as different sites.`;
}

async function measureSite(pages: readonly TruePage[], compared: readonly Compared[][]): Promise<void> {
  const answered = answerAlone(pages);
  for (const measured of answered) {
    const others = othersOf(measured, answered);
    const without = rightnessOf(measured, measured.answer);
    for (const [at, { most, least }] of SIZES.entries()) {
      if (others.length < least) continue;
      const profile = await profileOf(others.slice(0, most));
      const { outside: _, ...repeated } = profile;
      compared[at]!.push({
        without,
        repeated: rightnessWith(measured, repeated),
        places: rightnessWith(measured, profile),
      });
    }
  }
}

function rightnessWith(measured: TruePage, siteProfile: SiteProfile): Rightness {
  return rightnessOf(measured, EXTRACTORS.fused.extract(measured.page, { siteProfile }));
}

function cellsOf(compared: readonly Compared[]): string[] {
  const count = (isCounted: (one: Compared) => boolean) => String(compared.filter(isCounted).length);
  return [
    String(compared.length),
    meanShare(compared.map(({ without }) => without.f1)),
    meanShare(compared.map(({ repeated }) => repeated.f1)),
    meanShare(compared.map(({ places }) => places.f1)),
    meanShare(compared.map(({ without }) => without.correctly)),
    meanShare(compared.map(({ repeated }) => repeated.correctly)),
    meanShare(compared.map(({ places }) => places.correctly)),
    count(({ without, places }) => places.f1 > without.f1),
    count(({ without, places }) => places.f1 < without.f1),
  ];
}

/** Above this confidence, a block is kept wherever it is. */
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

/** The F1 of answers, by rule. */
type Scores = readonly number[][];

/** Which part of a profile helps `fused` most: the template, its body, or the outcome of the same places on other pages. */
export async function measureProfileParts(run: SiteRun): Promise<string> {
  const rows: string[][] = [];
  for (const set of PROFILE_SETS) {
    run.tell(`profile parts: ${set}`);
    const halves = HALVES.map((): Scores => Object.keys(RULES).map(() => []));
    for await (const { site, pages } of readProfiledSites(run, set)) {
      measureRules(pages, halves[(hashText(site) >>> 3) % HALVES.length]!);
    }
    rows.push(
      ...halves.map((scores, half) => [
        set,
        HALVES[half]!,
        String(scores[0]!.length),
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

function measureRules(pages: readonly TruePage[], scores: Scores): void {
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

/** Labelled sets with several pages a site, of sites that no model was trained on. */
export const PROFILE_SETS: readonly string[] = [
  "daniel-en-zh-pl",
  "multi2023-en-fr-de-zh",
  "czech-sites",
  "big9",
  "l3s-gn1-a",
];

/** How many other pages of its site are used for a page: at most, and at least. */
export const SIZES = [
  { name: "2", most: 2, least: 2 },
  { name: "5", most: 5, least: 5 },
  { name: "10 to 20", most: 20, least: 10 },
] as const;

/** Pages of a site that are measured where sites are not to outweigh each other. */
export const MAX_MEASURED = 12;
/** One in how many sites is measured where a section is only tried out. */
const QUICK_STEP = 10;

/** How right an answer is. */
export interface Rightness {
  readonly f1: number;
  readonly correctly: number;
}

/** The sites of a set that `fused` has not seen, with pages enough, one after the other. */
export async function* readProfiledSites(
  { folder, isQuick }: SiteRun,
  set: string,
): AsyncGenerator<SitePages> {
  const sites = await readUnseenSites(await folder(set), EXTRACTORS.fused);
  const large = sites.filter(({ labels }) => labels.length > SIZES[0].least);
  for (const [at, { site, labels }] of large.entries()) {
    if (isQuick && at % QUICK_STEP > 0) continue;
    yield { site, pages: labels.flatMap((label) => openPage(label) ?? []) };
  }
}

/** Pages with the answer of `fused` without a profile. */
export function answerAlone(pages: readonly TruePage[]): readonly (TruePage & AnsweredPage)[] {
  return pages.map((one) => ({ ...one, answer: EXTRACTORS.fused.extract(one.page, {}) }));
}

/** The other pages of a site in an order that is drawn for each page. */
export function othersOf<P extends TruePage>(measured: P, pages: readonly P[]): readonly P[] {
  const order = ({ label }: P) => hashText(`${measured.label.id} ${label.id}`) >>> 0;
  return pages.filter((page) => page !== measured).sort((a, b) => order(a) - order(b));
}

/** The profile of some pages, without templates. */
export async function profileOf(pages: readonly AnsweredPage[]): Promise<SiteProfile> {
  const found = { ...(await collectRepeated(pages)), outside: collectOutside(pages) };
  return { format: "galley-site-profile", version: 1, site: "", made: "", ...found, templates: [] };
}

/** How right the text of an answer is as the body of a page. */
export function rightnessOf({ label, page }: TruePage, answer: Extraction): Rightness {
  const { text } = extract({ page }, { extractor: { id: "fused", needs: [], extract: () => answer } });
  const { f1, precision, recall } = wordOverlap(words(label.truth.body ?? ""), words(text));
  return { f1, correctly: Number(econClass(precision, recall) === "correctly") };
}

/** The mean of some numbers as a share. */
export function meanShare(values: readonly number[]): string {
  return values.length === 0
    ? ""
    : formatShare(values.reduce((sum, value) => sum + value, 0) / values.length);
}
