import { describeBytes, type FailureCode } from "../../errors/index.ts";
import type { RawPage, StoredPage } from "../page-record.ts";
import { type HttpMessage, looksLikeMarkup, readContentType, readHttp } from "./http-message.ts";
import type { Originals } from "./originals.ts";
import { readWarc } from "./read-warc.ts";
import { fieldOf, type WarcRecord } from "./warc-record.ts";

/** How the pages of an archive are read. */
export interface WarcPageOptions {
  /** The name of the file in messages about damage. */
  readonly name: string;
  /** The file; without it the originals of revisits are not found. */
  readonly path?: string | undefined;
  /** The largest page. */
  readonly maxBytes: number;
  /** Counts records that are not pages, by what they are. */
  readonly onSkip?: ((what: string) => void) | undefined;
  /** Where the originals of revisits are, of this file and of those read before. */
  readonly originals?: Originals | undefined;
}

/** An HTTP head comes before the page. */
const HEAD_BYTES = 1 << 16;
const HTML_TYPES: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"]);
/** Content types that say nothing. */
const UNKNOWN_TYPES: ReadonlySet<string> = new Set(["application/octet-stream", "unknown/unknown"]);
/** Records whose block is the page itself. */
const PLAIN_TYPES: ReadonlySet<string> = new Set(["resource", "conversion"]);

/** A page for each HTML response, resource and revisit of an archive; what is damaged or cut short is a broken page. */
export async function* readWarcPages(
  stream: AsyncIterable<Uint8Array>,
  options: WarcPageOptions,
): AsyncGenerator<RawPage | StoredPage, void, undefined> {
  const { name, maxBytes, onSkip } = options;
  let isEmpty = true;
  for await (const item of readWarc(stream, { maxBodyBytes: maxBytes + HEAD_BYTES })) {
    isEmpty = false;
    if (item.kind === "damage") {
      const { offset, length, problem } = item;
      const message = `The archive ${name} is damaged: ${problem}; ${length} bytes from byte ${offset} are left out.`;
      yield { kind: "broken", id: `${name}:${offset}`, code: "BAD_ARCHIVE", message };
      continue;
    }
    const page = await pageOfRecord(item, options);
    if (page === undefined) onSkip?.(fieldOf(item, "warc-type")?.toLowerCase() ?? "unknown");
    else if (page === "not-html") onSkip?.("not HTML");
    else yield page;
  }
  if (isEmpty) {
    const message = `The archive ${name} is empty.`;
    yield { kind: "broken", id: name, code: "EMPTY_INPUT", message };
  }
}

async function pageOfRecord(
  record: WarcRecord,
  options: WarcPageOptions,
): Promise<RawPage | StoredPage | "not-html" | undefined> {
  const { name } = options;
  const id = fieldOf(record, "warc-record-id") ?? `${name}:${record.offset}`;
  const url = targetOf(record);
  const broken = (code: FailureCode, message: string): RawPage => ({
    kind: "broken",
    id,
    url,
    code,
    message,
  });
  const place = `The record at byte ${record.offset} of ${name}`;
  if (record.problem !== undefined) return broken("BAD_ARCHIVE", `${place} is damaged: ${record.problem}.`);
  const type = fieldOf(record, "warc-type")?.toLowerCase() ?? "";
  const content =
    type === "response" ? readResponse(record) : PLAIN_TYPES.has(type) ? readPlain(record) : undefined;
  if (type === "revisit") return readRevisit(record, { id, url, place }, options);
  if (content === undefined) return undefined;
  if (!isHtml(content)) return "not-html";
  if (Math.trunc(content.status / 100) !== 2) return broken(...refusal(content.status));
  if (fieldOf(record, "warc-segment-number") !== undefined)
    return broken("BAD_ARCHIVE", `${place} is one of several segments, which are not joined.`);
  if (record.bodyLength > record.body.length)
    return broken("INPUT_TOO_LARGE", `${place} is over ${describeBytes(options.maxBytes)}.`);
  options.originals?.add(record, options.path);
  return pageOf(id, url, content);
}

/** The address of a record, without the angle brackets of older archives. */
function targetOf(record: WarcRecord): string | undefined {
  return fieldOf(record, "warc-target-uri")?.replace(/^<(?<address>.*)>$/, "$<address>");
}

function readResponse(record: WarcRecord): HttpMessage | undefined {
  const stated = readContentType(fieldOf(record, "content-type"));
  // DNS answers are responses too.
  if (stated.contentType !== undefined && stated.contentType !== "application/http") return readPlain(record);
  return readHttp(record.body) ?? readPlain(record);
}

function readPlain(record: WarcRecord): HttpMessage {
  const { contentType, charset } = readContentType(fieldOf(record, "content-type"));
  const isHttp = contentType === "application/http";
  return {
    status: 200,
    contentType: isHttp ? undefined : contentType,
    charset,
    codings: [],
    body: record.body,
  };
}

function isHtml({ contentType, body }: HttpMessage): boolean {
  if (contentType !== undefined && !UNKNOWN_TYPES.has(contentType)) return HTML_TYPES.has(contentType);
  return looksLikeMarkup(body);
}

/** As in fetching: permanent refusals, and failures that may pass. */
function refusal(status: number): [FailureCode, string] {
  const isTemporary = status >= 500 || [408, 425, 429].includes(status);
  return [isTemporary ? "HTTP_STATUS" : "HTTP_REFUSED", `The server answered with status ${status}.`];
}

function pageOf(id: string, url: string | undefined, { body, charset, codings }: HttpMessage): StoredPage {
  // A copy, so that handing it to another thread copies nothing else.
  return { kind: "stored", id, url, bytes: new Uint8Array(body), charset, codings };
}

interface Place {
  readonly id: string;
  readonly url: string | undefined;
  readonly place: string;
}

/** The page of a revisit is that of its original. */
async function readRevisit(
  record: WarcRecord,
  { id, url, place }: Place,
  { originals, maxBytes }: WarcPageOptions,
): Promise<RawPage | StoredPage | "not-html"> {
  // Its own HTTP head may identify a picture or a script, whose original is not kept.
  const type = readHttp(record.body)?.contentType;
  if (type !== undefined && !UNKNOWN_TYPES.has(type) && !HTML_TYPES.has(type)) return "not-html";
  const original = await originals?.find(record, maxBytes + HEAD_BYTES);
  const content = original && readResponse(original);
  if (content !== undefined) return isHtml(content) ? pageOf(id, url, content) : "not-html";
  const message = `${place} is a revisit, and its original is not among the records before it.`;
  return { kind: "broken", id, url, code: "NO_ORIGINAL", message };
}
