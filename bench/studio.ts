/** `npm run bench:studio`: how much work labelling is, and how fast the studio is, in npm's Chromium. */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildIfStale } from "../scripts/fresh-build.ts";
import type { TrainResult } from "../src/server/studio/contract.ts";
import { dataPlaces, findData, findSet, readSet } from "../src/sets/index.ts";
import { StudioRun } from "../studio/e2e/harness.ts";
import { LOOKS, makeSite } from "../test/newsroom/index.ts";
import { type Labelled, labelAll, type TruePage, trainBoth, writeUnlabelled } from "./studio/labelling.ts";
import { measureFirstView, measureLargePage, measureTree } from "./studio/speed.ts";

const HELP = `Labels made-up and real pages as a person would who knows the truth, trains, and measures the screens.

  npm run bench:studio
  npm run bench:studio -- --only newsroom,view
  npm run bench:studio -- --only real --site nymag.com`;

const { values } = parseArgs({
  options: {
    help: { type: "boolean" },
    only: { type: "string", default: "newsroom,real,view,large,tree" },
    look: { type: "string", default: "broadsheet-2023" },
    pages: { type: "string", default: "40" },
    site: { type: "string", default: "arstechnica.com" },
    points: { type: "string", default: "60" },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit();
}

/** Seconds of the keystroke-level model (Card, Moran and Newell 1980): a key of an average typist, pointing, a decision. */
const KEY_S = 0.28;
const POINT_S = 1.1;
const DECIDE_S = 1.35;

const REAL_SET = "big9";
const REAL_PAGES = 20;
buildIfStale();
const folder = mkdtempSync(join(tmpdir(), "galley-bench-"));
const run = await StudioRun.start({ folders: [folder] });
const parts: Readonly<Record<string, () => Promise<void>>> = {
  newsroom: async () => measureEffort("newsroom", newsroomPages()),
  real: measureReal,
  view: measureView,
  large: measureLarge,
  tree: measureScroll,
};
let missed = 0;
try {
  for (const name of values.only.split(",")) {
    console.log(`\n${name} (load ${loadavg()[0]!.toFixed(1)})`);
    await parts[name]?.();
  }
} finally {
  await run.close();
  rmSync(folder, { recursive: true, force: true });
}
console.log(missed === 0 ? "\nall bars are met" : `\n${missed} bars are missed`);

function newsroomPages(): readonly TruePage[] {
  const look = LOOKS.find((name) => name === values.look);
  if (look === undefined) throw new Error(`There is no look ${values.look}.`);
  const count = Number(values.pages);
  // Some stories are not articles, such as a gallery: more are made than are labelled.
  const { pages, domain } = makeSite({ look, language: "en", seed: 3, articles: 2 * count });
  const stories = pages.filter(({ pageType }) => pageType === "article").slice(0, count);
  return stories.map(({ id, url, html, truth }) => ({ id, url, site: domain, encoding: null, html, truth }));
}

async function measureReal(): Promise<void> {
  if (findData() === undefined) {
    console.log(`skipped: GALLEY_DATA names no folder with the set ${REAL_SET}`);
    return;
  }
  const set = await findSet(
    REAL_SET,
    dataPlaces((message) => console.error(message)),
  );
  const pages: TruePage[] = [];
  for await (const { label, html } of readSet(set)) {
    if (label.site !== values.site || pages.length >= REAL_PAGES) continue;
    const { id, url, site, encoding, truth } = label;
    pages.push({ id, url, site, encoding, html, truth });
  }
  if (pages.length === 0) throw new Error(`The set ${REAL_SET} has no site ${values.site}.`);
  await measureEffort(values.site, pages);
}

/** Labels pages with and without guesses, trains, and compares the wrapper with the command's. */
async function measureEffort(name: string, pages: readonly TruePage[]): Promise<void> {
  const hash = createHash("sha256");
  for (const { html, truth } of pages) hash.update(html).update(truth.body ?? "");
  console.log(`${pages.length} pages of ${name}, data ${hash.digest("hex").slice(0, 16)}`);
  const own = join(folder, name);
  mkdirSync(own);
  writeUnlabelled(own, pages);
  const filled = await labelAll(run, { folder: own, pages, filling: "pre-filled" });
  const trained = await trainBoth(run, own);
  const other = join(folder, `${name}-by-hand`);
  writeUnlabelled(other, pages);
  const byHand = await labelAll(run, { folder: other, pages, filling: "by hand" });
  tellEffort("pre-filled", filled);
  tellEffort("by hand", byHand);
  const ratio = (of: (labelled: Labelled) => number) => `${(of(byHand) / of(filled)).toFixed(1)} times`;
  console.log(
    `by hand it is ${ratio(({ actions }) => mean(actions))} the actions, ${ratio(({ ms }) => mean(ms))} the script's time, ${ratio(peopleSeconds)} a person's`,
  );
  check("actions a page on average", mean(filled.actions), 3);
  const right = filled.actions.filter((count) => count === 1).length;
  console.log(`  one action on the ${right} of ${pages.length} pages whose guess is right`);
  tellTimes("next page shown", filled.nextMs, 150);
  tellTimes("next two pages loaded after", filled.aheadMs);
  const { methods, best } = trained.job.result as TrainResult;
  const scores = methods.map(({ method, f1 }) => `${method} ${f1?.value.toFixed(3) ?? "failed"}`).join(", ");
  console.log(`  trained in ${trained.seconds.toFixed(0)} s: ${scores}; kept: ${best ?? "none"}`);
  check("wrappers that differ from the command's", Number(!trained.isEqual), 0);
}

function tellEffort(name: string, labelled: Labelled): void {
  const { actions, ms, imperfect } = labelled;
  const left = imperfect === 0 ? "" : `, ${imperfect} pages with something wrong left`;
  console.log(
    `  ${name}: ${mean(actions).toFixed(2)} actions, ${(mean(ms) / 1000).toFixed(2)} s a page by script, ${peopleSeconds(labelled).toFixed(1)} s by a person${left}`,
  );
}

/** What a person takes by the model: each page and each correction is decided on. */
function peopleSeconds({ actions, points }: Labelled): number {
  const seconds = actions.map((count, at) => {
    const pointed = points[at]!;
    return pointed * POINT_S + (count - pointed) * KEY_S + (pointed + 1) * DECIDE_S;
  });
  return mean(seconds);
}

async function measureView(): Promise<void> {
  tellTimes("first view, processor slowed down 4 times", await measureFirstView(run, 7), 1000, "median");
}

async function measureLarge(): Promise<void> {
  const { bytes, openMs, hoverMs, pickMs } = await measureLargePage(run, folder, Number(values.points));
  console.log(`  a page of ${(bytes / 1e6).toFixed(1)} MB opens in ${(openMs / 1000).toFixed(1)} s`);
  tellTimes("hover", hoverMs, 100);
  tellTimes("pick", pickMs, 100);
}

async function measureScroll(): Promise<void> {
  const { rows, openMs, frameMs } = await measureTree(run, folder);
  console.log(`  a tree of ${rows} rows opens in ${(openMs / 1000).toFixed(1)} s`);
  tellTimes("frames while it scrolls", frameMs);
  check("longest frame, ms", Math.max(...frameMs), 50);
}

function mean(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}

/** Prints median, p95 and the largest, and holds one of them against a bar. */
function tellTimes(name: string, ms: readonly number[], bar?: number, which: "median" | "p95" = "p95"): void {
  const sorted = [...ms].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  const [median, p95] = [at(0.5), at(0.95)];
  console.log(
    `  ${name}: median ${median.toFixed(0)}, p95 ${p95.toFixed(0)}, largest ${at(1).toFixed(0)} ms of ${ms.length}`,
  );
  if (bar !== undefined) check(`${name}, ${which}, ms`, which === "p95" ? p95 : median, bar);
}

function check(name: string, figure: number, bar: number): void {
  const isMet = figure <= bar;
  if (!isMet) missed++;
  console.log(`  ${isMet ? "met" : "MISSED"}: ${name} ${+figure.toFixed(2)} of at most ${bar}`);
}
