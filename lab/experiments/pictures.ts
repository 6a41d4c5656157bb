import { createHash } from "node:crypto";
import type { Article, Media } from "../../src/article/index.ts";
import { assemble, PICTURE_RULES, type PictureRule } from "../../src/assemble/index.ts";
import { pictureReader } from "../../src/assemble/pictures/picture-reader.ts";
import { extract } from "../../src/default-extract.ts";
import { formatShare } from "../../src/eval/index.ts";
import { DEFAULT_EXTRACTOR, EXTRACTORS } from "../../src/extractors/index.ts";
import { attribute, type Document, rawText } from "../../src/html/index.ts";
import { type Metadata, readMetadata } from "../../src/metadata/index.ts";
import { type Extraction, Page } from "../../src/page/index.ts";
import { seededRandom, wordOverlap } from "../../src/sets/index.ts";
import { words } from "../../src/text/index.ts";
import { type Experiment, provenanceLines } from "./experiment.ts";
import {
  type CaptionPlace,
  type ChosenPage,
  hashAddress,
  isForChoosing,
  openLabelled,
  type PictureLabel,
  readPictureLabels,
} from "./pictures/labelled-pages.ts";
import { plainTable } from "./plain-table.ts";

/** What is measured of a page; undefined where it says nothing of that. */
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
/** Captions are cut at other places by people: most words in common are the same caption. */
const MIN_CAPTION_F1 = 0.8;
const RESAMPLES = 1000;
const SEED = 20_261_116;

/** How well pictures, their captions and the lead are found, on the half of sites that rules were chosen on and the other. */
export const pictures: Experiment = async function* ({ places, provenance, only }) {
  const labels = readPictureLabels();
  const scores: PictureScore[] = [];
  const chosen: JudgedPage[] = [];
  const hashes = new Map<string, { pages: number; hash: ReturnType<typeof createHash> }>();
  for await (const { truth, page } of openLabelled(labels, places)) {
    if (only !== undefined && isForChoosing(truth.site) !== (only === "choosing")) continue;
    const sum = hashes.get(truth.set) ?? { pages: 0, hash: createHash("sha256") };
    hashes.set(truth.set, { pages: sum.pages + 1, hash: sum.hash.update(truth.pageHash) });
    scores.push(scorePictures(articleOf(page), truth, page.document));
    if (isForChoosing(truth.site)) chosen.push(judge(page, truth));
  }
  const sets = [...hashes].map(([name, { pages, hash }]) => ({ name, pages, hash: hash.digest("hex") }));
  yield provenanceLines(provenance, sets);
  const halves = [
    ["sites that rules were chosen on", scores.filter(({ site }) => isForChoosing(site))],
    ["other sites", scores.filter(({ site }) => !isForChoosing(site))],
  ] as const;
  const rows = halves.filter(([, own]) => own.length > 0).map(([name, own]) => [name, ...row(own)]);
  yield plainTable(["", "pages", ...COLUMNS], rows, 1);
  if (chosen.length > 0) yield ablation(chosen);
};

/** A page with all that its article is put together from. */
interface JudgedPage {
  readonly truth: PictureLabel;
  readonly page: Page;
  readonly extraction: Extraction;
  readonly metadata: Metadata;
}

function judge({ label, document, base }: ChosenPage, truth: PictureLabel): JudgedPage {
  const page = new Page(document, label.url ?? base);
  const extraction = EXTRACTORS[DEFAULT_EXTRACTOR].extract(page, {});
  return { truth, page, extraction, metadata: readMetadata(page, extraction) };
}

/** The figures on the sites that rules were chosen on, with each group of rules left out in turn. */
function ablation(pages: readonly JudgedPage[]): string {
  const without = (rule: PictureRule | undefined) =>
    pages.map(({ truth, page, extraction, metadata }) => {
      const article = assemble(page, extraction, metadata, {
        ...{ extractor: DEFAULT_EXTRACTOR, warnings: [] },
        pictureReader: {
          ...pictureReader,
          choose: (own, kept, base) => pictureReader.choose(own, kept, base, { without: rule }),
        },
      });
      return scorePictures(article, truth, page.document);
    });
  const rows = [undefined, ...PICTURE_RULES].map((rule) => {
    const scores = without(rule);
    const means = COLUMNS.map((column) => formatShare(mean(scores.flatMap((score) => score[column] ?? []))));
    return [rule === undefined ? "all rules" : `without ${rule}`, ...means];
  });
  return plainTable(["", ...COLUMNS], rows, 1);
}

/** The parts of the experiment that can be run alone. */
export const PICTURE_SECTIONS: readonly string[] = ["choosing", "checking"];

function articleOf({ label, html, base }: ChosenPage): Article {
  return extract(html, {
    url: label.url ?? base,
    ...(label.encoding !== null && { encoding: label.encoding }),
  });
}

/** Holds an article's pictures against what people say of the page. */
export function scorePictures(
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

/** The caption with its credit or without it, and none where people see none. */
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

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
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
