import { gunzipSync } from "node:zlib";
import type { Chunk } from "../../batch/index.ts";
import { extract, inspect } from "../../default-extract.ts";
import { asNewsError, type FailureCode, NewsError } from "../../errors/index.ts";
import { extractorFromModel } from "../../extractors/index.ts";
import type { FetchOptions } from "../../fetch/index.ts";
import { decodeHtml, NODE_KIND } from "../../html/index.ts";
import { readModelHead } from "../../model/index.ts";
import { fitProfile, readSiteProfile } from "../../profile/index.ts";
import {
  anchorLabels,
  comparePage,
  contentHash,
  type LabelLine,
  loadPage,
  type MadeLabel,
  type MovedLabels,
  moveLabels,
  type PageAgreement,
  parseLabel,
  parseLabelLine,
  personName,
  truthOfLabels,
} from "../../sets/index.ts";
import { readSitePage } from "../../site/index.ts";
import type { BugReport, Comparison, LeafWhy, Segment, Why } from "./contract.ts";
import {
  type FrameOptions,
  type FramePage,
  framePage,
  type PictureFile,
  savedPicture,
} from "./frame/frame-page.ts";
import { type ReportRequest, reportLeaf } from "./pages/bug-report.ts";
import { comparePages, type LabelsOf, segmentPage, whyLeaf, whyPage } from "./pages/judge-leaves.ts";
import { PageOpener, type PagePlace, type StudioPage } from "./pages/open-page.ts";
import { type Guess, guessPage, type SeenPage, viewPage } from "./pages/page-view.ts";
import { SAMPLES } from "./samples.data.ts";
import { indexSet, type SetIndex } from "./set-index.ts";

/** What every thread has in common. */
export interface StudioShared {
  /** How rendered pages load their resources; absent: not at all. */
  readonly network?: FetchOptions | undefined;
}

/** Questions about a set or a page, each with its answer. */
export interface StudioQuestions {
  readonly index: { readonly asked: { readonly folder: string }; readonly answer: SetIndex };
  readonly guess: { readonly asked: AboutPage; readonly answer: Guess };
  readonly view: { readonly asked: AboutPage; readonly answer: SeenPage };
  readonly frame: { readonly asked: AboutPage & FrameOptions; readonly answer: FramePage };
  readonly picture: {
    readonly asked: AboutPage & { readonly address: string };
    readonly answer: PictureFile | null;
  };
  /** Labels with the texts that they are found by; those of nodes that the page does not have are left out. */
  readonly anchor: {
    readonly asked: AboutPage & { readonly labels: readonly MadeLabel[] };
    readonly answer: { readonly pageHash: string; readonly labels: readonly MadeLabel[] };
  };
  /** Labels of older copies as nodes of this one. */
  readonly move: {
    readonly asked: AboutPage & { readonly all: readonly (readonly MadeLabel[])[] };
    readonly answer: readonly MovedLabels[];
  };
  readonly agreement: {
    readonly asked: AboutPage & { readonly id: string; readonly pair: readonly [LabelsOf, LabelsOf] };
    readonly answer: PageAgreement;
  };
  readonly compare: {
    readonly asked: AboutPage & {
      readonly extractors: readonly string[];
      readonly made?: LabelsOf | undefined;
    };
    readonly answer: Omit<Comparison, "frame">;
  };
  readonly why: {
    readonly asked: AboutPage & { readonly extractor: string };
    readonly answer: Omit<Why, "frame">;
  };
  readonly leafWhy: {
    readonly asked: AboutPage & { readonly extractor: string; readonly node: number };
    readonly answer: LeafWhy;
  };
  readonly report: { readonly asked: AboutPage & ReportRequest; readonly answer: BugReport };
  readonly segments: { readonly asked: AboutPage; readonly answer: readonly Segment[] };
  /** Whether each of some pages fits the profile of their site. */
  readonly fit: {
    readonly asked: { readonly profile: unknown; readonly pages: readonly FittedPage[] };
    readonly answer: readonly boolean[];
  };
  /** A page as a line of an index that can be taken elsewhere. */
  readonly export: {
    readonly asked: AboutPage & { readonly made?: LabelLine | undefined };
    readonly answer: ExportedPage;
  };
  /** Files that were uploaded, read in a thread, as a hostile one may take long. */
  readonly sentSet: { readonly asked: SentSet; readonly answer: ReadSentSet };
  readonly sentModel: { readonly asked: { readonly file: Uint8Array }; readonly answer: OpenedModel };
  readonly sentProfile: { readonly asked: { readonly file: Uint8Array }; readonly answer: unknown };
  readonly close: { readonly asked: object; readonly answer: null };
}

