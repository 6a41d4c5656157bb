import type { FailureCode } from "../errors/index.ts";

/** The encoded lines or files of some pages, and the outcomes of the pages. */
export interface BatchPart {
  /** The lines; empty where there are files. */
  readonly bytes: Uint8Array;
  /** Whether the lines are a gzip member. */
  readonly isPacked?: boolean;
  /** The pages of a folder of files, whose lines are its index. */
  readonly files?: readonly PageLine[];
  /** All pages, those without a line too. */
  readonly pages: number;
  /** Pages without an article by code, skipped ones included. */
  readonly failures: Readonly<Partial<Record<FailureCode, number>>>;
  /** Pages that have no line. */
  readonly leftOut?: readonly LeftOut[];
  /** Fingerprints of lines or files, where copies are left out. */
  readonly texts?: readonly LineText[];
  /** Bytes of files with one page each. */
  readonly fileBytes?: number;
  /** Time in the thread of a worker. */
  readonly ms?: StageTimes;
}

/** A skipped page, and why. */
export interface LeftOut {
  readonly id: string;
  readonly code: FailureCode;
}

/** The text of a line or file: its number in the part, and where the line ends. */
export interface LineText {
  readonly id: string;
  readonly number: number;
  readonly end: number;
  /** Pages that failed have none. */
  readonly fingerprint?: Fingerprint | undefined;
}

/** Milliseconds of CPU of a worker: opening pages, reading their articles, writing lines. */
export interface StageTimes {
  readonly open: number;
  readonly extract: number;
  readonly write: number;
}

/** The outcome of one page: the fields of its line, and the code where it failed. */
export interface PageLine {
  readonly fields: { readonly id: string } & Readonly<Record<string, unknown>>;
  readonly failure?: FailureCode;
  /** The content of its file, where it has one. */
  readonly content?: string;
  /** Why it has no line. */
  readonly leftOut?: FailureCode;
  readonly fingerprint?: Fingerprint | undefined;
}

/** Fingerprint of a page's text. */
export interface Fingerprint {
  readonly digest: string;
  /** For near copies; texts of a few words have none. */
  readonly signature?: Int32Array | undefined;
}

/** CPU time of this thread, which other load does not change; before Node 23.9, which added it, the clock. */
export function threadMs(): number {
  // The types say that it is always there: they are those of the newest Node.
  const usage = (process.threadCpuUsage as typeof process.threadCpuUsage | undefined)?.();
  return usage ? (usage.user + usage.system) / 1000 : performance.now();
}
