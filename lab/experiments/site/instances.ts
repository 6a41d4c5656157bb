import type { Article } from "../../../src/article/index.ts";
import { extract } from "../../../src/default-extract.ts";
import { formatShare } from "../../../src/eval/index.ts";
import { EXTRACTORS, type Extractor, type ExtractorId } from "../../../src/extractors/index.ts";
import type { SiteProfile } from "../../../src/page/index.ts";
import { fitProfile } from "../../../src/profile/index.ts";
import { foldTitle, type Label, wordOverlap } from "../../../src/sets/index.ts";
import { mineProfile, readInstance } from "../../../src/site/index.ts";
import { words } from "../../../src/text/index.ts";
import { plainTable } from "../experiment.ts";
import { halves, readSites, type SitePages, type SiteRun, type TruePage } from "./site-run.ts";

/** Sets with several pages a site and a truth for the body. */
const BODY_SETS = ["big9", "daniel-en-zh-pl", "multi2023-en-fr-de-zh", "czech-sites"];
const OTHERS: readonly ExtractorId[] = ["econ", "mss", "wrapper", "fused"];
/** The method that reads articles as `galley site --articles` does. */
const MINED = "galley site";
const MADE = new Date(0).toISOString();
const QUICK_STEP = 8;

/** How well articles are read by templates that were mined from other pages of their sites, and whether drift is noticed. */
export async function measureInstances(run: SiteRun): Promise<string> {
  const bodies: string[][] = [];
  for (const set of BODY_SETS) bodies.push(...(await measureBodies(run, set)));
  return [
    plainTable(["set", "extractor", "pages", "P", "R", "F1", "title"], bodies, 2),
    `Sites with at least five articles. Each half of a site's pages is read by the templates that were mined, without any label, from
the other half; the other methods read the same pages. \`template\` falls back to econ where no template fits; the row below it
is of the pages where one does. \`galley site\` asks \`fused\` what of the pages is no article while it mines, and reads what fits no
template by it. The paper's own figures, on sites of its time: P .87, R .85.`,
    "### Drift",
    plainTable(["mined from", "read in", "pages", "reported stale", "F1"], await measureDrift(run), 2),
    `The nine sites of \`big9\`, mined from all of their pages of one year and read in another. Pages that are reported stale are
read by econ.`,
    "### Kinds of pages",
    plainTable(["kind", "pages", "a template fits"], await measureKinds(run), 1),
    `The sites of \`sites2020\` with at least five articles, by the kind that people labelled: articles of the half that the template was
not mined from, home and section pages.`,
  ].join("\n\n");
}

/** The rows of one set: set, method, pages, P, R, F1 and titles. */
export async function measureBodies({ folder, isQuick, tell }: SiteRun, set: string): Promise<string[][]> {
  tell(`instances: ${set}`);
  const answers = new Map<string, Answer[]>(
    ["template", "where it fits", MINED, ...OTHERS].map((id) => [id, []]),
  );
  const sites = await readSites(await folder(set), ({ truth }) => truth.body !== null && !truth.bodyIsPrefix);
  for (const { site, pages } of isQuick ? sites.filter((_, at) => at % QUICK_STEP === 0) : sites) {
    for (const { mined, read } of halves(pages)) {
      const siteProfile = profileOf(site, mined);
      const judged = profileOf(site, mined, EXTRACTORS.fused);
      for (const page of read) {
        answers.get(MINED)?.push(instanceAnswer(page, judged));
        const own = answer(page, "template", siteProfile);
        answers.get("template")?.push(own);
        if (isFitting(page, siteProfile)) answers.get("where it fits")?.push(own);
        for (const id of OTHERS) answers.get(id)?.push(answer(page, id));
      }
    }
  }
  return [...answers].map(([id, all]) => [set, id, String(all.length), ...meanAnswer(all)]);
}

