import {
  domainOf,
  econClass,
  formatShare,
  type Label,
  readLabels,
  wordOverlap,
} from "../../../src/eval/index.ts";
import { EXTRACTORS } from "../../../src/extractors/index.ts";
import { hashText, words } from "../../../src/text/index.ts";
import { openPage, type TruePage } from "./instance-sites.ts";

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

/** How right an answer is. */
export interface Rightness {
  readonly f1: number;
  readonly correctly: number;
}

/** The labelled pages of one site, of one year where the set has several. */
export interface LabelledSite {
  readonly site: string;
  readonly labels: readonly Label[];
}

/** The sites of a set that are unseen and have pages enough. */
export async function readUnseenSites(folder: string): Promise<readonly LabelledSite[]> {
  const seen = new Set(EXTRACTORS.fused.trainedOn?.());
  const labels: Label[] = [];
  for await (const label of readLabels(folder)) {
    const { body, bodyIsPrefix } = label.truth;
    if (body !== null && !bodyIsPrefix && !seen.has(domainOf(label) ?? "")) labels.push(label);
  }
  const nameOf = (label: Label) => label.site ?? domainOf(label) ?? "";
  return [...Map.groupBy(labels, (label) => `${nameOf(label)} ${label.era}`).values()]
    .filter((own) => own.length > SIZES[0].least)
    .map((own) => ({ site: nameOf(own[0]!), labels: own }));
}

/** The pages of a site that can be read. */
export function openSite({ labels }: LabelledSite): readonly TruePage[] {
  return labels.flatMap((label) => openPage(label) ?? []);
}

/** The other pages of a site in an order that is drawn for each page. */
export function othersOf(measured: TruePage, pages: readonly TruePage[]): readonly TruePage[] {
  const order = ({ label }: TruePage) => hashText(`${measured.label.id} ${label.id}`) >>> 0;
  return pages.filter((page) => page !== measured).sort((a, b) => order(a) - order(b));
}

/** How right a text is as the body of a page. */
export function rightnessOf({ label }: TruePage, text: string): Rightness {
  const { f1, precision, recall } = wordOverlap(words(label.truth.body ?? ""), words(text));
  return { f1, correctly: Number(econClass(precision, recall) === "correctly") };
}

/** The mean of some numbers as a share. */
export function meanShare(values: readonly number[]): string {
  return values.length === 0
    ? ""
    : formatShare(values.reduce((sum, value) => sum + value, 0) / values.length);
}