/** A page as the library keeps it. */
interface FittedPage {
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly charset: string | null;
}

interface AboutPage {
  readonly place: PagePlace;
}

/** A question for a thread. */
export type StudioTask = {
  [Kind in keyof StudioQuestions]: { readonly kind: Kind } & StudioQuestions[Kind]["asked"];
}[keyof StudioQuestions];

/** The answer, or why there is none: a thrown error would lose its code between threads. */
export type StudioAnswer =
  | { readonly answer: unknown }
  | { readonly failure: { readonly code: FailureCode; readonly message: string } };

const opener = new PageOpener();

type Answers = {
  readonly [Kind in keyof StudioQuestions]: (
    asked: StudioQuestions[Kind]["asked"],
  ) => StudioQuestions[Kind]["answer"] | Promise<StudioQuestions[Kind]["answer"]>;
};

const ANSWERS: Answers = {
  index: ({ folder }) => indexSet(folder),
  guess: async ({ place }) => guessPage(await opener.open(place)),
  view: async ({ place }) => viewPage(await opener.open(place)),
  frame: async ({ place, ...options }) => framePage(await opener.open(place), options),
  picture: async ({ place, address }) => savedPicture(await opener.open(place), address) ?? null,
  anchor: async ({ place, labels }) => {
    const { page, hash } = await opener.open(place);
    const { size, kind } = page.document;
    const known = labels.filter(({ node }) => node < size && kind[node] !== NODE_KIND.document);
    return { pageHash: hash, labels: anchorLabels(page, known) };
  },
  move: async ({ place, all }) => {
    const { page } = await opener.open(place);
    return all.map((labels) => moveLabels(page, labels));
  },
  agreement: async ({ place, id, pair }) => {
    const { page, hash } = await opener.open(place);
    const here = ({ pageHash, labels }: LabelsOf) =>
      pageHash === hash ? labels : moveLabels(page, labels).labels;
    return comparePage(id, page, [here(pair[0]), here(pair[1])]);
  },
  compare: async ({ place, extractors, made }) => comparePages(await opener.open(place), extractors, made),
  why: async ({ place, extractor }) => whyPage(await opener.open(place), extractor),
  leafWhy: async ({ place, extractor, node }) => whyLeaf(await opener.open(place), extractor, node),
  report: async ({ place, ...request }) => reportLeaf(await opener.open(place), request),
  segments: async ({ place }) => segmentPage(await opener.open(place)),
  fit: ({ profile: value, pages }) => {
    const profile = readSiteProfile(value);
    return pages.map(({ url, bytes, charset }) => {
      const { page } = readSitePage(bytes, { url, charset: charset ?? undefined });
      return fitProfile(page, profile)?.isStale === false;
    });
  },
  export: async ({ place, made }) => exportPage(await opener.open(place), made),
  sentSet: (sent) => readSentSet(sent),
  sentModel: ({ file }) => openModelFile(file),
  sentProfile: ({ file }) => openProfileFile(file),
  close: async () => {
    await opener.close();
    return null;
  },
};

/** Loads models and tables before the first page. */
export function prepare(): void {
  inspect("<title>First</title><p>A first page.</p>", { explain: true });
}

/** What a thread of the studio runs: one question in, its answer out. */
export async function run({ inputs, shared }: Chunk<StudioTask, StudioShared>): Promise<StudioAnswer> {
  opener.network = shared.network;
  try {
    const { kind, ...asked } = inputs[0]!;
    const answer = ANSWERS[kind] as (asked: unknown) => unknown;
    return { answer: await answer(asked) };
  } catch (error) {
    const { code, message } = asNewsError(error);
    return { failure: { code, message } };
  }
}

/** A page of a set as a line of an index that needs no file beside it. */
interface ExportedPage {
  readonly line: string;
  /** The hash of the page in the line: labels of the bytes are valid for it too. */
  readonly pageHash: string;
}

