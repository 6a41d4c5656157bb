import { NewsError } from "../../errors/index.ts";
import { type PageFetcher, readContentType } from "../../fetch/index.ts";
import type { EncodedArticle } from "../extract-worker.ts";
import type { ExtractionPool } from "../extraction-pool.ts";
import { readExtractBody } from "./read-body.ts";
import type { ExtractQuery } from "./schemas.ts";

/** Longer JSON bodies hold a page; below it one may be an address alone, and parsing it takes a fraction of a millisecond. */
const SHORT_BODY_BYTES = 1 << 16;

/** What a request for one page holds. */
export interface ExtractRequest {
  readonly contentType: string | undefined;
  readonly body: Uint8Array | undefined;
  readonly query: ExtractQuery;
}

/** What pages are fetched and extracted with. */
export interface ExtractTools {
  readonly pool: Pick<ExtractionPool, "run">;
  readonly fetchPage: PageFetcher;
}

/** The article that a request asks for: of the page in its body, or of the address it names. */
export async function answerExtract(
  { contentType, body, query }: ExtractRequest,
  tools: ExtractTools,
): Promise<EncodedArticle> {
  const { mediaType, charset } = readContentType(contentType);
  if (body === undefined || body.length === 0) return answerAddress(query, tools);
  if (mediaType !== "application/json")
    return tools.pool.run({ kind: "page", bytes: body, charset, how: query });
  if (charset !== undefined && !/^utf-?8$/.test(charset))
    throw new NewsError("BAD_MEDIA_TYPE", "JSON is sent in UTF-8.");
  if (holdsPage(body)) return tools.pool.run({ kind: "json", bytes: body, how: query });
  const { html, ...fields } = readExtractBody(body);
  const how = { ...query, ...fields };
  if (html === undefined) return answerAddress(how, tools);
  return tools.pool.run({ kind: "json", bytes: body, how: query });
}

/** Whether a JSON body has a field `html`, as most clients write it; inside of a text its quotes would be escaped. */
function holdsPage(body: Uint8Array): boolean {
  return (
    body.length > SHORT_BODY_BYTES ||
    Buffer.from(body.buffer, body.byteOffset, body.length).includes('"html":')
  );
}

/** The article of the page at an address, which is fetched behind the guard. */
async function answerAddress(
  { url, ...how }: ExtractQuery,
  { pool, fetchPage }: ExtractTools,
): Promise<EncodedArticle> {
  if (url === undefined) throw new NewsError("BAD_REQUEST", "The request has neither a page nor a url.");
  const { bytes, charset, url: at } = await fetchPage(url);
  return pool.run({ kind: "page", bytes, charset, how: { ...how, url: at } });
}
