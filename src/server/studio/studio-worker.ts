import type { Chunk } from "../../batch/index.ts";
import { inspect } from "../../default-extract.ts";
import { asNewsError, type FailureCode } from "../../errors/index.ts";
import type { FetchOptions } from "../../fetch/index.ts";
import { NODE_KIND } from "../../html/index.ts";
import { fitProfile, readSiteProfile } from "../../profile/index.ts";
import {
  anchorLabels,
  comparePage,
  type LabelLine,
  type MadeLabel,
  type MovedLabels,
  moveLabels,
  type PageAgreement,
} from "../../sets/index.ts";
import { readSitePage } from "../../site/index.ts";
import type { BugReport, Comparison, LeafWhy, Segment, Why } from "./contract.ts";
import {
  type ExportedPage,
  exportPage,
  type OpenedModel,
  openModelFile,
  openProfileFile,
  type ReadSentSet,
  readSentSet,
  type SentSet,
} from "./exchange.ts";
import {
  type FrameOptions,
  type FramePage,
  framePage,
  type PictureFile,
  savedPicture,
} from "./frame/frame-page.ts";
import { type ReportRequest, reportLeaf } from "./pages/bug-report.ts";
import { comparePages, type LabelsOf, segmentPage, whyLeaf, whyPage } from "./pages/judge-leaves.ts";
import { PageOpener, type PagePlace } from "./pages/open-page.ts";
import { type Guess, guessPage, type SeenPage, viewPage } from "./pages/page-view.ts";
import { indexSet, type SetIndex } from "./set-index.ts";

/** What every thread has in common. */
export interface StudioShared {
  /** How pages that are rendered load what they ask for; not at all where it is absent. */
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
  /** Files that somebody has sent, looked through in a thread, as one may be made to take long. */
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

/** Loads models and tables before somebody waits for a page. */
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
