import { extract } from "../../src/default-extract.ts";
import { formatShare } from "../../src/eval/index.ts";
import {
  EXTRACTORS,
  type Extractor,
  judgeSpan,
  makeMss,
  PAPER_OPTIONS,
  shippedModel,
  tokenise,
} from "../../src/extractors/index.ts";
import {
  type DataPlaces,
  domainOf,
  findSet,
  type LabelledPage,
  readSet,
  wordOverlap,
} from "../../src/sets/index.ts";
import { hashText, seededRandom, words } from "../../src/text/index.ts";
import { alignTruth } from "../../src/train/index.ts";
import { type Experiment, mean, plainTable, signedShare } from "./experiment.ts";
import { UNSEEN_SETS } from "./extractors.ts";

/** The baseline, and what is compared with it. */
const METHODS: Readonly<Record<string, Extractor>> = {
  "mss-simple": EXTRACTORS["mss-simple"],
  mss: EXTRACTORS.mss,
  "mss-hr": EXTRACTORS["mss-hr"],
  "mss, paper": makeMss("mss", shippedModel, PAPER_OPTIONS),
  "mss-hr, always cut": makeMss("mss-hr", shippedModel, { cutAtRule: true, guardRule: false }),
};
/** The block of the label, from its first word to its last: the best possible block. */
const EXACT = "exact block";
type Method = keyof typeof METHODS | typeof EXACT;

/** Word F1 of every method on one page. */
interface PageResult {
  readonly set: string;
  readonly site: string;
  /** Whether the page is of the half of the sites that settings were not chosen on. */
  readonly isHeldOut: boolean;
  readonly f1: Readonly<Record<Method, number>>;
}

/** The shipped model against simple MSS on held-out sets, and the effect of the rule about `hr` there. */
export const mssShipped: Experiment = async function* ({ places, provenance }) {
  const { date, version, command } = provenance;
  yield `Measured on ${date} with galley ${version}: \`${command}\``;
  const results: PageResult[] = [];
  for (const set of UNSEEN_SETS) results.push(...(await measureSet(set, places)));
  yield `## The shipped model and simple MSS\n\n${errorTable(results)}`;
  yield `## The rule about hr\n\n${ruleTable(results)}`;
};

async function measureSet(set: string, places: DataPlaces): Promise<PageResult[]> {
  const seen = new Set(shippedModel().training.domains);
  const results: PageResult[] = [];
  for await (const labelled of readSet(await findSet(set, places))) {
    const { body, bodyIsPrefix } = labelled.label.truth;
    const site = domainOf(labelled.label) ?? labelled.label.id;
    if (body === null || bodyIsPrefix || seen.has(site)) continue;
    const truth = words(body);
    const methods = { ...METHODS, [EXACT]: exactBlock(body) };
    const f1 = Object.entries(methods).map(([name, extractor]) => [
      name,
      wordOverlap(truth, words(textOf(labelled, extractor))).f1,
    ]);
    results.push({ set, site, isHeldOut: hashText(`half ${site}`) % 2 !== 0, f1: Object.fromEntries(f1) });
  }
  return results;
}

function exactBlock(body: string): Extractor {
  return {
    ...EXTRACTORS["mss-simple"],
    extract(page) {
      const tokens = tokenise(page);
      return judgeSpan(page, tokens, alignTruth(page, tokens, body), { edges: "words", clean: false });
    },
  };
}

function textOf({ label, html }: LabelledPage, extractor: Extractor): string {
  const { url, encoding } = label;
  return extract(html, { extractor, url: url ?? undefined, encoding: encoding ?? undefined }).text;
}

function errorTable(results: readonly PageResult[]): string {
  const rows = UNSEEN_SETS.flatMap((set) => {
    const own = results.filter((result) => result.set === set);
    const heldOut = own.filter(({ isHeldOut }) => isHeldOut);
    return [errorRow(`\`${set}\``, "all", own), errorRow("", "held out", heldOut)];
  });
  const columns = [
    "set",
    "sites",
    "pages",
    "error of `mss-simple`",
    "of `mss`",
    "removed",
    "by the exact block",
    "gain of F1",
  ];
  return plainTable([...columns, "error as the paper"], rows, 2);
}

function errorRow(set: string, sites: string, results: readonly PageResult[]): string[] {
  const error = (method: Method) => 1 - mean(results.map(({ f1 }) => f1[method]!));
  const removed = (method: Method) => `${(100 * (1 - error(method) / error("mss-simple"))).toFixed(0)} %`;
  const { low, high } = siteInterval(results, ({ f1 }) => f1.mss! - f1["mss-simple"]!);
  return [
    set,
    sites,
    String(results.length),
    formatShare(error("mss-simple")),
    formatShare(error("mss")),
    removed("mss"),
    removed(EXACT),
    `${signedShare(error("mss-simple") - error("mss"))} (${signedShare(low)} to ${signedShare(high)})`,
    formatShare(error("mss, paper")),
  ];
}

/** Where a rule changes the answer: pages that are better and worse than without it. */
function ruleTable(results: readonly PageResult[]): string {
  const rows = (["mss-hr", "mss-hr, always cut"] as const).flatMap((method) =>
    ["all sites", "held-out sites"].map((sites) => {
      const own = sites === "all sites" ? results : results.filter(({ isHeldOut }) => isHeldOut);
      const gains = own.map(({ f1 }) => f1[method]! - f1.mss!);
      const { low, high } = siteInterval(own, ({ f1 }) => f1[method]! - f1.mss!);
      return [
        method,
        sites,
        String(gains.filter((gain) => gain > 0).length),
        String(gains.filter((gain) => gain < 0).length),
        `${signedShare(mean(gains))} (${signedShare(low)} to ${signedShare(high)})`,
      ];
    }),
  );
  return plainTable(["method", "pages of", "better than `mss`", "worse", "gain of F1"], rows, 2);
}

const RESAMPLES = 1000;
const SEED = 20_261_117;

/** The 95 % interval of a mean over pages, by a bootstrap over sites, as pages of one site are alike. */
function siteInterval(
  results: readonly PageResult[],
  gainOf: (result: PageResult) => number,
): { readonly low: number; readonly high: number } {
  const random = seededRandom(SEED);
  const sites = [...Map.groupBy(results, ({ site }) => site).values()].map((pages) => pages.map(gainOf));
  const means = Array.from({ length: RESAMPLES }, () =>
    mean(sites.flatMap(() => sites[Math.floor(random() * sites.length)]!)),
  ).toSorted((a, b) => a - b);
  return { low: means[Math.floor(RESAMPLES * 0.025)]!, high: means[Math.floor(RESAMPLES * 0.975)]! };
}
