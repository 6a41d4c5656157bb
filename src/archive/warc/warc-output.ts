import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { gzipSync, zstdCompressSync } from "node:zlib";
import type { Output, Target } from "../output.ts";
import type { LineFields } from "../page-record.ts";
import { keepEarlier } from "../resume.ts";
import { readWarc } from "./read-warc.ts";
import { fieldOf, type WarcRecord } from "./warc-record.ts";

/** The id of the page that a record was made from, which can be any text. */
const ID_FIELD = "X-Galley-Id";
const ERROR_FIELD = "X-Galley-Error";
/** No article is larger. */
const MAX_BODY_BYTES = 1 << 28;

/**
 * A WARC file of the texts of articles, a conversion record each as in the WET files of Common Crawl; a page that failed is a
 * metadata record.
 */
export class WarcOutput {
  readonly #output: Output;
  readonly #target: Target;
  readonly #date: Date;

  constructor(output: Output, target: Target, date: Date) {
    this.#output = output;
    this.#target = target;
    this.#date = date;
  }

  async write({ bytes }: { readonly bytes: Uint8Array }): Promise<void> {
    const lines = new TextDecoder().decode(bytes).split("\n");
    const records = lines.flatMap((line) =>
      line === "" ? [] : packRecord(this.#entry(line), packingOf(this.#target)),
    );
    if (records.length > 0) await this.#output.write(Buffer.concat(records));
  }

  #entry(line: string): WarcEntry {
    const { id, url, text = "", language, error }: AnswerFields = JSON.parse(line);
    const isRecordId = /^<[a-z][\w+.-]*:[^<>\s]+>$/i.test(id);
    const common = { url: url ?? undefined, date: this.#date };
    const fields: [string, string][] = [[ID_FIELD, encodeURI(id.toWellFormed())]];
    if (isRecordId) fields.push(["WARC-Refers-To", id]);
    if (error) {
      const body = Buffer.from(`error-code: ${error.code}\r\nerror-message: ${error.message}\r\n`);
      fields.push([ERROR_FIELD, error.code]);
      return { ...common, type: "metadata", contentType: "application/warc-fields", body, fields };
    }
    if (language) fields.push(["WARC-Identified-Content-Language", language]);
    return { ...common, type: "conversion", contentType: "text/plain", body: Buffer.from(text), fields };
  }

  finish(): Promise<void> {
    return this.#output.finish();
  }

  leave(): Promise<boolean> {
    return this.#output.leave();
  }
}

/** What a record is made of. */
interface AnswerFields {
  readonly id: string;
  readonly url?: string | null;
  readonly text?: string;
  readonly language?: string | null;
  readonly error?: { readonly code: string; readonly message: string };
}

function packingOf({ name }: Target): WarcPacking {
  return /\.gz$/i.test(name) ? "gzip" : /\.zst$/i.test(name) ? "zstd" : "none";
}

/** Keeps the whole records of an earlier run in the partial file. */
export async function recoverRecords(target: Target, add: (fields: LineFields) => void): Promise<void> {
  await keepEarlier(target, async function* (earlier) {
    for await (const item of readWarc(createReadStream(earlier), { maxBodyBytes: MAX_BODY_BYTES })) {
      if (item.kind === "damage" || item.problem !== undefined) return;
      const { id, error } = answerOf(item);
      add({ id, ...(error !== undefined && { error: { code: error } }) });
      yield packRecord(entryOf(item), packingOf(target));
    }
  });
}

function answerOf(record: WarcRecord): { readonly id: string; readonly error: string | undefined } {
  const id = decodeURI(fieldOf(record, ID_FIELD.toLowerCase()) ?? "");
  return { id, error: fieldOf(record, ERROR_FIELD.toLowerCase()) };
}

/** A record of ours, to be written again as it was. */
function entryOf(record: WarcRecord): WarcEntry {
  const known = (name: string) => fieldOf(record, name);
  const extra = record.fields.filter(([name]) => /^(?:X-Galley|WARC-Refers|WARC-Identified)/.test(name));
  return {
    type: known("warc-type") === "metadata" ? "metadata" : "conversion",
    id: known("warc-record-id"),
    url: known("warc-target-uri"),
    date: new Date(known("warc-date") ?? 0),
    contentType: known("content-type"),
    body: record.body,
    fields: extra,
  };
}

/** A record to be written. */
export interface WarcEntry {
  readonly type: "warcinfo" | "request" | "response" | "resource" | "revisit" | "conversion" | "metadata";
  /** The record id, in angle brackets; made from what the record holds where it is absent. */
  readonly id?: string | undefined;
  readonly url?: string | undefined;
  readonly date: Date;
  readonly contentType?: string | undefined;
  readonly body: Uint8Array;
  /** Further fields, such as WARC-Refers-To. */
  readonly fields?: readonly (readonly [name: string, value: string])[];
}

/** How records are compressed: one by one, so that a reader can begin at any of them. */
export type WarcPacking = "none" | "gzip" | "zstd";

/** The bytes of a record; the same record gives the same bytes. */
export function packRecord(entry: WarcEntry, packing: WarcPacking): Uint8Array {
  const record = writeRecord(entry);
  if (packing === "gzip") return gzipSync(record);
  return packing === "zstd" ? zstdCompressSync(record) : record;
}

function writeRecord({ type, id, url, date, contentType, body, fields = [] }: WarcEntry): Buffer {
  const sum = createHash("sha1").update(body).digest();
  const head: (readonly [string, string | undefined])[] = [
    ["WARC-Type", type],
    ["WARC-Record-ID", id ?? recordIdOf(JSON.stringify([type, url, date, fields, sum.toString("hex")]))],
    ["WARC-Date", date.toISOString()],
    ["WARC-Target-URI", url],
    ["WARC-Block-Digest", `sha1:${base32(sum)}`],
    ...fields,
    ["Content-Type", contentType],
    ["Content-Length", String(body.length)],
  ];
  const lines = head.flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${oneLine(value)}\r\n`,
  );
  return Buffer.concat([Buffer.from(`WARC/1.1\r\n${lines.join("")}\r\n`), body, Buffer.from("\r\n\r\n")]);
}

/** A value on one line: line ends in an address would write further fields. */
function oneLine(value: string): string {
  return value.replace(/[\p{Cc}\s]+/gu, " ").trim();
}

/** A record id, the same for the same name. */
function recordIdOf(name: string): string {
  const hex = createHash("sha256").update(name).digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  // Version 8 of RFC 9562, for custom bits.
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ];
  return `<urn:uuid:${parts.join("-")}>`;
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Digests of archives are written in base32 by custom. */
function base32(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32.charAt((held >> (bits - 5)) & 31);
    held &= (1 << bits) - 1;
  }
  return text;
}