async function measureDrift({ folder, tell }: SiteRun): Promise<string[][]> {
  tell("instances: drift");
  const sites = await readSites(await folder("big9"), ({ truth }) => truth.body !== null);
  const eraOf = ({ pages }: SitePages) => pages[0]?.label.era ?? "";
  const eras = [...new Set(sites.map(eraOf))].sort();
  return eras.flatMap((from) =>
    eras
      .filter((to) => to !== from)
      .map((to) =>
        driftRow(
          sites.filter((one) => eraOf(one) === from),
          sites,
          to,
        ),
      ),
  );

  function driftRow(mined: readonly SitePages[], all: readonly SitePages[], to: string): string[] {
    const answers: Answer[] = [];
    let stale = 0;
    for (const { site, pages } of mined) {
      const siteProfile = profileOf(site, pages);
      const later = all.find((one) => one.site === site && eraOf(one) === to)?.pages ?? [];
      for (const page of later) {
        answers.push(answer(page, "template", siteProfile));
        if (!isFitting(page, siteProfile)) stale++;
      }
    }
    const from = mined[0] === undefined ? "" : eraOf(mined[0]);
    const [, , f1 = ""] = meanAnswer(answers);
    return [from, to, String(answers.length), formatShare(stale / answers.length), f1];
  }
}

async function measureKinds({ folder, tell }: SiteRun): Promise<string[][]> {
  tell("instances: kinds of pages");
  const isArticle = ({ pageType }: Label) => pageType === "article";
  const path = await folder("sites2020");
  const sites = await readSites(path, isArticle);
  const fronts = await readSites(path, (label) => !isArticle(label), 1);
  const fitsByKind = new Map<string, boolean[]>();
  const note = (page: TruePage, profile: SiteProfile) => {
    const kind = page.label.pageType ?? "";
    fitsByKind.set(kind, [...(fitsByKind.get(kind) ?? []), isFitting(page, profile)]);
  };
  for (const { site, pages } of sites) {
    for (const { mined, read } of halves(pages)) for (const page of read) note(page, profileOf(site, mined));
    const profile = profileOf(site, pages);
    for (const page of fronts.find((one) => one.site === site)?.pages ?? []) note(page, profile);
  }
  return [...fitsByKind].map(([kind, fits]) => [
    kind,
    String(fits.length),
    formatShare(fits.filter((fit) => fit).length / fits.length),
  ]);
}

function profileOf(site: string, pages: readonly TruePage[], judge?: Extractor): SiteProfile {
  return mineProfile(
    pages.map(({ page }) => page),
    { site, made: MADE },
    judge === undefined ? {} : { judge },
  );
}

function isFitting({ page }: TruePage, profile: SiteProfile): boolean {
  return fitProfile(page, profile)?.isStale === false;
}

/** How right an answer is. */
interface Answer {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** 1 where the title is the true one; undefined where there is no truth. */
  readonly title: number | undefined;
}

/** The figures of an extractor on a page. */
function answer(page: TruePage, extractor: ExtractorId, siteProfile?: SiteProfile): Answer {
  return measured(page, extract({ page: page.page }, { extractor, siteProfile }));
}

/** The figures of mining on a page. */
function instanceAnswer(page: TruePage, profile: SiteProfile): Answer {
  return measured(page, readInstance(page.page, profile));
}

function measured({ label }: TruePage, { text, title }: Pick<Article, "text" | "title">): Answer {
  const { body, title: trueTitle } = label.truth;
  return {
    ...wordOverlap(words(body ?? ""), words(text)),
    title: trueTitle === null ? undefined : Number(foldTitle(title ?? "") === foldTitle(trueTitle)),
  };
}

/** The cells of some answers: precision, recall, F1, titles. */
function meanAnswer(answers: readonly Answer[]): string[] {
  const titles = answers.map(({ title }) => title).filter((title) => title !== undefined);
  return [
    mean(answers.map(({ precision }) => precision)),
    mean(answers.map(({ recall }) => recall)),
    mean(answers.map(({ f1 }) => f1)),
    mean(titles),
  ];
}

function mean(values: readonly number[]): string {
  if (values.length === 0) return "";
  return formatShare(values.reduce((sum, value) => sum + value, 0) / values.length);
}