/** Writes a page with its truth: labels of people, else that of the set. */
function exportPage({ label, page, hash }: StudioPage, made: LabelLine | undefined): ExportedPage {
  const { id, site, url, language: lang, pageType, era, encoding, truth } = label;
  const found = loadPage(label);
  const html =
    typeof found === "string" ? found : decodeHtml(found, { encoding: encoding ?? undefined }).text;
  const labels = made && (made.pageHash === hash ? made.labels : moveLabels(page, made.labels).labels);
  const told = labels && truthOfLabels(page, labels);
  const { title, body } = told ?? truth;
  const nodes = told?.nodes ?? label.nodes ?? {};
  const line = {
    id,
    site,
    url,
    lang,
    pageType,
    era,
    title,
    authors: truth.authors,
    published: truth.published,
    body,
    ...(truth.bodyIsPrefix && told === undefined && { bodyIsPrefix: true }),
    ...(truth.with.length > 0 && { with: truth.with }),
    ...(truth.without.length > 0 && { without: truth.without }),
    ...(nodes.title !== undefined && { titlePath: nodes.title }),
    ...(nodes.body !== undefined && { bodyPath: nodes.body }),
    html,
  };
  return { line: `${JSON.stringify(line)}\n`, pageHash: contentHash(html) };
}

/** A set as somebody sends it: the text of its index, and those of its files of labels. */
interface SentSet {
  readonly index: string;
  readonly labels?: readonly { readonly by: string; readonly text: string }[] | undefined;
}

/** A set whose every line was read. */
interface ReadSentSet {
  /** The lines of the index, by the id of their page. */
  readonly lines: ReadonlyMap<string, string>;
  readonly labels: readonly { readonly by: string; readonly lines: readonly LabelLine[] }[];
}

/** Reads a set that was sent; throws BAD_RECORD with the number of the first line that cannot be used. */
function readSentSet({ index, labels = [] }: SentSet): ReadSentSet {
  const lines = new Map<string, string>();
  for (const [at, line] of index.split("\n").entries()) {
    if (line.trim() === "") continue;
    const where = { set: "index", lineNumber: at + 1 };
    const refuse = (): never => {
      throw new NewsError(
        "BAD_RECORD",
        `In line ${at + 1}: a server reads no files: send html, not htmlPath.`,
      );
    };
    const { id } = parseLabel(line, where, refuse);
    if (lines.has(id)) throw new NewsError("BAD_RECORD", `In line ${at + 1}: another page has its id.`);
    lines.set(id, line);
  }
  if (lines.size === 0) throw new NewsError("NO_PAGES", "The index has no page.");
  return { lines, labels: labels.map(({ by, text }) => readSentLabels(personName(by), text)) };
}

function readSentLabels(by: string, text: string): ReadSentSet["labels"][number] {
  const found: LabelLine[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const read = parseLabelLine(line, by);
    if (typeof read === "string")
      throw new NewsError("BAD_RECORD", `In line ${at + 1} of the labels by ${by}: ${read}.`);
    found.push(read);
  }
  return { by, lines: found };
}

/** Ten times the size of our own models. */
const MAX_UNPACKED_BYTES = 64_000_000;

/** The JSON value of a file, packed with gzip or not. */
function readJsonFile(file: Uint8Array, bad: (problem: string, cause: unknown) => NewsError): unknown {
  try {
    const isPacked = file[0] === 0x1f && file[1] === 0x8b;
    const bytes = isPacked ? gunzipSync(file, { maxOutputLength: MAX_UNPACKED_BYTES }) : file;
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw bad("is damaged, too large or not JSON", cause);
  }
}

/** A model that a thread has opened and tried. */
interface OpenedModel {
  readonly method: string;
  readonly value: unknown;
}

/** Opens a model file as `galley train` writes it, and reads pages with it: one that fails would fail every page of its site. */
function openModelFile(file: Uint8Array): OpenedModel {
  const bad = (problem: string, cause: unknown) =>
    new NewsError("BAD_MODEL", `The model ${problem}.`, { cause });
  const value = readJsonFile(file, bad);
  const extractor = extractorFromModel(value);
  const { method } = readModelHead(value);
  for (const { html, url } of SAMPLES) {
    try {
      extract(html, { url, extractor });
    } catch (cause) {
      throw bad(`cannot read a page: ${asNewsError(cause).message}`, cause);
    }
  }
  return { method, value };
}

/** Opens a profile as `galley site` writes it. */
function openProfileFile(file: Uint8Array): unknown {
  const bad = (problem: string, cause: unknown) =>
    new NewsError("BAD_SITE_PROFILE", `The site profile ${problem}.`, { cause });
  return readSiteProfile(readJsonFile(file, bad));
}
