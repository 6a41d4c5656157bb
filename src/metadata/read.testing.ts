import { parseHtml, TAG } from "../html/index.ts";
import { type Extraction, Page } from "../page/index.ts";
import { type Metadata, type MetadataOptions, readMetadata } from "./index.ts";
import { shownReader } from "./shown-reader.ts";

const URL_OF_PAGE = "https://www.paper.example/sea/tide";

/** The answer of an extractor that keeps nothing. */
export const NOTHING: Extraction = { scores: new Float32Array(0), reasons: new Uint8Array(0) };

/** The metadata of a page with no kept leaves. */
export function read(html: string, url: string = URL_OF_PAGE): Metadata {
  return readMetadata(new Page(parseHtml(html), url), NOTHING, { shownReader });
}

/** The metadata of a page whose `p` elements are the article. */
export function readWithBody(html: string, options: MetadataOptions = {}): Metadata {
  const page = new Page(parseHtml(html), URL_OF_PAGE);
  const scores = Float32Array.from(page.leaves.node, (node) =>
    page.document.tag[page.document.parent[node]!] === TAG.p ? 1 : 0,
  );
  return readMetadata(page, { scores, reasons: new Uint8Array(scores.length) }, { shownReader, ...options });
}

/** A script of JSON-LD. */
export function script(value: unknown): string {
  return `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
}

const PARAGRAPH =
  "<p>The harbour stayed closed on Monday because of the storm, and three hundred skippers waited in the cafés.</p>";

/** An article's text: 108 words in English. */
export const PROSE: string = PARAGRAPH.repeat(6);
