import { packRecord, type WarcEntry, type WarcPacking } from "./warc-output.ts";

/** The time of every made-up record. */
export const DATE = new Date("2026-11-01T08:00:00Z");

/** The record id of a made-up page. */
export function idOf(name: string): string {
  return `<urn:uuid:00000000-0000-8000-8000-${Buffer.from(name).toString("hex").padStart(12, "0").slice(-12)}>`;
}

/** A response with a page. */
export function response(
  name: string,
  body: string | Uint8Array,
  head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n",
): WarcEntry {
  return {
    type: "response",
    id: idOf(name),
    url: `https://bay.example/${name}`,
    date: DATE,
    contentType: "application/http; msgtype=response",
    body: Buffer.concat([Buffer.from(`${head}\r\n`), Buffer.from(body)]),
  };
}

/** What stands before a page in an archive of a crawl. */
export function request(name: string): WarcEntry {
  return {
    type: "request",
    id: idOf(`q${name}`),
    url: `https://bay.example/${name}`,
    date: DATE,
    contentType: "application/http; msgtype=request",
    body: Buffer.from(`GET /${name} HTTP/1.1\r\nHost: bay.example\r\n\r\n`),
  };
}

/** The first record of most archives. */
export const INFO: WarcEntry = {
  type: "warcinfo",
  id: idOf("info"),
  date: DATE,
  contentType: "application/warc-fields",
  body: Buffer.from("software: made up\r\nformat: WARC File Format 1.1\r\n"),
};

/** Records one after the other. */
export function archive(entries: readonly WarcEntry[], packing: WarcPacking): Buffer {
  return Buffer.concat(entries.map((entry) => packRecord(entry, packing)));
}

/** A page with an article of its own. */
export function story(name: string): string {
  const sentences = Array.from(
    { length: 12 },
    (_, at) => `The harbour office of ${name} said in report ${at} that the tide gauge works again.`,
  );
  return `<!DOCTYPE html><html><head><title>${name} gauge works</title></head><body><article><h1>${name} gauge works</h1><p>${sentences.join("</p><p>")}</p></article></body></html>`;
}

/** A stream of bytes in pieces of a size. */
export async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
