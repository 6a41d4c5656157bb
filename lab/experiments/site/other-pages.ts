import { extract } from "../../../src/default-extract.ts";
import { formatShare } from "../../../src/eval/index.ts";
import { EXTRACTORS } from "../../../src/extractors/index.ts";
import type { Extraction, SiteProfile } from "../../../src/page/index.ts";
import { type AnsweredPage, collectOutside, collectRepeated } from "../../../src/profile/index.ts";
import { econClass, readUnseenSites, wordOverlap } from "../../../src/sets/index.ts";
import { hashText, words } from "../../../src/text/index.ts";
import { openPage, type SitePages, type TruePage } from "./instance-sites.ts";
import type { SiteRun } from "./site-run.ts";

/** Labelled sets with several pages a site, of sites that no model was trained on. */
export const PROFILE_SETS: readonly string[] = [
  ...["daniel-en-zh-pl", "multi2023-en-fr-de-zh", "czech-sites", "big9", "l3s-gn1-a"],
];

/** How many other pages of its site a page is told of: at most, and at least. */
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
export async function* readToldSites({ folder, isQuick }: SiteRun, set: string): AsyncGenerator<SitePages> {
  const sites = await readUnseenSites(await folder(set), EXTRACTORS.fused);
  const large = sites.filter(({ labels }) => labels.length > SIZES[0].least);
  for (const [at, { site, labels }] of large.entries()) {
    if (isQuick && at % QUICK_STEP > 0) continue;
    yield { site, pages: labels.flatMap((label) => openPage(label) ?? []) };
  }
}

/** Pages with what `fused` says of them while it knows nothing of their site. */
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
