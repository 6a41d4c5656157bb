import { createHash } from "node:crypto";
import type { Article, Media } from "../../src/article/index.ts";
import { extract } from "../../src/default-extract.ts";
import { formatShare } from "../../src/eval/index.ts";
import { attribute, type Document, rawText } from "../../src/html/index.ts";
import { wordOverlap } from "../../src/sets/index.ts";
import { seededRandom, words } from "../../src/text/index.ts";
import { type Experiment, mean, plainTable, provenanceLines } from "./experiment.ts";
import {
  type CaptionPlace,
  type ChosenPage,
  hashAddress,
  isForChoosing,
  openLabelled,
  type PictureLabel,
  readPictureLabels,
} from "./pictures/labelled-pages.ts";

/** The figures of a page; undefined where it has none. */
interface PictureScore {
  readonly site: string;
  /** Share of the pictures given that are the article's. */
  readonly precision?: number;
  /** Share of the article's pictures that are given. */
  readonly recall?: number;
  /** Whether any picture is given that is not the article's. */
  readonly wrong: number;
  /** Share of the pictures found whose caption is right, none where there is none. */
  readonly captions?: number;
  /** Whether `image` is a right one, or null where there is none. */
  readonly lead: number;
  /** Whether the first picture of `media` is the article's first. */
  readonly first?: number;
}

const COLUMNS = ["precision", "recall", "wrong", "captions", "lead", "first"] as const;
/** Labellers cut captions at different places: most words in common are the same caption. */
const MIN_CAPTION_F1 = 0.8;
const RESAMPLES = 1000;
const SEED = 20_261_116;

/** How well pictures, their captions and the lead are found, on the half of sites that rules were chosen on and the other. */
export const pictures: Experiment = async function* ({ places, provenance, only }) {
  const labels = readPictureLabels();
  const scores: PictureScore[] = [];
  const hashes = new Map<string, { pages: number; hash: ReturnType<typeof createHash> }>();
  for await (const { truth, page } of openLabelled(labels, places)) {
    if (only !== undefined && isForChoosing(truth.site) !== (only === "choosing")) continue;
    const sum = hashes.get(truth.set) ?? { pages: 0, hash: createHash("sha256") };
    hashes.set(truth.set, { pages: sum.pages + 1, hash: sum.hash.update(truth.pageHash) });
    scores.push(scorePictures(articleOf(page), truth, page.document));
  }
  const sets = [...hashes].map(([name, { pages, hash }]) => ({ name, pages, hash: hash.digest("hex") }));
  yield provenanceLines(provenance, sets);
  const halves = [
    ["sites that rules were chosen on", scores.filter(({ site }) => isForChoosing(site))],
    ["other sites", scores.filter(({ site }) => !isForChoosing(site))],
  ] as const;
  const rows = halves.filter(([, own]) => own.length > 0).map(([name, own]) => [name, ...row(own)]);
  yield plainTable(["", "pages", ...COLUMNS], rows, 1);
};

/** The parts of the experiment that can be run alone. */
export const PICTURE_SECTIONS: readonly string[] = ["choosing", "checking"];

function articleOf({ label, html, base }: ChosenPage): Article {
  return extract(html, {
    url: label.url ?? base,
    ...(label.encoding !== null && { encoding: label.encoding }),
  });
}

/** Compares an article's pictures with the labels of the page. */
function scorePictures(
  { media, image }: Pick<Article, "media" | "image">,
  truth: PictureLabel,
  document: Document,
): PictureScore {
  const given = media.filter(({ kind }) => kind === "image");
  const found = new Map<number, Media>();
  let [wrong, counted] = [0, 0];
  for (const picture of given) {
    const address = hashAddress(picture.src);
    const at = truth.pictures.findIndex(({ addresses }) => addresses.includes(address));
    if (at < 0 && truth.optional.includes(address)) continue;
    counted++;
    if (at < 0 || found.has(at)) wrong++;
    else found.set(at, picture);
  }
  const right = [...found].filter(([at, picture]) => isCaptionRight(picture, truth.pictures[at]!, document));
  const first = given[0] && hashAddress(given[0].src);
  return {
    site: truth.site,
    wrong: Number(wrong > 0),
    lead: Number(image === null ? truth.lead.length === 0 : truth.lead.includes(hashAddress(image))),
    ...(counted > 0 && { precision: found.size / counted }),
    ...(truth.pictures.length > 0 && {
      recall: found.size / truth.pictures.length,
      first: Number(first !== undefined && truth.pictures[0]!.addresses.includes(first)),
    }),
    ...(found.size > 0 && { captions: right.length / found.size }),
  };
}

/** The caption with its credit or without it, and none where the labels have none. */
function isCaptionRight(
  { caption, credit }: Media,
  truth: PictureLabel["pictures"][number],
  document: Document,
): boolean {
  const own = wordsAt(document, truth.caption ?? []);
  const whole = `${own} ${wordsAt(document, truth.credit ?? [])}`.trim();
  const given = caption ?? "";
  const givenWhole = `${given} ${credit ?? ""}`.trim();
  if (whole === "" || givenWhole === "") return whole === givenWhole || (own === "" && given === "");
  const isAlike = (a: string, b: string) =>
    a !== "" && b !== "" && wordOverlap(words(b), words(a)).f1 >= MIN_CAPTION_F1;
  return isAlike(given, own) || isAlike(givenWhole, whole) || isAlike(given, whole);
}

function wordsAt(document: Document, places: readonly CaptionPlace[]): string {
  const texts = places.map(([node, end]) =>
    typeof end === "string" ? (attribute(document, node, end) ?? "") : rangeText(document, node, end),
  );
  return texts.join(" ").replace(/\s+/g, " ").trim();
}

function rangeText(document: Document, from: number, to: number): string {
  let text = "";
  for (let node = from; node < to; node++)
    if (document.firstChild[node]! < 0) text += rawText(document, node);
  return text;
}

function row(scores: readonly PictureScore[]): string[] {
  return [
    String(scores.length),
    ...COLUMNS.map((column) => cell(scores.flatMap((score) => score[column] ?? []))),
  ];
}

/** A mean over pages with its bootstrap 95 % interval. */
function cell(values: readonly number[]): string {
  if (values.length === 0) return "";
  const random = seededRandom(SEED);
  const samples = Array.from({ length: RESAMPLES }, () =>
    mean(values.map(() => values[Math.floor(random() * values.length)]!)),
  ).sort((a, b) => a - b);
  const [low, high] = [samples[RESAMPLES * 0.025]!, samples[RESAMPLES * 0.975]!];
  return `${formatShare(mean(values))} (${formatShare(low)}-${formatShare(high)})`;
}
